import type { TransactionRunner } from '@parley/runtime/context';
import { NIL_UUID } from '@parley/runtime/records';
import type { Envelope } from './envelope.ts';
import type { PublishResult } from './transport.ts';

const READ =
  'select shard, workspace_id, position, attempts, occurred_at, envelope from read_outbox($1, $2, $3, $4)';
const RECORD = 'select record_outbox_results($1, $2, $3, $4, $5, $6) as recorded';
/** Events of a workspace in each batch, however small its budget is. */
const LEAST_PER_WORKSPACE = 5;

export interface QueuedEvent {
  shard: number;
  workspaceId: string;
  position: string;
  attempts: number;
  envelope: Envelope;
}

export interface QueuedBatch {
  /** Workspaces take turns, one event each, in the order of emission within each of them. */
  events: QueuedEvent[];
  isPartial: boolean;
}

interface Row {
  shard: number;
  workspace_id: string;
  position: string | null;
  attempts: number;
  occurred_at: Date;
  envelope: Omit<Envelope, 'sequence'>;
}
type EventRow = Row & { position: string };

export type ShardTokens = ReadonlyMap<number, string>;

export class OutboxQueue {
  /** The workspace after which the next batch of a shard continues, where one batch does not reach all of them. */
  readonly #continueAfter = new Map<number, string>();

  constructor(private readonly transactor: TransactionRunner) {}

  /** Reads due events of shards, fairly among workspaces: up to `budget`, and a few of each workspace in any case. */
  async read(shards: readonly number[], budget: number): Promise<QueuedBatch> {
    const after = shards.map((shard) => this.#continueAfter.get(shard) ?? NIL_UUID);
    const rows = await this.transactor.raw<Row>('outbox.read', READ, [
      shards,
      after,
      budget,
      LEAST_PER_WORKSPACE,
    ]);
    const continued = rows.filter(({ position }) => position === null);
    this.#continueAfter.clear();
    for (const { shard, workspace_id: workspace } of continued) this.#continueAfter.set(shard, workspace);
    const events = rows.filter((row): row is EventRow => row.position !== null).map(toEvent);
    const isContinued = after.some((workspace) => workspace !== NIL_UUID);
    // A budget of 0 is no reason to read again where nothing waits.
    const isFull = events.length > 0 && events.length >= budget;
    return { events, isPartial: isFull || continued.length > 0 || isContinued };
  }

  /** Stores what became of events; returns how many belonged to leases with these tokens still. */
  async record(events: readonly QueuedEvent[], results: readonly PublishResult[], tokens: ShardTokens) {
    const settled = events.flatMap((event, index) => {
      const result = results[index];
      return result === undefined || result.outcome === 'waiting' ? [] : [{ event, result }];
    });
    if (settled.length === 0) return 0;
    const [row] = await this.transactor.raw<{ recorded: number }>('outbox.record', RECORD, [
      settled.map(({ event }) => event.shard),
      settled.map(({ event }) => tokens.get(event.shard)),
      settled.map(({ event }) => event.workspaceId),
      settled.map(({ event }) => event.position),
      settled.map(({ result }) => (result.outcome === 'retry' ? result.afterMs : null)),
      settled.map(({ result }) => (result.outcome === 'retry' && result.isOutage !== true ? 1 : 0)),
    ]);
    return row?.recorded ?? 0;
  }
}

function toEvent({ shard, workspace_id: workspaceId, position, attempts, ...row }: EventRow): QueuedEvent {
  const envelope = completed(row.envelope, position, row.occurred_at);
  return { shard, workspaceId, position, attempts, envelope };
}

export function completed(
  envelope: Omit<Envelope, 'sequence'>,
  position: string,
  occurredAt: Date,
): Envelope {
  return {
    ...envelope,
    // The 19 digits of a bigint, because CloudEvents compares sequences as text.
    sequence: position.padStart(19, '0'),
    recordedtime: occurredAt.toISOString(),
  } as Envelope;
}
