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
type Serves<Tx extends { ctx: object }, C> = [C] extends [Tx['ctx']]
  ? unknown
  : { 'this event gives tx another context': never };
type ServesOne<S, C> = S extends (event: never, tx: infer Tx extends { ctx: object }) => unknown
  ? Serves<Tx, C>
  : unknown;
type ServesBatch<S, C> = S extends (
  batch: readonly Occurrence<never, infer Tx extends { ctx: object }>[],
) => unknown
  ? Serves<Tx, C>
  : unknown;

/** An event, and what to react to it in: of its tenant, and one transaction with those of the others of its batch. */
export interface Occurrence<Event, Tx> {
  readonly event: Event;
  readonly tx: Tx;
}

/**
 * Marks the method that reacts to an event, or to any of several. It runs in one transaction with its inbox entry,
 * beside other events of the moment: at least once per event, its effect exactly once. Called `<effect>When<Cause>`.
 */
export function On<const E extends EventDefinition | readonly EventDefinition[]>(events: E) {
  return <S extends (event: EventFor<OneOf<E>>, tx: never) => Promise<void>>(
    _target: object,
    _name: string | symbol,
    descriptor: TypedPropertyDescriptor<S> & ServesOne<S, ContextFor<OneOf<E>>>,
  ): void => {
    const method = descriptor.value as unknown as Method<[AnyEvent, AnyTransaction]>;
    mark(method, events, oneByOne(method));
  };
}

/**
 * Like {@link On}, for a method that takes all events of the moment at once, of whatever tenants: what is written for
 * many in one statement costs a part of what it costs for each. When it throws, it gets each of them alone.
 */
export function OnBatch<const E extends EventDefinition | readonly EventDefinition[]>(events: E) {
  return <S extends (batch: readonly Occurrence<EventFor<OneOf<E>>, never>[]) => Promise<void>>(
    _target: object,
    _name: string | symbol,
    descriptor: TypedPropertyDescriptor<S> & ServesBatch<S, ContextFor<OneOf<E>>>,
  ): void => {
    const method = descriptor.value as unknown as Method<[Batch]>;
    mark(method, events, method);
  };
}

type AnyEvent = EventOf<EventDefinition>;
type AnyTransaction = EmittingTransaction<TenantContext | WorkspaceContext>;
type Batch = readonly Occurrence<AnyEvent, AnyTransaction>[];
type Method<Args extends unknown[]> = (this: unknown, ...args: Args) => Promise<void>;

/** What a method reacts to, and how it is given its events. */
export interface Reaction {
  readonly events: readonly EventDefinition[];
  readonly run: Method<[Batch]>;
}

/** Gives the events of a batch to a method that takes one. */
export function oneByOne(method: Method<[AnyEvent, AnyTransaction]>): Method<[Batch]> {
  return async function (batch) {
    for (const { event, tx } of batch) await method.call(this, event, tx);
  };
}

function mark(
  method: object,
  events: EventDefinition | readonly EventDefinition[],
  run: Method<[Batch]>,
): void {
  const reaction: Reaction = { events: Array.isArray(events) ? events : [events as EventDefinition], run };
  Reflect.defineMetadata(ON, reaction, method);
}

/** What a method reacts to, if it does. */
export function reactionOf(method: unknown): Reaction | undefined {
  return typeof method === 'function' ? (Reflect.getMetadata(ON, method) as Reaction | undefined) : undefined;
}
