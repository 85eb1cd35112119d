import { dataSchemaOf } from '@parley/contracts';
import { type PendingEvent, type TenantOrWorkspaceContext } from '@parley/runtime/context';
import { newId } from '@parley/runtime/records';
import { traceFields } from '@parley/runtime/tracing';
import type { Envelope } from './envelope.ts';

/** The envelope as the outbox stores it, with a new id; the relay adds `sequence` and `recordedtime`. */
export function toEnvelope(
  { tenant, actor, requestId, ...trace }: TenantOrWorkspaceContext,
  { definition, data, previous }: PendingEvent,
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
    requestid: requestId,
    ...traceFields(trace),
    ...(previous === null ? {} : { previous: JSON.stringify(previous) }),
    data,
  };
}
