import type { CredentialType } from './context.ts';
import type { z } from 'zod';
import type { Id, IdKind } from './id.ts';
import { ownerOf, type ServiceName } from './services.ts';
import type { Mode } from './schema.ts';

/** `workspace` events are about data that both modes share, such as users. */
export type Tenancy = 'tenant' | 'workspace';

export interface EventDefinition<
  Type extends string = string,
  Data extends z.ZodType<{ id: string }> = z.ZodType<{ id: string }>,
  Of extends Tenancy = Tenancy,
> {
  readonly kind: 'event';
  /** `resource.verb` in the past tense; also the routing key on the bus and the event name in webhooks. */
  readonly type: Type;
  readonly service: ServiceName;
  /** Kind of `data.id`. */
  readonly subject: IdKind;
  /** Events keep their order within this: records that exchange something, such as names, keep it within the workspace. */
  readonly orderedWithin: 'subject' | 'workspace';
  readonly tenancy: Of;
  /** `webhook` events are also delivered to integrations. */
  readonly audience: 'webhook' | 'bus';
  readonly summary: string;
  readonly data: Data;
  /** What the payload has beside `data`: texts, since CloudEvents allows only scalars. Null is absent on the bus. */
  readonly attributes?: z.ZodObject<Record<string, z.ZodType<string | null>>>;
}

/** The {@link EventDefinition.attributes} of an event. */
export type AttributesOf<E extends EventDefinition> = E extends {
  readonly attributes: infer A extends z.ZodType;
}
  ? z.output<A>
  : Record<string, never>;

export type TenantEvent = EventDefinition<string, z.ZodType<{ id: string }>, 'tenant'>;

type EventSpec<Type extends string, Data extends z.ZodType<{ id: string }>> = Pick<
  EventDefinition<Type, Data>,
  'type' | 'summary' | 'data'
>;

/** Defines an event, published after the commit. Workspace events stay on the bus, because webhooks belong to one mode. */
export function defineEvent<const Type extends string, Data extends z.ZodType<{ id: string }>>(
  spec: EventSpec<Type, Data> & {
    readonly tenancy?: 'tenant';
    readonly audience?: 'webhook' | 'bus';
    readonly orderedWithin?: 'workspace';
  },
): EventDefinition<Type, Data, 'tenant'>;
export function defineEvent<const Type extends string, Data extends z.ZodType<{ id: string }>>(
  spec: EventSpec<Type, Data> & { readonly tenancy: 'workspace'; readonly audience: 'bus' },
): EventDefinition<Type, Data, 'workspace'>;
export function defineEvent<Type extends string, Data extends z.ZodType<{ id: string }>>(
  spec: EventSpec<Type, Data> & Partial<Pick<EventDefinition, 'tenancy' | 'audience' | 'orderedWithin'>>,
): EventDefinition<Type, Data> {
  const subject = spec.type.slice(0, spec.type.indexOf('.')) as IdKind;
  const service = ownerOf(spec.type) as ServiceName;
  return {
    kind: 'event',
    tenancy: 'tenant',
    audience: 'webhook',
    orderedWithin: 'subject',
    ...spec,
    subject,
    service,
  };
}

/** Whether an event tells of changed fields, whose old values are in `previous`. */
export const reportsChange = (type: string): boolean =>
  /\.(updated|delivery_updated|status_changed|team_changed|snoozed|woken|assigned)$/.test(type);

/** The credential by which somebody acts: by its id a client knows the changes that it has made itself. */
export interface ActingCredential {
  id: string;
  type: CredentialType;
  app_id: Id<'app'> | null;
}

/** `operator`: who runs a command, which events call `system`; `assignment`: the rule of a team that assigns records. */
export interface Actor {
  type: 'user' | 'api_key' | 'operator' | 'system' | 'assignment';
  id: string | null;
  /** Null where nobody called the API: for the system, and for forms such as that of the sign-in. */
  credential: ActingCredential | null;
}

/** The actor of what happens by itself. */
export const SYSTEM: Actor = { type: 'system', id: null, credential: null };

type ModeOf<Of extends Tenancy> = Of extends 'workspace' ? null : Mode;

export interface EventOf<E extends EventDefinition> {
  /** Stable across redeliveries, for deduplication. */
  id: Id<'event'>;
  type: E['type'];
  /** ISO 8601, UTC. */
  time: string;
  /** The same by the clock of the database, just before the commit. */
  recordedAt: string;
  workspaceId: Id<'workspace'>;
  /** `null` for data that both modes share: users, teams, the workspace. */
  mode: ModeOf<E['tenancy']>;
  actor: Actor;
  /** Increases with every event of an aggregate; compare as text. */
  sequence: string;
  requestId: string | null;
  traceparent: string | null;
  tracestate?: string | undefined;
  data: z.output<E['data']>;
  /** Previous values of the changed fields, of an event that {@link reportsChange}. */
  previous: Partial<z.output<E['data']>> | null;
  attributes?: Readonly<Record<string, string | null>>;
}
