import { Injectable } from '@nestjs/common';
import {
  busEvents,
  encodeId,
  eventFilterMatches,
  invalidParameter,
  republishEvents,
  uuidOf,
  type ParsedInput,
} from '@parley/contracts';
import { remaining, TransactionRunner, type Context } from '@parley/runtime/context';
import { Handles } from '@parley/runtime/handlers';
import { NIL_UUID } from '@parley/runtime/records';
import type { Envelope } from './envelope.ts';
import { completed } from './outbox-queue.ts';
import { EventTransport } from './transport.ts';

const MARGIN_MS = 10_000;
const BATCH = 500;
/** Reads by ids, uuids v7 and so by time. Partitions outside of the range are not read. */
const READ = `select id, position, occurred_at, envelope from outbox
  where occurred_at >= $1 and occurred_at < $2 and id > $3 and type = any($4::text[]) order by id limit ${BATCH}`;

interface Row {
  id: string;
  position: string;
  occurred_at: Date;
  envelope: Omit<Envelope, 'sequence'>;
}

/** The operator command for subscribers that missed events, or are new: the outbox keeps published events for a day. */
@Injectable()
export class RepublishCommand {
  constructor(
    private readonly transactor: TransactionRunner,
    private readonly transport: EventTransport,
  ) {}

  /** The events keep their ids, so that a subscriber that deduplicates can be given events that it has. */
  @Handles(republishEvents)
  async republish(
    ctx: Context,
    { queue, from, to = new Date(), types, after }: ParsedInput<typeof republishEvents>,
  ) {
    const wanted = typesOf(types ?? '*');
    let last = after === undefined ? NIL_UUID : uuidOf('event', after);
    let published = 0;
    for (;;) {
      const rows = await this.transactor.raw<Row>('outbox.republish', READ, [from, to, last, wanted]);
      // Ids of the same millisecond are in no order, positions are.
      const inOrder = rows.toSorted((a, b) => Number(BigInt(a.position) - BigInt(b.position)));
      const envelopes = inOrder.map((row) => completed(row.envelope, row.position, row.occurred_at));
      if (!(await this.transport.publishTo(queue, envelopes)))
        throw invalidParameter('queue', `does not exist: ${queue ?? ''}`);
      published += rows.length;
      last = rows.at(-1)?.id ?? last;
      if (rows.length < BATCH) return { published, continue_after: null };
      if (remaining(ctx) < MARGIN_MS) return { published, continue_after: encodeId('event', last) };
    }
  }
}

/** The event types that comma-separated filters select. Throws if one selects none. */
function typesOf(filters: string): string[] {
  const selected = filters.split(',').map((filter) => {
    const types = busEvents.map(({ type }) => type).filter((type) => eventFilterMatches(filter.trim(), type));
    if (types.length === 0) throw invalidParameter('types', `has no event that matches ${filter.trim()}`);
    return types;
  });
  return [...new Set(selected.flat())];
}
