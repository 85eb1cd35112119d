import type { z } from 'zod';
import type { Id, IdKind } from './id.ts';
import type { ServiceName } from './operation.ts';
import type { Mode } from './schema.ts';

export interface EventDefinition<
  Type extends string = string,
  Data extends z.ZodType<{ id: string }> = z.ZodType<{ id: string }>,
> {
  readonly kind: 'event';
  /** Past-tense fact, `resource.verb`; also the routing key on the bus and the name in webhooks. */
  readonly type: Type;
  readonly service: ServiceName;
  /** Kind of the id that `data.id` carries: the aggregate whose events keep their order. */
  readonly subject: IdKind;
  /** `webhook` events also reach integrations, `bus` events stay between services. */
  readonly audience: 'webhook' | 'bus';
  readonly summary: string;
  readonly data: Data;
}

/** Defines a fact that a service publishes after it is committed. */
export function defineEvent<const Type extends string, Data extends z.ZodType<{ id: string }>>(
  spec: Omit<EventDefinition<Type, Data>, 'kind'>,
): EventDefinition<Type, Data> {
  return { kind: 'event', ...spec };
}

/** Who caused a change. */
export interface Actor {
  type: 'user' | 'api_key' | 'system';
  id: string | null;
}

/** An event as subscribers receive it. */
export interface EventOf<E extends EventDefinition> {
  /** The same at every delivery of this event: what a subscriber deduplicates by. */
  id: Id<'event'>;
  type: E['type'];
  /** ISO 8601, UTC. */
  time: string;
  workspaceId: Id<'workspace'>;
  /** `null` for what both modes share: users, teams, the workspace itself. */
  mode: Mode | null;
  actor: Actor;
  /** Grows with every event of one aggregate; compare as text. */
  sequence: string;
  requestId: string | null;
  traceparent: string | null;
  data: z.output<E['data']>;
  /** Old values of the fields that changed, on `*.updated`. */
  previous: Partial<z.output<E['data']>> | null;
}
