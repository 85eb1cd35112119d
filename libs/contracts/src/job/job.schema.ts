import { z } from 'zod';
import { BulkError } from '../bulk.ts';
import { component, integer, nullableInteger, string } from '../documented.ts';
import { RecordFilter, RecordFilterInput } from '../filter/filter.schema.ts';
import { exampleId, idOf } from '../id.ts';
import { CreatedAt, Timestamp, UpdatedAt } from '../schema.ts';

/** Records that a job may change. */
export const JOB_RECORDS_MAX = 50_000;
/** Ids that a job may be given, which one request has room for. */
export const JOB_IDS_MAX = 5_000;
/** Jobs of a workspace in one mode that are not finished. */
export const OPEN_JOBS_MAX = 5;
/** Bytes of an update as JSON: one step of a job writes it to up to 100 records. */
export const JOB_UPDATE_BYTES_MAX = 65_536;

export const JobResource = z
  .enum(['ticket', 'conversation', 'contact'])
  .meta({ id: 'JobResource', description: 'What a job changes: `ticket`, `conversation` or `contact`' });
export type JobResource = z.output<typeof JobResource>;

export const JobStatus = z.enum(['queued', 'running', 'succeeded', 'failed', 'canceled']).meta({
  id: 'JobStatus',
  description:
    'Status of the job. `queued`: waits; `running`: finds or changes its records; `succeeded`: is through, also if it could not change ' +
    'some of them; `failed`: stopped for the reason in `failure`; `canceled`: stopped by a request',
});
export type JobStatus = z.output<typeof JobStatus>;

const JobUpdate = z.record(z.string(), z.unknown()).meta({
  description:
    'Fields to change in every record, as in the bulk update of the resource; 64 KiB as JSON at most',
  examples: [{ priority: 'low' }],
});

const ids = z
  .array(z.string().max(40))
  .min(1)
  .max(JOB_IDS_MAX)
  .transform((given) => [...new Set(given)]);

/** Fields of a request that creates a job. */
export const jobInput = {
  resource: JobResource,
  ids: ids
    .nullable()
    .default(null)
    .meta({
      description: `Ids of the records, at most ${JOB_IDS_MAX}; duplicates are ignored. Required without \`filter\``,
      examples: [[exampleId('ticket')]],
    }),
  filter: RecordFilterInput.nullable()
    .default(null)
    .meta({
      description:
        'The records that match when the job begins, as in views; tickets and conversations only. Required without `ids`',
      examples: [null],
    }),
  update: JobUpdate,
};

const JobFailure = component('JobFailure', 'The reason why a job has stopped', {
  code: z.enum(['too_many_records', 'owner_inactive', 'insufficient_scope', 'unavailable']).meta({
    id: 'JobFailureCode',
    description:
      `\`too_many_records\`: the filter matches more than ${JOB_RECORDS_MAX}, and nothing was changed; \`owner_inactive\`: the user who made the ` +
      'job is deactivated; `insufficient_scope`: the role of this user does not allow it any more; ' +
      '`unavailable`: a service did not answer for long',
  }),
  message: string('Human-readable message', 'The user who made the job is deactivated.'),
});
export type JobFailure = z.output<typeof JobFailure>;

export const Job = component('Job', 'An update of many records in the background', {
  id: idOf('job'),
  resource: JobResource,
  filter: RecordFilter.nullable().describe('The filter, or null for a job of ids'),
  update: JobUpdate,
  status: JobStatus,
  total: nullableInteger('Number of records; null until all are found', 1200),
  succeeded: integer('Number of records that match the update now, unchanged ones included', 1180),
  unchanged: integer('Number of records that matched it before', 30),
  failed: integer('Number of records that could not be updated', 20),
  failure: JobFailure.nullable().describe('Why it has stopped; null unless `failed`'),
  owner_id: idOf('user').describe('Id of the user who made it'),
  started_at: Timestamp.nullable().describe('Time at which it began, or null'),
  finished_at: Timestamp.nullable().describe('Time at which it ended, or null'),
  created_at: CreatedAt,
  updated_at: UpdatedAt,
});
export type Job = z.output<typeof Job>;

export const JobResultStatus = z.enum(['pending', 'updated', 'unchanged', 'failed']).meta({
  id: 'JobResultStatus',
  description: 'Result for a record; `pending`: not processed, or not yet',
});

export const JobResult = component('JobResult', 'Result of a job for one record', {
  id: idOf('job_result').describe('Id of the result'),
  record_id: string('Id of the record', exampleId('ticket')),
  status: JobResultStatus,
  error: BulkError.nullable().describe('Why the record could not be updated, or null'),
  created_at: CreatedAt,
});
export type JobResult = z.output<typeof JobResult>;
