import 'reflect-metadata';
import type { EventDefinition, EventOf } from '@parley/contracts';
import type { EmittingTransaction, TenantContext, WorkspaceContext } from '@parley/runtime/context';

const ON = Symbol('parley:on');

export type OneOf<E extends EventDefinition | readonly EventDefinition[]> = E extends readonly (infer One)[]
  ? One
  : E;
export type EventFor<E> = E extends EventDefinition ? EventOf<E> : never;

type Contexts = { tenant: TenantContext; workspace: WorkspaceContext };
type ContextFor<E> = E extends EventDefinition ? Contexts[E['tenancy']] : never;
/** Compares only the contexts: the transaction class belongs to a library that this one does not import. */
type Accepts<Tx extends { ctx: object }, C> = [C] extends [Tx['ctx']]
  ? unknown
  : { 'tx of this event has a different context': never };
type AcceptsOne<S, C> = S extends (event: never, tx: infer Tx extends { ctx: object }) => unknown
  ? Accepts<Tx, C>
  : unknown;
type AcceptsBatch<S, C> = S extends (
  batch: readonly BatchItem<never, infer Tx extends { ctx: object }>[],
) => unknown
  ? Accepts<Tx, C>
  : unknown;

/** An event of a batch, with a handle for its tenant on the transaction that the batch shares. */
export interface BatchItem<Event, Tx> {
  readonly event: Event;
  readonly tx: Tx;
}

/** The events of a batch by a name of their tenant, each in its order. */
export function byTenant<Item extends BatchItem<unknown, { ctx: TenantContext }>>(
  batch: readonly Item[],
): Map<string, Item[]> {
  const tenants = new Map<string, Item[]>();
  for (const item of batch) {
    const { workspaceId, mode } = item.tx.ctx.tenant;
    const tenant = `${workspaceId}/${mode}`;
    const others = tenants.get(tenant);
    if (others === undefined) tenants.set(tenant, [item]);
    else others.push(item);
  }
  return tenants;
}

/** Which events a subscriber needs: others are processed without it, and without a transaction. */
interface Filter<E extends EventDefinition | readonly EventDefinition[]> {
  readonly filter?: (event: EventFor<OneOf<E>>) => boolean;
}

/**
 * Marks a method as the subscriber to some events, named `<effect>When<Cause>`, in one transaction with the record that the
 * event is processed. The record has the name: a renamed method would repeat effects.
 */
export function On<const E extends EventDefinition | readonly EventDefinition[]>(
  events: E,
  { filter }: Filter<E> = {},
) {
  return <S extends (event: EventFor<OneOf<E>>, tx: never) => Promise<void>>(
    _target: object,
    name: string,
    descriptor: TypedPropertyDescriptor<S> & AcceptsOne<S, ContextFor<OneOf<E>>>,
  ): void => {
    const method = descriptor.value as unknown as Method<[AnyEvent, AnyTransaction]>;
    mark(method, { name, events: [events].flat(), filter: filter as never, run: oneByOne(method) });
  };
}

/** The {@link On} for a batch of events of any tenants. If the method throws, it receives each event alone. */
export function OnBatch<const E extends EventDefinition | readonly EventDefinition[]>(
  events: E,
  { filter }: Filter<E> = {},
) {
  return <S extends (batch: readonly BatchItem<EventFor<OneOf<E>>, never>[]) => Promise<void>>(
    _target: object,
    name: string,
    descriptor: TypedPropertyDescriptor<S> & AcceptsBatch<S, ContextFor<OneOf<E>>>,
  ): void => {
    const method = descriptor.value as unknown as Method<[Batch]>;
    mark(method, { name, events: [events].flat(), filter: filter as never, run: method });
  };
}

/**
 * Tells a method of events without a transaction, and without a record that it was told: it may be told of one twice, and is not told
 * again if the process ends meanwhile. For what is only sooner up to date because of them.
 */
export function Observe<const E extends EventDefinition | readonly EventDefinition[]>(events: E) {
  return <S extends (event: EventFor<OneOf<E>>) => void>(
    _target: object,
    name: string,
    descriptor: TypedPropertyDescriptor<S>,
  ): void => {
    const observe = descriptor.value as unknown as SubscriberMetadata['observe'];
    const run = () => Promise.resolve();
    mark(observe as object, { name, events: [events].flat(), filter: undefined, observe, run });
  };
}

type AnyEvent = EventOf<EventDefinition>;
type AnyTransaction = EmittingTransaction<TenantContext | WorkspaceContext>;
type Batch = readonly BatchItem<AnyEvent, AnyTransaction>[];
type Method<Args extends unknown[]> = (this: unknown, ...args: Args) => Promise<void>;

export interface SubscriberMetadata {
  readonly name: string;
  readonly events: readonly EventDefinition[];
  readonly filter: ((event: AnyEvent) => boolean) | undefined;
  /** The method of an observer, in place of `run`. */
  readonly observe?: ((this: unknown, event: AnyEvent) => void) | undefined;
  readonly run: Method<[Batch]>;
}

export function oneByOne(method: Method<[AnyEvent, AnyTransaction]>): Method<[Batch]> {
  return async function (batch) {
    for (const { event, tx } of batch) await method.call(this, event, tx);
  };
}

function mark(method: object, subscriber: SubscriberMetadata): void {
  Reflect.defineMetadata(ON, subscriber, method);
}

export function subscriberMetadata(method: object): SubscriberMetadata | undefined {
  return Reflect.getMetadata(ON, method) as SubscriberMetadata | undefined;
}
