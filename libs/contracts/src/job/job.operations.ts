import { z } from 'zod';
import type { ErrorCode } from '../error.ts';
import { filterProblems } from '../filter/filter.schema.ts';
import { defineOperation } from '../operation.ts';
import { anyOf, listQuery, pageOf } from '../page.ts';
import { defineResource } from '../resource.ts';
import type { Scope } from '../scope.ts';
import {
  Job,
  JOB_RECORDS_MAX,
  JOB_UPDATE_BYTES_MAX,
  jobInput,
  JobResource,
  JobResult,
  JobResultStatus,
  JobStatus,
  OPEN_JOBS_MAX,
} from './job.schema.ts';

/** The scopes that read and write the records of a job. */
export const JOB_SCOPES = {
  ticket: { read: 'tickets:read', write: 'tickets:write' },
  conversation: { read: 'conversations:read', write: 'conversations:write' },
  contact: { read: 'contacts:read', write: 'contacts:write' },
} as const satisfies Record<JobResource, { read: Scope; write: Scope }>;

const ANY_WRITE = { anyOf: Object.values(JOB_SCOPES).map(({ write }) => write) };
const SEEN = 'Jobs are seen by the user who made them, and by admins and API keys.';

const jobs = defineResource('job', Job, { path: '/v1/jobs', read: ANY_WRITE, write: ANY_WRITE });

export const createJob = jobs.create({
  description:
    'Updates many records in the background, each as a bulk update does, with its events. Requires the scope that writes the ' +
    'resource, and with `filter` also the one that reads it. The update is checked at once: what no record could take is a 422. At most ' +
    `${JOB_RECORDS_MAX} records may match: a job with more fails with \`too_many_records\` before it changes anything. A workspace has ` +
    `at most ${OPEN_JOBS_MAX} jobs in each mode that are not finished; beyond that, \`too_many_items\` is returned. Jobs and their results are kept ` +
    'for 30 days.',
  body: z.object(jobInput).superRefine(({ resource, ids, filter, update }, context) => {
    const refuse = (path: PropertyKey[], message: string, code: ErrorCode = 'invalid_parameter') =>
      context.addIssue({ code: 'custom', path, message, params: { code } });
    if (ids === null && filter === null) refuse(['ids'], 'is required (or filter)', 'missing_parameter');
    if (ids !== null && filter !== null) refuse(['filter'], 'must be null beside ids');
    if (filter !== null && resource === 'contact') refuse(['filter'], 'must be null for contacts: give ids');
    if (filter !== null && resource !== 'contact')
      for (const { path, message, code } of filterProblems(resource, filter))
        refuse(['filter', ...path], message, code);
    if (Object.keys(update).length === 0) refuse(['update'], 'must name a field');
    if (Buffer.byteLength(JSON.stringify(update)) > JOB_UPDATE_BYTES_MAX)
      refuse(['update'], 'must be at most 64 KiB as JSON');
  }),
  errors: ['read_only_parameter'],
});

export const listJobs = jobs.list({
  description: `Returns the jobs of the last 30 days, newest first by default. ${SEEN}`,
  query: listQuery(['created_at'], {
    resource: anyOf(JobResource, {
      description: 'Resource: `ticket`, `conversation` or `contact`',
      examples: ['ticket'],
    }),
    status: anyOf(JobStatus, { description: 'Status of the job', examples: ['queued,running'] }),
  }),
});

export const getJob = jobs.get({});

export const cancelJob = defineOperation({
  id: 'job.cancel',
  route: 'POST /v1/jobs/{job_id}/cancel',
  scope: ANY_WRITE,
  summary: 'Cancel a job',
  description:
    'Stops the job after the records that it is changing. What it has changed stays. A job that is finished is not changed.',
  params: jobs.params,
  response: Job,
});

export const listJobResults = defineOperation({
  id: 'job.results',
  route: 'GET /v1/jobs/{job_id}/results',
  scope: ANY_WRITE,
  summary: 'List the results of a job',
  description: 'Returns a result for each record of the job.',
  params: jobs.params,
  query: listQuery(['created_at'], {
    status: anyOf(JobResultStatus, {
      description: 'Result: `pending`, `updated`, `unchanged` or `failed`',
      examples: ['failed'],
    }),
  }),
  response: pageOf(JobResult),
});
