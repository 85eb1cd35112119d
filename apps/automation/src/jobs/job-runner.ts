import { Inject, Injectable } from '@nestjs/common';
import {
  ApiError,
  encodeId,
  JOB_RECORDS_MAX,
  JOB_SCOPES,
  listMatchingConversations,
  listMatchingTickets,
  lookUpUsers,
  type BulkResult,
  type Job,
  type JobFailure,
} from '@parley/contracts';
import { contextOfRow, type TenantContext } from '@parley/runtime/context';
import { LOGGER, type Logger } from '@parley/runtime/logging';
import { newUuid } from '@parley/runtime/records';
import { deleteInBatches, Every } from '@parley/runtime/scheduling';
import { Database, type RowChanges, type Transaction } from '@parley/persistence';
import { Rpc } from '@parley/rpc';
import { JobRow } from './job.entity.ts';
import { obstacleOf, recordsOfStep } from './job.rules.ts';
import { BULK_UPDATES } from './jobs.handlers.ts';
import * as queries from './jobs.queries.ts';

/** Time of a step, within the lease of its job, so that two processes never work on one. */
const STEP_MS = 20_000;
/** Steps in a row that may fail, five seconds apart, before the job does. */
const ATTEMPTS_MAX = 60;
const RETRY_MS = 5_000;
/** Time for which jobs and their results are kept. */
const KEPT_MS = 30 * 86_400_000;
/** Records of a page of matches. */
const PAGE = 100;

const MATCHING = { ticket: listMatchingTickets, conversation: listMatchingConversations } as const;

type Item = Pick<BulkResult['data'][number], 'status' | 'error'>;

/**
 * Runs jobs in steps: a step takes the lease of a job, and finds a page of its records, or changes up to a hundred by a bulk update of their
 * owner. The bulk update has an idempotency key of its own, so that a step that is repeated after a crash gets the results of the first
 * one. At most four jobs have a step at the same time in a process, each of another tenant.
 */
