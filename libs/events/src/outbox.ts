import { Injectable } from '@nestjs/common';
import { busAttributeOf, dataSchemaOf, namesLiteral, uuidOf, type Actor } from '@parley/contracts';
import {
  EventSink,
  type ErasedBatch,
  type EventScope,
  type PendingEvent,
  type TenantOrWorkspaceContext,
  type SqlTransaction,
} from '@parley/runtime/context';
import { newId } from '@parley/runtime/records';
import { traceFields, tracing } from '@parley/runtime/tracing';
import { eraseEvents } from './erase-events.ts';
import { partitionKeyOf, shardOf, type Envelope } from './envelope.ts';

const COLUMNS = '(id, aggregatetype, aggregateid, type, shard, workspace_id, mode, envelope, names)';
const insert = (rows: string): string => `
  with event as (
    insert into outbox ${COLUMNS} ${rows} returning shard, workspace_id, position, id, occurred_at)
  insert into outbox_queue (shard, workspace_id, position, event_id, occurred_at)
    select shard, workspace_id, position, id, occurred_at from event`;
/** The statement of the common case: unnesting arrays costs more. */
const INSERT_ONE = insert('values ($1, $2, $3, $4, $5, $6, $7, $8, $9)');
const INSERT = insert(
  `select id, aggregate, aggregate_id, type, shard, workspace_id, mode, envelope, names::text[]
     from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::smallint[], $6::uuid[], $7::text[], $8::jsonb[], $9::text[])
       as event(id, aggregate, aggregate_id, type, shard, workspace_id, mode, envelope, names)`,
);

/** The envelope as the outbox stores it, with a new id; the relay adds `sequence` and `recordedtime`. */
export function toEnvelope(
  { tenant, actor, requestId, ...trace }: TenantOrWorkspaceContext,
  { definition, data, previous, attributes = {} }: PendingEvent,
  time: string,
): Omit<Envelope, 'sequence'> & Pick<Envelope, 'id' | 'subject' | 'partitionkey'> {
  return {
    specversion: '1.0',
    id: newId('event'),
    source: `/workspaces/${tenant.workspaceId}/${definition.service}`,
    type: definition.type,
    subject: data.id,
    time,
    datacontenttype: 'application/json',
    dataschema: dataSchemaOf(definition),
    partitionkey: definition.orderedWithin === 'workspace' ? tenant.workspaceId : data.id,
    workspaceid: tenant.workspaceId,
    ...(tenant.mode === null ? {} : { mode: tenant.mode }),
    actortype: actor.type === 'operator' ? 'system' : actor.type,
    ...(actor.id === null ? {} : { actorid: actor.id }),
    ...credentialFields(actor),
    requestid: requestId,
    ...traceFields(trace),
    ...(previous === null ? {} : { previous: JSON.stringify(previous) }),
    ...onBus(attributes),
    data,
  };
}

function credentialFields({ credential }: Actor): Partial<Envelope> {
  if (credential === null) return {};
  const { id, type, app_id: app } = credential;
  return { credentialid: id, credentialtype: type, ...(app === null ? {} : { appid: app }) };
}

const onBus = (attributes: Readonly<Record<string, string | null>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(attributes).flatMap(([name, value]) =>
      value === null ? [] : [[busAttributeOf(name), value]],
    ),
  );

/** Transactional outbox. Its columns have the names of Debezium's outbox event router, so that that can replace the relay. */
@Injectable()
export class Outbox extends EventSink {
  #onCommit: () => void = () => undefined;

  override write(tx: SqlTransaction, ctx: TenantOrWorkspaceContext, events: readonly PendingEvent[]) {
    const options = { attributes: { 'messaging.batch.message_count': events.length } };
    return tracing.run('outbox.write', ctx, options, (inner) => this.#write(tx, inner, events));
  }

  async #write(tx: SqlTransaction, ctx: TenantOrWorkspaceContext, events: readonly PendingEvent[]) {
    const time = new Date().toISOString();
    const workspaceId = uuidOf('workspace', ctx.tenant.workspaceId);
    const tenancy = ctx.tenant.mode === null ? 'workspace' : 'tenant';
    const rows = events.map((event): unknown[] => {
      const { definition, data } = event;
      if (definition.tenancy !== tenancy)
        throw new Error(`${definition.type} cannot be emitted in the context of a ${tenancy}`);
      const envelope = toEnvelope(ctx, event, time);
      const text = JSON.stringify(envelope);
      return [
        uuidOf('event', envelope.id),
        definition.subject,
        data.id,
        definition.type,
        shardOf(partitionKeyOf(envelope)),
        workspaceId,
        ctx.tenant.mode,
        text,
        namesLiteral(text),
      ];
    });
    const [first = []] = rows;
    const columnOf = (_: unknown, index: number) => rows.map((row) => row[index]);
    if (rows.length === 1) await tx.raw('outbox.insert_one', INSERT_ONE, first);
    else await tx.raw('outbox.insert', INSERT, first.map(columnOf));
  }

  override erase(tx: SqlTransaction, scope: EventScope, position: string): Promise<ErasedBatch> {
    return eraseEvents(tx, scope, position);
  }

  override committed(): void {
    this.#onCommit();
  }

  onCommit(callback: () => void): void {
    this.#onCommit = callback;
  }
}
