import { Injectable } from '@nestjs/common';
import { uuidOf } from '@parley/contracts';
import { EventSink, newId, type PendingEvent, type ScopedContext, type SqlTransaction } from '@parley/kernel';
import { shardOf, toEnvelope } from './envelope.ts';

const COLUMNS = '(id, aggregatetype, aggregateid, type, shard, envelope)';
/** Most changes make one event, and arrays cost. */
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
 * Stores events in the transaction of the change they tell of. Column names are those of Debezium's outbox router, so
 * that a platform team may replace the relay by change data capture.
 */
@Injectable()
export class Outbox extends EventSink {
  #onCommit: () => void = () => undefined;

  override async write(
    tx: SqlTransaction,
    ctx: ScopedContext,
    events: readonly PendingEvent[],
  ): Promise<void> {
    // One clock reading for all: events of one change carry one time, and the order they were emitted in.
    const time = new Date().toISOString();
    const tenancy = ctx.tenant.mode === null ? 'workspace' : 'tenant';
    const rows = events.map(({ definition, data, previous }): OutboxColumns => {
      // Its subscribers would be given a context that their types rule out.
      if (definition.tenancy !== tenancy) throw new Error(`${definition.type} is no event of a ${tenancy}`);
      const id = newId('event');
      const envelope = toEnvelope({
        id,
        definition,
        time,
        workspaceId: ctx.tenant.workspaceId,
        mode: ctx.tenant.mode,
        actor: ctx.actor,
        requestId: ctx.requestId,
        traceparent: ctx.traceparent,
        data,
        previous,
      });
      return [
        uuidOf('event', id),
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

  /** Calls back after each commit that wrote events. */
  onCommit(callback: () => void): void {
    this.#onCommit = callback;
  }
}

const transposed = (rows: readonly OutboxColumns[]): unknown[][] =>
  Array.from({ length: 6 }, (_, column) => rows.map((row) => row[column]));
