import type { AttributesOf, EventDefinition, Id, Mode } from '@parley/contracts';
import type { z } from 'zod';
import type { Context, TenantOrWorkspaceContext } from './context.ts';

/** An event to be published if the transaction commits. */
export interface PendingEvent {
  definition: EventDefinition;
  data: { id: string };
  previous: Record<string, unknown> | null;
  attributes?: Readonly<Record<string, string | null>>;
}

export interface SqlTransaction {
  /** Runs SQL on the connection of the transaction; only for the libraries' own tables. */
  raw<Row>(name: string, text: string, values: readonly unknown[]): Promise<Row[]>;
}

export interface EmittingTransaction<C extends Context = Context> extends SqlTransaction {
  readonly ctx: C;
  /** Publishes an event if, and only if, the transaction commits. */
  emit<E extends EventDefinition>(
    definition: E,
    data: z.output<E['data']>,
    previous?: Partial<z.output<E['data']>> | null,
    attributes?: AttributesOf<E>,
  ): void;
}

/** How many rows a batch has erased, and where the next batch continues; `null` if it was the last one. */
export interface ErasedBatch {
  readonly erased: number;
  readonly next: string | null;
}

export interface ErasedContact {
  readonly id: Id<'contact'>;
  /** Messages of users in its conversations are about it if they are older. */
  readonly writtenBefore: Date;
  /** Which of at most 1,000 conversations are those of the contact. */
  readonly conversationsAmong: (ids: readonly Id<'conversation'>[]) => Promise<readonly Id<'conversation'>[]>;
}

/** The stored events of a workspace, of its test mode, or those about a contact. */
export interface EventScope {
  readonly workspaceId: Id<'workspace'>;
  /** `null` for both. */
  readonly mode: Mode | null;
  readonly contact: ErasedContact | null;
}

/** Stores the events of a transaction beside its rows. libs/events provides it, libs/persistence calls it. */
export abstract class EventSink {
  abstract write(
    tx: SqlTransaction,
    ctx: TenantOrWorkspaceContext,
    events: readonly PendingEvent[],
  ): Promise<void>;
  /** Erases a batch of published events and of dead letters, from a position on; `''` is the start. */
  abstract erase(tx: SqlTransaction, scope: EventScope, position: string): Promise<ErasedBatch>;
  /** Wakes the relay after a commit that wrote events. */
  abstract committed(): void;
}

/** Opens transactions. libs/persistence provides it, libs/events runs subscribers in it. */
export abstract class TransactionRunner {
  /** One transaction for several tenants; `open` returns a handle for the data of one. */
  abstract batchTransaction(
    work: (
      tx: SqlTransaction,
      open: <C extends TenantOrWorkspaceContext>(ctx: C) => EmittingTransaction<C>,
    ) => Promise<void>,
  ): Promise<void>;
  /** SQL outside a transaction and outside any tenant, for the libraries' own tables. */
  abstract raw<Row>(name: string, text: string, values: readonly unknown[]): Promise<Row[]>;
  /** A transaction outside any tenant, for the libraries' own tables. */
  abstract rawTransaction<T>(work: (tx: SqlTransaction) => Promise<T>): Promise<T>;
}

/** A folder of .sql migrations, applied to the schema of each service that uses it (docs/adr/0017-migrations.md). */
export interface MigrationSource {
  /** Unique among the sources of a service: recorded migrations are named `<name>/<file>`. */
  readonly name: string;
  readonly folder: URL;
  /** Values of placeholders: `{{record}}`, or `{{columns}}` for a list, of which `{{old.columns}}` is `old.name, old.email`. */
  readonly names?: Readonly<Record<string, string | readonly string[]>>;
}
