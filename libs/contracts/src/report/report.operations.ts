import { z } from 'zod';
import { component, integer, nullableInteger, nullableString, string } from '../documented.ts';
import { defineOperation, withMeta } from '../operation.ts';
import { Instant, Timestamp } from '../schema.ts';
import { TimeZone } from '../workspace/locale.ts';

export const REPORT_METRICS = [
  'volume',
  'backlog',
  'first_response',
  'resolution',
  'reopened',
  'sla_met',
] as const;
export const ReportMetric = z.enum(REPORT_METRICS).meta({
  id: 'ReportMetric',
  description:
    'What is measured: records created (`volume`), records that are neither resolved nor closed at the end of each interval (`backlog`), ' +
    'the time to the first reply of a user (`first_response`) and to resolution or closing (`resolution`), reopenings (`reopened`), and ' +
    'the share of first-response targets that were met (`sla_met`, of tickets alone)',
  examples: ['volume'],
});
export type ReportMetric = z.output<typeof ReportMetric>;

/** The records that a report is about, and the scope that they are read with. */
export const REPORT_SCOPES = { ticket: 'tickets:read', conversation: 'conversations:read' } as const;
export const ReportResource = z.enum(['ticket', 'conversation']).meta({
  id: 'ReportResource',
  description: 'What is counted: tickets or conversations',
  examples: ['ticket'],
});
export type ReportResource = z.output<typeof ReportResource>;

export const ReportInterval = z.enum(['hour', 'day', 'week']).meta({
  id: 'ReportInterval',
  description: 'Length of the intervals: hours, days or weeks (from Monday) of the time zone',
  examples: ['day'],
});
export type ReportInterval = z.output<typeof ReportInterval>;

export const ReportGroup = z.enum(['team', 'assignee', 'channel', 'inbox', 'tag']).meta({
  id: 'ReportGroup',
  description: 'What the records are grouped by',
  examples: ['team'],
});
export type ReportGroup = z.output<typeof ReportGroup>;

/** Points of a report: intervals times groups. */
export const REPORT_POINTS_MAX = 5_000;

/** Length of a report that does not say when it begins, in days. */
export const REPORT_DEFAULT_DAYS = 30;

export const ReportPoint = component(
  'ReportPoint',
  'What a report has of an interval, and of a group in it',
  {
    start_at: Timestamp.describe('Start of the interval (inclusive)'),
    end_at: Timestamp.describe('End of the interval (exclusive)'),
    group: nullableString(
      'Id of the team, assignee or inbox, name of the channel or tag; null for records without one, and without `by`',
      'team_01h2xcejqtf2nbrexx3vqjhp41',
    ),
    count: integer('Number of records, responses, resolutions, reopenings or measured targets', 12),
    median_seconds: nullableInteger('Median of the times, in seconds; null for metrics without times', 340),
    p90_seconds: nullableInteger('90th percentile of the times, in seconds', 2150),
    met: nullableInteger('Targets that were met; null for other metrics than `sla_met`', 11),
    breached: nullableInteger('Targets that were breached', 1),
    met_share: z
      .number()
      .nullable()
      .meta({ description: 'Share of the targets that were met, from 0 to 1', examples: [0.9167] }),
  },
);
export type ReportPoint = z.output<typeof ReportPoint>;

const ReportMeta = component('ReportMeta', 'What a report covers', {
  metric: ReportMetric,
  resource: ReportResource,
  by: ReportGroup.nullable(),
  interval: ReportInterval,
  time_zone: string('Time zone of the intervals (IANA)', 'Europe/Berlin'),
  occurred_after: Timestamp.describe('Start of the report (inclusive)'),
  occurred_before: Timestamp.describe('End of the report (exclusive)'),
});

export const getReport = defineOperation({
  id: 'report.get',
  route: 'GET /v1/reports/{metric}',
  scope: { anyOf: Object.values(REPORT_SCOPES) },
  scopesBy: { param: 'resource', scopes: REPORT_SCOPES },
  summary: 'Retrieve a report',
  description:
    'Measures the tickets or conversations of the mode of the credential. The points are in the order of time and group: one for each interval, ' +
    'or for each interval and group that occurs, zeros included. What is counted has the team, assignee, inbox and tags that the record ' +
    `had at that moment; a record with several tags is counted in each. Reports follow changes within a second or so, and have at most ${REPORT_POINTS_MAX} ` +
    'points: more are 422. Merged and deleted records are not counted. With `Accept: text/csv` the points are returned as CSV (RFC 4180).',
  params: z.object({ metric: ReportMetric }),
  query: z.object({
    resource: ReportResource,
    by: ReportGroup.optional().meta({
      description: 'What the records are grouped by; `channel` groups conversations alone',
      examples: ['assignee'],
    }),
    interval: ReportInterval.default('day'),
    occurred_after: Instant.optional().meta({
      description: `Start of the report (inclusive), ${REPORT_DEFAULT_DAYS} days before its end by default`,
      examples: ['2026-11-01'],
    }),
    occurred_before: Instant.optional().meta({
      description: 'End of the report (exclusive), now by default',
      examples: ['2026-11-22'],
    }),
    time_zone: TimeZone.optional().meta({
      description: 'Time zone of the intervals (IANA); that of the workspace by default',
      examples: ['Europe/Berlin'],
    }),
  }),
  response: withMeta(z.array(ReportPoint).describe('The points, in the order of time and group'), ReportMeta),
  csv: true,
});
