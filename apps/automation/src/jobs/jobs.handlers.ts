import { Injectable } from '@nestjs/common';
import {
  ApiError,
  cancelJob,
  createJob,
  getJob,
  hasRequiredScope,
  insufficientScope,
  invalidParameter,
  JOB_SCOPES,
  listJobResults,
  listJobs,
  decodeId,
  notFound,
  OPEN_JOBS_MAX,
  updateContacts,
  updateConversations,
  updateTickets,
  uuidOf,
  type Id,
  type Job,
  type JobResource,
  type ParsedInput,
} from '@parley/contracts';
import type { TenantContext } from '@parley/runtime/context';
import { newUuid, uuidOfNewRecord } from '@parley/runtime/records';
import { readPage } from '@parley/lists';
import { Database, type Transaction } from '@parley/persistence';
import { Handles, Rpc } from '@parley/rpc';
import { Viewers } from '../audience/viewers.ts';
import type { Viewer } from '../audience/audience.rules.ts';
import { JobRow } from './job.entity.ts';
import { assertUpdate } from './job.rules.ts';
import { toJob, toJobResult } from './job.serializer.ts';
import * as queries from './jobs.queries.ts';

/** The bulk updates that jobs consist of. */
export const BULK_UPDATES = {
  ticket: updateTickets,
  conversation: updateConversations,
  contact: updateContacts,
} as const;

/** No record has this id: a bulk update of it checks what the update refers to, and changes nothing. */
const NOBODY = '-';

@Injectable()
export class Jobs {
  constructor(
    private readonly db: Database,
    private readonly rpc: Rpc,
    private readonly viewers: Viewers,
  ) {}

  @Handles(createJob)
  async create(ctx: TenantContext, { body }: ParsedInput<typeof createJob>) {
    const { resource, ids, filter, update } = body;
    const { principal } = ctx;
    if (principal === undefined) throw new ApiError('forbidden');
    requireScopes(principal.scopes, resource, filter !== null);
    assertIds(resource, ids ?? []);
    assertUpdate(resource, update);
    await this.rpc.forward(
      BULK_UPDATES[resource],
      { ...ctx, idempotency: undefined },
      {
        body: { ids: [NOBODY], update },
      },
    );
    const { type, credentialId, userId, appId, role } = principal;
    return this.db.transaction(ctx, async (tx) => {
      await requireRoom(tx);
      const at = new Date();
      const row = await tx.insert(JobRow, {
        ...{ id: uuidOfNewRecord(ctx), resource, filter, update, status: 'queued' },
        ...{ total: ids?.length ?? 0, updated: 0, unchanged: 0, failed: 0, failure: null },
        ...{ owner_id: uuidOf('user', userId), actor: ctx.actor },
        credential: { type, credentialId, userId, role, ...(appId !== undefined && { appId }) },
        ...{ cursor: null, is_collected: ids !== null, started_at: null, finished_at: null },
        ...{ lease_id: null, lease_until: null, served_at: at, attempts: 0, created_at: at },
      });
      if (ids !== null) await tx.query(queries.insertResults, [row.id, ids.map(newUuid), ids, at]);
      return toJob(row);
    });
  }

  @Handles(listJobs)
  async list(ctx: TenantContext, { query }: ParsedInput<typeof listJobs>) {
    const list = queries.jobListOf(await this.viewers.of(ctx));
    const { rows, ...page } = await readPage(this.db.read(ctx), list, { ...query, seen: true });
    return { ...page, items: rows.map(toJob) };
  }

  @Handles(getJob)
  async get(ctx: TenantContext, { params }: ParsedInput<typeof getJob>): Promise<Job> {
    return toJob(await this.#find(ctx, params.job_id));
  }

  @Handles(cancelJob)
  async cancel(ctx: TenantContext, { params }: ParsedInput<typeof cancelJob>) {
    const viewer = await this.viewers.of(ctx);
    return this.db.transaction(ctx, async (tx) => {
      const row = await tx.lock(queries.findJobForUpdate, [uuidOf('job', params.job_id)]);
      if (row === undefined || !isSeenBy(viewer, row)) throw notFound('job');
      if (row.finished_at !== null) return toJob(row);
      return toJob(await tx.update(JobRow, row, { status: 'canceled', finished_at: new Date() }));
    });
  }

  @Handles(listJobResults)
  async results(ctx: TenantContext, { params, query }: ParsedInput<typeof listJobResults>) {
    const { id } = await this.#find(ctx, params.job_id);
    const { rows, ...page } = await readPage(this.db.read(ctx), queries.jobResultList, {
      ...query,
      job_id: id,
    });
    return { ...page, items: rows.map(toJobResult) };
  }

  async #find(ctx: TenantContext, id: Id<'job'>): Promise<JobRow> {
    const viewer = await this.viewers.of(ctx);
    const row = await this.db.read(ctx).one(queries.findJob, [uuidOf('job', id)]);
    if (row === undefined || !isSeenBy(viewer, row)) throw notFound('job');
    return row;
  }
}

const isSeenBy = ({ isAdmin, userId }: Viewer, { owner_id: owner }: JobRow): boolean =>
  isAdmin || owner === userId;

/** Throws 403 unless the caller may write the records, and read those that a filter finds. */
function requireScopes(
  held: Parameters<typeof hasRequiredScope>[0],
  resource: JobResource,
  hasFilter: boolean,
): void {
  const { read, write } = JOB_SCOPES[resource];
  const missing = [write, ...(hasFilter ? [read] : [])].filter((scope) => !hasRequiredScope(held, scope));
  if (missing.length > 0) throw insufficientScope(missing);
}

/** Throws 422 for an id that is not one of the resource. */
function assertIds(resource: JobResource, ids: readonly string[]): void {
  const wrong = ids.findIndex((id) => decodeId(resource, id) === null);
  if (wrong >= 0) throw invalidParameter(`ids[${wrong}]`, `must be a valid ${resource} id`);
}

async function requireRoom(tx: Transaction): Promise<void> {
  // Concurrent requests count one after the other.
  await tx.query(queries.lockJobsOfTenant);
  if (((await tx.one(queries.countOpenJobs))?.count ?? 0) >= OPEN_JOBS_MAX)
    throw new ApiError('too_many_items', {
      message: `${OPEN_JOBS_MAX} jobs of the workspace are not finished in this mode, which is the maximum.`,
    });
}