@Injectable()
export class JobRunner {
  constructor(
    private readonly db: Database,
    private readonly rpc: Rpc,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Every('500ms', 'job.run')
  async run(signal?: AbortSignal): Promise<void> {
    while (signal?.aborted !== true) {
      const claimed = await this.db.system(queries.claimJobs, [newUuid()]);
      if (claimed.length === 0) return;
      await Promise.all(claimed.map((job) => this.#step(job)));
    }
  }

  @Every('1h', 'job.prune')
  async prune(): Promise<void> {
    const before = new Date(Date.now() - KEPT_MS);
    await deleteInBatches(() => this.db.system(queries.pruneResults, [before]));
    await deleteInBatches(() => this.db.system(queries.pruneJobs, [before]));
  }

  async #step(job: JobRow): Promise<void> {
    const ctx = contextOf(job);
    try {
      const [user] = await this.rpc.call(lookUpUsers, ctx, { ids: [job.credential.userId] });
      const failure = obstacleOf(job, user);
      if (failure !== null) await this.#change(ctx, job, () => failed(failure));
      else if (job.is_collected) await this.#updateSome(ctx, job);
      else await this.#collectSome(ctx, job);
    } catch (err) {
      this.logger.warn({ event: 'job.step.failed', err, ...ctx.tenant }, 'Cannot do a step of a job');
      const isLast = job.attempts + 1 >= ATTEMPTS_MAX;
      const message = 'A service did not answer for long.';
      const later = { attempts: job.attempts + 1, lease_until: new Date(Date.now() + RETRY_MS) };
      await this.#change(contextOf(job), job, () =>
        isLast ? failed({ code: 'unavailable', message }) : later,
      );
    }
  }

  /** Adds a page of the records that match. */
  async #collectSome(ctx: TenantContext, job: JobRow): Promise<void> {
    const { resource, filter, cursor } = job;
    if (resource === 'contact' || filter === null) throw new Error('a job without a filter has its records');
    const page = await this.rpc.call(MATCHING[resource], ctx, {
      ...{ filter, page: 1, per_page: PAGE, sort: 'created_at', order: 'asc' },
      ...(cursor !== null && { cursor }),
    });
    await this.#change(ctx, job, async (row, tx) => {
      const ids = page.items.map(({ id }) => id);
      const total = row.total + ids.length;
      if (total > JOB_RECORDS_MAX) {
        const message = `The filter matches more than ${JOB_RECORDS_MAX} records.`;
        return failed({ code: 'too_many_records', message });
      }
      await tx.query(queries.insertResults, [row.id, ids.map(newUuid), ids, new Date()]);
      const next = page.next_cursor;
      return { ...RELEASED, total, cursor: next, is_collected: next === null };
    });
  }

  /** Updates the next records, and records what came of it. */
  async #updateSome(ctx: TenantContext, job: JobRow): Promise<void> {
    const size = recordsOfStep(job.update);
    const pending = await this.db.read(ctx).query(queries.findPending, [job.id, size]);
    const items = pending.length === 0 ? [] : await this.#askOwner(ctx, job, pending);
    await this.#change(ctx, job, async (row, tx) => {
      const statuses = items.map(({ status }) => status);
      const errors = items.map(({ error }) => (error === undefined ? null : JSON.stringify(error)));
      await tx.query(queries.recordResults, [pending.map(({ id }) => id), statuses, errors, new Date()]);
      const countOf = (status: string) => statuses.filter((one) => one === status).length;
      return {
        ...RELEASED,
        updated: row.updated + countOf('updated'),
        unchanged: row.unchanged + countOf('unchanged'),
        failed: row.failed + countOf('failed'),
        ...(pending.length < size && { status: 'succeeded', finished_at: new Date() }),
      };
    });
  }

  async #askOwner(
    ctx: TenantContext,
    { id, resource, update }: JobRow,
    pending: readonly { id: string; record_id: string }[],
  ): Promise<Item[]> {
    const job = encodeId('job', id);
    const idempotency = { key: pending[0]?.id ?? id, credentialId: job, fingerprint: job };
    try {
      const body = { ids: pending.map(({ record_id }) => record_id), update };
      const { value } = await this.rpc.forward(BULK_UPDATES[resource], { ...ctx, idempotency }, { body });
      return (value as BulkResult).data;
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500 || error.code === 'idempotency_in_progress')
        throw error;
      const { type, code, message, param } = error;
      // What the update names is gone: every record fails for the same reason.
      return pending.map(() => ({
        status: 'failed' as const,
        error: { type, code, message, ...(param !== undefined && { param }) },
      }));
    }
  }

  /** Changes a job whose lease this process still has. A job that was canceled meanwhile stays so. */
  async #change(
    ctx: TenantContext,
    { id, lease_id: lease }: JobRow,
    changesOf: (row: JobRow, tx: Transaction) => RowChanges<JobRow> | Promise<RowChanges<JobRow>>,
  ): Promise<void> {
    await this.db.transaction(ctx, async (tx) => {
      const row = await tx.lock(queries.lockLeasedJob, [id, lease]);
      if (row === undefined) return;
      const { status, finished_at, ...changes } = await changesOf(row, tx);
      const isOpen = row.finished_at === null;
      await tx.update(JobRow, row, {
        ...changes,
        ...(isOpen && status !== undefined && { status }),
        ...(isOpen && finished_at !== undefined && { finished_at }),
      });
    });
  }
}

const RELEASED = { lease_id: null, lease_until: null, attempts: 0 } as const;

const failed = (failure: JobFailure): RowChanges<JobRow> => ({
  ...{ ...RELEASED, failure, status: 'failed' satisfies Job['status'], finished_at: new Date() },
});

/** The context of who made a job, limited to what the job may do. */
function contextOf({ workspace_id, mode, actor, credential, resource }: JobRow): TenantContext {
  const ctx = contextOfRow({ workspace_id, mode }, STEP_MS);
  const { read, write } = JOB_SCOPES[resource];
  return { ...ctx, actor, principal: { ...ctx.tenant, ...credential, scopes: [read, write] } };
}
