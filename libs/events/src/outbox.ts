import { Injectable } from '@nestjs/common';
import { uuidOf } from '@parley/contracts';
import {
  EventSink,
  type PendingEvent,
  type TenantOrWorkspaceContext,
  type SqlTransaction,
} from '@parley/kernel';
import { shardOf, toEnvelope } from './envelope.ts';

const COLUMNS = '(id, aggregatetype, aggregateid, type, shard, envelope)';
/** For the common case: unnesting arrays costs more. */
const INSERT_ONE = `insert into outbox ${COLUMNS} values ($1, $2, $3, $4, $5, $6)`;
const INSERT = `
  insert into outbox ${COLUMNS}
  select * from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::smallint[], $6::jsonb[])`;

type OutboxColumns = [
  id: string,
  aggregate: string,
  aggregateId: string,
  type: string,
  shard: number,
  envelope: string,
];

/**
 * Transactional outbox: stores events in the transaction of the change that they report. The column names are those of
 * Debezium's outbox event router, so that change data capture can replace the relay.
 */
@Injectable()
export class Outbox extends EventSink {
  #onCommit: () => void = () => undefined;

  override async write(
    tx: SqlTransaction,
    ctx: TenantOrWorkspaceContext,
    events: readonly PendingEvent[],
  ): Promise<void> {
    // All events of one change have the same time.
    const time = new Date().toISOString();
    const tenancy = ctx.tenant.mode === null ? 'workspace' : 'tenant';
    const rows = events.map((event): OutboxColumns => {
      const { definition, data } = event;
      if (definition.tenancy !== tenancy)
        throw new Error(`${definition.type} cannot be emitted in the context of a ${tenancy}`);
      const envelope = toEnvelope(ctx, event, time);
      return [
        uuidOf('event', envelope.id),
        definition.subject,
        data.id,
        definition.type,
        shardOf(data.id),
        JSON.stringify(envelope),
      ];
    });
    const [first] = rows;
    if (first !== undefined && rows.length === 1) await tx.raw('outbox.insert_one', INSERT_ONE, first);
    else await tx.raw('outbox.insert', INSERT, transposed(rows));
  }

  override committed(): void {
    this.#onCommit();
  }

  /** Registers the callback for commits that wrote events. */
  onCommit(callback: () => void): void {
    this.#onCommit = callback;
  }
}

const transposed = (rows: readonly OutboxColumns[]): unknown[][] =>
  Array.from({ length: 6 }, (_, column) => rows.map((row) => row[column]));
