import 'reflect-metadata';
import type { EventDefinition, EventOf } from '@parley/contracts';
import type { EmittingTransaction, TenantContext, WorkspaceContext } from '@parley/kernel';

const ON = Symbol('parley:on');

type OneOf<E extends EventDefinition | readonly EventDefinition[]> = E extends readonly (infer One)[]
  ? One
  : E;
/** Distributes over a union of events. */
type EventFor<E> = E extends EventDefinition ? EventOf<E> : never;

type Contexts = { tenant: TenantContext; workspace: WorkspaceContext };
type ContextFor<E> = E extends EventDefinition ? Contexts[E['tenancy']] : never;
/**
 * Holds for a method whose transaction may be of any of these contexts. By the context alone: the class of transactions
 * stands in a library that this one does not know.
 */
type Serves<S, C> = S extends (event: never, tx: infer Tx extends { ctx: object }) => unknown
  ? [C] extends [Tx['ctx']]
    ? unknown
    : { 'this event gives tx another context': never }
  : unknown;

/**
 * Marks the method that reacts to an event, or to any of several. It runs in one transaction with its inbox entry,
 * beside other events of the moment: at least once per event, its effect exactly once. Called `<effect>When<Cause>`.
 */
export function On<const E extends EventDefinition | readonly EventDefinition[]>(events: E) {
  return <S extends (event: EventFor<OneOf<E>>, tx: never) => Promise<void>>(
    _target: object,
    _name: string | symbol,
    descriptor: TypedPropertyDescriptor<S> & Serves<S, ContextFor<OneOf<E>>>,
  ): void => {
    Reflect.defineMetadata(ON, Array.isArray(events) ? events : [events], descriptor.value as object);
  };
}

export type SubscriberMethod = (
  event: EventOf<EventDefinition>,
  tx: EmittingTransaction<TenantContext | WorkspaceContext>,
) => Promise<void>;

/** The events that a method reacts to, if it does. */
export function eventsHandledBy(method: unknown): readonly EventDefinition[] | undefined {
  return typeof method === 'function'
    ? (Reflect.getMetadata(ON, method) as readonly EventDefinition[] | undefined)
    : undefined;
}
