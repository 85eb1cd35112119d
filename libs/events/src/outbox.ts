import { Injectable } from '@nestjs/common';
import { uuidOf } from '@parley/contracts';
import { EventSink, newId, type PendingEvent, type ScopedContext, type SqlTransaction } from '@parley/kernel';
import { shardOf, toEnvelope } from './envelope.ts';

const INSERT = `
  insert into outbox (id, aggregatetype, aggregateid, type, shard, envelope)
  select * from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::smallint[], $6::jsonb[])`;

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
    const columns: [string[], string[], string[], string[], number[], string[]] = [[], [], [], [], [], []];
    // One clock reading for all: events of one change carry one time, and the order they were emitted in.
    const time = new Date().toISOString();
    const tenancy = ctx.tenant.mode === null ? 'workspace' : 'tenant';
    for (const { definition, data, previous } of events) {
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
      columns[0].push(uuidOf('event', id));
      columns[1].push(definition.subject);
      columns[2].push(data.id);
      columns[3].push(definition.type);
      columns[4].push(shardOf(data.id));
      columns[5].push(JSON.stringify(envelope));
    }
    await tx.raw('outbox.insert', INSERT, columns);
  }

  override committed(): void {
    this.#onCommit();
  }

  /** Calls back after each commit that wrote events. */
  onCommit(callback: () => void): void {
    this.#onCommit = callback;
  }
}
