import { createHash } from 'node:crypto';
import {
  emailKey,
  encodeId,
  services,
  type beginErasure,
  type ErasureTarget,
  type Id,
  type Input,
  type Mode,
  type ServiceName,
} from '@parley/contracts';
import type { ErasedBatch, WorkspaceContext } from '@parley/runtime/context';
import type { Transaction } from '../transaction/transaction.ts';

/** Rows of a batch: each is one transaction, which requests wait for only briefly. */
export const ERASE_BATCH = 500;

export interface Erasure {
  readonly type: 'workspace' | 'test_data' | 'contact';
  readonly workspaceId: Id<'workspace'>;
  readonly mode: Mode | null;
  /** Uuid of the contact; otherwise of the workspace. */
  readonly subjectId: string;
  readonly requestedAt: Date;
  /** How often everything was gone through before. */
  readonly rounds: number;
  /** What {@link emailHash} makes of the address of the contact; null if it has none, or was deleted before. */
  readonly emailHash: Buffer | null;
}

/** Equal for two addresses that are those of one contact. */
export const emailHash = (email: string): Buffer => createHash('sha256').update(emailKey(email)).digest();

/**
 * Erases one batch, in the transaction that stores the progress. `position` is where the one before ended; `''` at first. `later`
 * has the next run of the job try again.
 */
export type ErasureStep = (
  tx: Transaction<WorkspaceContext>,
  erasure: Erasure,
  position: string,
) => Promise<ErasedBatch | 'later'>;

/** Steps in their order, by names that a stored erasure continues with: another release may have others, and in another order. */
export type ErasureSteps = Readonly<Record<string, ErasureStep>>;

/**
 * What a service adds to the deletion of all rows of a workspace or of its test data, and how it erases a contact: nothing, until a
 * subclass says more.
 */
export class ServiceErasure {
  /** Come first, and are not repeated if an erasure begins again. */
  openingSteps(_type: Erasure['type']): ErasureSteps {
    return {};
  }

  /** Come before the rows of all tables are deleted, or before the copies of a contact are. */
  steps(_type: Erasure['type']): ErasureSteps {
    return {};
  }

  /** Come at the end of the deletion of a workspace. */
  readonly lastSteps: ErasureSteps = {};
  /** Tables whose rows {@link steps} delete, because no index finds them by their workspace. */
  readonly handled: readonly string[] = [];
  /** Tables that hold settings of test mode, which a reset of test data keeps. */
  readonly settings: readonly string[] = [];
}

/** The result of a batch that finds what is left by itself. */
export const countedBatch = (rows: readonly unknown[]): ErasedBatch => ({
  erased: rows.length,
  next: rows.length < ERASE_BATCH ? null : '',
});

function targetOf({ type, workspaceId: workspace, mode, subjectId }: Erasure): ErasureTarget {
  return type === 'contact'
    ? { type, workspace, mode: mode ?? 'live', contact: encodeId('contact', subjectId) }
    : { type, workspace };
}

/** The services that have a part in an erasure that one of them begins. */
export const servicesBeside = (own: ServiceName, type: Erasure['type']): ServiceName[] =>
  // Identity stores nothing about contacts.
  services.filter((service) => service !== own && !(type === 'contact' && service === 'identity'));

/** The opening step of the service that begins an erasure: it tells the others, which then repeat it by themselves. */
export const tellServices =
  (own: ServiceName, tell: (told: Input<typeof beginErasure>) => Promise<unknown>): ErasureStep =>
  async (_tx, erasure) => {
    if (erasure.rounds === 0)
      for (const service of servicesBeside(own, erasure.type))
        await tell({
          ...{ service, target: targetOf(erasure) },
          email_hash: erasure.emailHash?.toString('hex') ?? null,
        });
    return { erased: 0, next: null };
  };
