/* oxlint-disable statements/locked-reads -- a claim reads no row but that which it locks */
import { anyWord, defineList, equals, type ListDefinition } from '@parley/lists';
import { pruneStatement, Selection, systemStatement, tenantStatement } from '@parley/persistence';
import type { Viewer } from '../audience/audience.rules.ts';
import { JobResultRow, JobRow } from './job.entity.ts';

const JOBS = Selection.of(JobRow);
const RESULTS = Selection.of(JobResultRow);

const FIND = `${JOBS.select()} where workspace_id = $1 and mode = $2 and id = $3`;

export const findJob = tenantStatement<JobRow>('job.find', FIND);
export const findJobForUpdate = tenantStatement<JobRow>('job.find_for_update', `${FIND} for update`);

const IS_OPEN = `status in ('queued', 'running')`;

/** Until the transaction ends: jobs of a tenant are created one after the other. */
export const lockJobsOfTenant = tenantStatement<never>(
  'job.lock_tenant',
  `select from pg_advisory_xact_lock(7316, hashtext(current_schema() || '/' || $1::uuid || '/' || $2))`,
);

export const countOpenJobs = tenantStatement<{ count: number }>(
  'job.count_open',
  `select count(*)::int as count from job where workspace_id = $1 and mode = $2 and ${IS_OPEN}`,
);

/** The jobs that somebody sees. The handler adds `seen` to the query. */
export const jobListOf = ({ userId, isAdmin }: Viewer): ListDefinition<JobRow> =>
  defineList({
    name: 'job.list',
    rows: JOBS,
    sorts: { created_at: 'created_at' },
    filters: {
      seen: {
        sql: '',
        composed: (bind) => (isAdmin ? 'true' : `owner_id = ${bind(userId)}`),
        value: () => null,
      },
      resource: anyWord('resource'),
      status: anyWord('status'),
    },
  });

export const jobResultList = defineList<JobResultRow>({
  name: 'job_result.list',
  rows: RESULTS,
  sorts: { created_at: 'created_at' },
  filters: { job_id: equals('job_id'), status: anyWord('status') },
});

/**
 * Takes jobs that no process works on, one of a tenant, that of the tenant first that was served longest ago, so that a tenant with
 * many jobs gets no more than one with a single job. `$1`: the lease.
 */
export const claimJobs = systemStatement<JobRow>(
  'job.claim',
  'one loop serves all tenants',
  `update job set lease_id = $1, lease_until = now() + interval '30 seconds', served_at = clock_timestamp(),
       status = 'running', version = job.version + 1, started_at = coalesce(started_at, date_trunc('milliseconds', now()))
     from (select j.workspace_id, j.mode, j.id from job j
            where j.${IS_OPEN} and (j.lease_until is null or j.lease_until < now())
              and not exists (select from job o where o.workspace_id = j.workspace_id and o.mode = j.mode and o.${IS_OPEN}
                and (o.lease_until is null or o.lease_until < now()) and (o.served_at, o.id) < (j.served_at, j.id))
            order by (select max(o.served_at) from job o
                       where o.workspace_id = j.workspace_id and o.mode = j.mode and o.${IS_OPEN})
            limit 4 for update of j skip locked) next
    where job.workspace_id = next.workspace_id and job.mode = next.mode and job.id = next.id
    returning ${JOBS.columns.map((column) => `job.${column}`).join(', ')}`,
);

/** Locks the job `$3` if the lease `$4` is still its own. */
export const lockLeasedJob = tenantStatement<JobRow>(
  'job.lock_leased',
  `${FIND} and lease_id = $4 for update`,
);

export const insertResults = tenantStatement<never>(
  'job_result.insert',
  `insert into job_result (workspace_id, mode, id, version, job_id, record_id, status, created_at, updated_at)
   select $1, $2, id, 1, $3, record_id, 'pending', $6, $6 from unnest($4::uuid[], $5::text[]) found (id, record_id)`,
);

export const findPending = tenantStatement<{ id: string; record_id: string }>(
  'job_result.find_pending',
  `select id, record_id from job_result
    where workspace_id = $1 and mode = $2 and job_id = $3 and status = 'pending' order by created_at, id limit $4`,
);

export const recordResults = tenantStatement<never>(
  'job_result.record',
  `update job_result r set status = done.status, error = done.error, version = version + 1, updated_at = $6
     from unnest($3::uuid[], $4::text[], $5::jsonb[]) done (id, status, error)
    where r.workspace_id = $1 and r.mode = $2 and r.id = done.id`,
);

export const pruneJobs = pruneStatement(
  'job.prune',
  'job',
  'workspace_id, mode, id',
  'created_at',
  `not ${IS_OPEN}`,
);
export const pruneResults = pruneStatement(
  'job_result.prune',
  'job_result',
  'workspace_id, mode, id',
  'created_at',
);
