// Generated from the API document by `npm run sdks`. Do not edit.
import { Resource } from '../../core/resource.ts';
import type { ReportGroup, ReportInterval, ReportMeta, ReportPoint, ReportResource } from '../types.ts';
import type { RequestOptions } from '../../core/options.ts';
import type { Result } from '../../core/values.ts';

/** Parameters of `reports.get`. */
export interface GetReportsParams {
  /** What is counted: tickets or conversations */
  resource: ReportResource;
  /** What the records are grouped by; `channel` groups conversations alone */
  by?: ReportGroup | undefined;
  /** Length of the intervals: hours, days or weeks (from Monday) of the time zone */
  interval?: ReportInterval | undefined;
  /** Start of the report (inclusive), 30 days before its end by default */
  occurred_after?: string | Date | undefined;
  /** End of the report (exclusive), now by default */
  occurred_before?: string | Date | undefined;
  /** Time zone of the intervals (IANA); that of the workspace by default */
  time_zone?: string | undefined;
}

/** `parley.reports` */
export class ReportsResource extends Resource {
  /**
   * Retrieve a report.
   *
   * Measures the tickets or conversations of the mode of the credential. The points are in the order
   * of time and group: one for each interval, or for each interval and group that occurs, zeros
   * included. What is counted has the team, assignee, inbox and tags that the record had at that
   * moment; a record with several tags is counted in each. Reports follow changes within a second or
   * so, and have at most 5000 points: more are 422. Merged and deleted records are not counted. With
   * `Accept: text/csv` the points are returned as CSV (RFC 4180).
   *
   * Requires the scope `tickets:read` or `conversations:read`.
   *
   * Error codes besides those of all operations: `insufficient_scope`, `not_found`,
   * `invalid_parameter`, `missing_parameter`.
   */
  get(
    metric: string,
    params: GetReportsParams,
    options?: RequestOptions,
  ): Promise<Result<ReportPoint[], ReportMeta>> {
    return this.client.result<ReportPoint[], ReportMeta>(
      { id: 'getReports', method: 'GET', path: ['v1', 'reports', metric], query: params },
      options,
    );
  }
}
