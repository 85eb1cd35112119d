import type { z } from 'zod';
import type { Id, IdKind } from './id.ts';
import type { ServiceName } from './operation.ts';
import type { Mode } from './schema.ts';

/** Whose an event is: one tenant's, or, of what both modes share, the workspace's. */
export type Tenancy = 'tenant' | 'workspace';

export interface EventDefinition<
  Type extends string = string,
  Data extends z.ZodType<{ id: string }> = z.ZodType<{ id: string }>,
  Of extends Tenancy = Tenancy,
> {
  readonly kind: 'event';
  /** Past-tense fact, `resource.verb`; also the routing key on the bus and the name in webhooks. */
  readonly type: Type;
  readonly service: ServiceName;
  /** Kind of the id that `data.id` carries: the aggregate whose events keep their order. */
  readonly subject: IdKind;
  readonly tenancy: Of;
  /** `webhook` events also reach integrations, `bus` events stay between services. */
  readonly audience: 'webhook' | 'bus';
  readonly summary: string;
  readonly data: Data;
}

/** An event of one tenant, as subscriptions of integrations are. */
export type TenantEvent = EventDefinition<string, z.ZodType<{ id: string }>, 'tenant'>;

type EventSpec<Type extends string, Data extends z.ZodType<{ id: string }>, Of extends Tenancy> = Omit<
  EventDefinition<Type, Data, Of>,
  'kind' | 'tenancy'
>;

/**
 * Defines a fact that a service publishes after it is committed. It is a tenant's unless `tenancy` says otherwise; what
 * is a workspace's stays on the bus, because each integration is told of one mode.
 */
export function defineEvent<const Type extends string, Data extends z.ZodType<{ id: string }>>(
  spec: EventSpec<Type, Data, 'tenant'> & { readonly tenancy?: 'tenant' },
): EventDefinition<Type, Data, 'tenant'>;
export function defineEvent<const Type extends string, Data extends z.ZodType<{ id: string }>>(
  spec: EventSpec<Type, Data, 'workspace'> & { readonly tenancy: 'workspace'; readonly audience: 'bus' },
): EventDefinition<Type, Data, 'workspace'>;
export function defineEvent<Type extends string, Data extends z.ZodType<{ id: string }>>(
  spec: EventSpec<Type, Data, Tenancy> & { readonly tenancy?: Tenancy },
): EventDefinition<Type, Data> {
  return { kind: 'event', tenancy: 'tenant', ...spec };
}

/** Who caused a change. */
export interface Actor {
  type: 'user' | 'api_key' | 'system';
  id: string | null;
}

type ModeOf<Of extends Tenancy> = Of extends 'workspace' ? null : Mode;

/** An event as subscribers receive it. */
export interface EventOf<E extends EventDefinition> {
  /** The same at every delivery of this event: what a subscriber deduplicates by. */
  id: Id<'event'>;
  type: E['type'];
  /** ISO 8601, UTC. */
  time: string;
  workspaceId: Id<'workspace'>;
  /** `null` for what both modes share: users, teams, the workspace itself. */
  mode: ModeOf<E['tenancy']>;
  actor: Actor;
  /** Grows with every event of one aggregate; compare as text. */
  sequence: string;
  requestId: string | null;
  traceparent: string | null;
  data: z.output<E['data']>;
  /** Old values of the fields that changed, on `*.updated`. */
  previous: Partial<z.output<E['data']>> | null;
}
