import { Injectable } from '@nestjs/common';
import {
  encodeId,
  getReport,
  hasRequiredScope,
  insufficientScope,
  invalidParameter,
  lookUpWorkspace,
  REPORT_DEFAULT_DAYS,
  REPORT_POINTS_MAX,
  REPORT_SCOPES,
  type ParsedInput,
  type ReportGroup,
  type ReportMetric,
  type ReportPoint,
} from '@parley/contracts';
import type { TenantContext } from '@parley/runtime/context';
import { Database } from '@parley/persistence';
import { Handles, Rpc } from '@parley/rpc';
import { boundsOf } from './intervals.rules.ts';
import { countOpen, measureFacts, type OpenRow } from './reports.queries.ts';
import { openAtEnds, pointsOf, type Measured } from './report-points.rules.ts';

const DAY_MS = 86_400_000;

const FACTS: Readonly<Record<Exclude<ReportMetric, 'backlog'>, readonly string[]>> = {
  volume: ['created'],
  first_response: ['first_response'],
  resolution: ['resolved'],
  reopened: ['reopened'],
  sla_met: ['sla_met', 'sla_breached'],
};

/** Groups of open records by the ends at which they are open; more are too many for one answer. */
const OPEN_ROWS_MAX = 100_000;

@Injectable()
export class Reports {
  constructor(
    private readonly db: Database,
    private readonly rpc: Rpc,
  ) {}

  @Handles(getReport)
  async get(ctx: TenantContext, { params: { metric }, query }: ParsedInput<typeof getReport>) {
    const { resource, by = null, interval } = query;
    const scope = REPORT_SCOPES[resource];
    if (!hasRequiredScope(ctx.principal?.scopes ?? [], scope)) throw insufficientScope([scope]);
    if (by === 'channel' && resource === 'ticket')
      throw invalidParameter('by', 'can be channel for conversations alone: tickets have none');
    if (metric === 'sla_met' && resource !== 'ticket')
      throw invalidParameter('resource', 'must be ticket: conversations have no SLA');
    const { occurred_before: before = new Date() } = query;
    const { occurred_after: after = new Date(before.getTime() - REPORT_DEFAULT_DAYS * DAY_MS) } = query;
    if (after >= before) throw invalidParameter('occurred_before', 'must be later than occurred_after');
    const timeZone = query.time_zone ?? (await this.#timeZoneOf(ctx));
    const bounds = boundsOf({ after, before, interval, timeZone }, REPORT_POINTS_MAX);
    if (bounds === null) throw tooMany('interval');
    const asked = { metric, resource, by, bounds };
    const measured = await (metric === 'backlog'
      ? this.#backlog(ctx, asked)
      : this.#measure(ctx, asked, metric));
    const points = pointsOf({ metric, by, bounds, encode: by === null ? String : encoderOf(by) }, measured);
    if (points === null) throw tooMany(by === null ? 'interval' : 'by');
    const times = { occurred_after: after.toISOString(), occurred_before: before.toISOString() };
    return { data: points, meta: { metric, resource, by, interval, time_zone: timeZone, ...times } };
  }

  async #timeZoneOf(ctx: TenantContext): Promise<string> {
    const { workspaceId } = ctx.tenant;
    return (await this.rpc.call(lookUpWorkspace, ctx, { workspaceId }))?.time_zone ?? 'UTC';
  }

  async #measure(ctx: TenantContext, { resource, by, bounds }: Asked, metric: keyof typeof FACTS) {
    const values = [resource, by, FACTS[metric], bounds, REPORT_POINTS_MAX + 1];
    const rows = await this.db.read(ctx).query(measureFacts, values);
    if (rows.length > REPORT_POINTS_MAX) throw tooMany('by');
    return rows.map((row): Measured => ({ ...row, interval: row.interval - 1 }));
  }

  async #backlog(ctx: TenantContext, { resource, by, bounds }: Asked): Promise<Measured[]> {
    const ends = bounds.slice(1);
    const values = [resource, by, ends, OPEN_ROWS_MAX + 1];
    const rows: OpenRow[] = await this.db.read(ctx).query(countOpen, values);
    if (rows.length > OPEN_ROWS_MAX) throw tooMany('by');
    return openAtEnds(rows, ends.length);
  }
}

interface Asked {
  resource: string;
  by: ReportGroup | null;
  bounds: Date[];
}

function encoderOf(by: ReportGroup): (key: string) => NonNullable<ReportPoint['group']> {
  switch (by) {
    case 'team':
      return (id) => encodeId('team', id);
    case 'assignee':
      return (id) => encodeId('user', id);
    case 'inbox':
      return (id) => encodeId('inbox', id);
    case 'channel':
    case 'tag':
      return (name) => name;
  }
}

const tooMany = (param: 'interval' | 'by') =>
  invalidParameter(
    param,
    `makes more than ${REPORT_POINTS_MAX} points: ask for longer intervals, a shorter time or fewer groups`,
  );
