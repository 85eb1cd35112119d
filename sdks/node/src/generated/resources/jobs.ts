// Generated from the API document by `npm run sdks`. Do not edit.
import { Resource } from '../../core/resource.ts';
import type {
  CreateJobRequest,
  Job,
  JobResource,
  JobResult,
  JobResultStatus,
  JobStatus,
  ListJobResultsSort,
  ListJobsSort,
  PageParams,
  SortOrder,
} from '../types.ts';
import type { IfNoneMatch, ReadOptions, RequestOptions, WriteOptions } from '../../core/options.ts';
import type { List } from '../../core/page.ts';
import type { NotModified } from '../../core/values.ts';

/** Parameters of `jobs.results.list`. */
export interface ListJobResultsParams extends PageParams {
  /** Result: `pending`, `updated`, `unchanged` or `failed` */
  status?: JobResultStatus[] | undefined;
  /** Field to sort by */
  sort?: ListJobResultsSort | undefined;
  /** Sort direction */
  order?: SortOrder | undefined;
}

/** Parameters of `jobs.list`. */
export interface ListJobsParams extends PageParams {
  /** Resource: `ticket`, `conversation` or `contact` */
  resource?: JobResource[] | undefined;
  /** Status of the job */
  status?: JobStatus[] | undefined;
  /** Field to sort by */
  sort?: ListJobsSort | undefined;
  /** Sort direction */
  order?: SortOrder | undefined;
}

/** `parley.jobs.results` */
export class JobsResultsResource extends Resource {
  /**
   * List the results of a job.
   *
   * Returns a result for each record of the job.
   *
   * Requires the scope `tickets:write` or `conversations:write` or `contacts:write`.
   *
   * Error codes besides those of all operations: `invalid_parameter`, `insufficient_scope`,
   * `not_found`.
   */
  list(jobId: string, params?: ListJobResultsParams, options?: RequestOptions): List<JobResult> {
    return this.client.list<JobResult>(
      { id: 'listJobResults', method: 'GET', path: ['v1', 'jobs', jobId, 'results'], query: params },
      options,
    );
  }
}

/** `parley.jobs` */
export class JobsResource extends Resource {
  readonly results = new JobsResultsResource(this.client);

  /**
   * Cancel a job.
   *
   * Stops the job after the records that it is changing. What it has changed stays. A job that is
   * finished is not changed.
   *
   * Requires the scope `tickets:write` or `conversations:write` or `contacts:write`.
   *
   * Error codes besides those of all operations: `insufficient_scope`, `not_found`,
   * `idempotency_mismatch`, `idempotency_in_progress`, `invalid_parameter`, `outcome_unknown`.
   */
  cancel(jobId: string, options?: WriteOptions): Promise<Job> {
    return this.client.record<Job>(
      { id: 'cancelJob', method: 'POST', path: ['v1', 'jobs', jobId, 'cancel'] },
      options,
    );
  }

  /**
   * Create a job.
   *
   * Updates many records in the background, each as a bulk update does, with its events. Requires the
   * scope that writes the resource, and with `filter` also the one that reads it. The update is
   * checked at once: what no record could take is a 422. At most 50000 records may match: a job with
   * more fails with `too_many_records` before it changes anything. A workspace has at most 5 jobs in
   * each mode that are not finished; beyond that, `too_many_items` is returned. Jobs and their results
   * are kept for 30 days.
   *
   * Requires the scope `tickets:write` or `conversations:write` or `contacts:write`.
   *
   * Error codes besides those of all operations: `body_too_large`, `unsupported_media_type`,
   * `unsupported_encoding`, `insufficient_scope`, `idempotency_mismatch`, `idempotency_in_progress`,
   * `invalid_parameter`, `read_only_parameter`, `missing_parameter`, `too_many_items`,
   * `outcome_unknown`.
   */
  create(params: CreateJobRequest, options?: WriteOptions): Promise<Job> {
    return this.client.record<Job>(
      { id: 'createJob', method: 'POST', path: ['v1', 'jobs'], body: params },
      options,
    );
  }

  /**
   * List jobs.
   *
   * Returns the jobs of the last 30 days, newest first by default. Jobs are seen by the user who made
   * them, and by admins and API keys.
   *
   * Requires the scope `tickets:write` or `conversations:write` or `contacts:write`.
   *
   * Error codes besides those of all operations: `invalid_parameter`, `insufficient_scope`.
   */
  list(params?: ListJobsParams, options?: RequestOptions): List<Job> {
    return this.client.list<Job>(
      { id: 'listJobs', method: 'GET', path: ['v1', 'jobs'], query: params },
      options,
    );
  }

  /**
   * Retrieve a job.
   *
   * Requires the scope `tickets:write` or `conversations:write` or `contacts:write`.
   *
   * Error codes besides those of all operations: `insufficient_scope`, `not_found`.
   */
  get(jobId: string, options: ReadOptions & IfNoneMatch): Promise<Job | NotModified>;
  get(jobId: string, options?: ReadOptions): Promise<Job>;
  get(jobId: string, options?: ReadOptions): Promise<Job | NotModified> {
    return this.client.record<Job>({ id: 'getJob', method: 'GET', path: ['v1', 'jobs', jobId] }, options);
  }
}
