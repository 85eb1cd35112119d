import { REPORT_POINTS_MAX, type ReportGroup, type ReportMetric, type ReportPoint } from '@parley/contracts';
import type { MeasuredRow, OpenRow } from './reports.queries.ts';

/** What was measured of a group in an interval, whose number is from 0. */
export type Measured = MeasuredRow;

/** How many records were open at the end of each interval, by group. */
export function openAtEnds(rows: readonly OpenRow[], ends: number): Measured[] {
  const changes = new Map<string | null, number[]>();
  for (const { key, first_end: first, last_end: last, count } of rows) {
    const ofKey = changes.get(key) ?? new Array<number>(ends + 1).fill(0);
    changes.set(key, ofKey);
    ofKey[first] = (ofKey[first] ?? 0) + count;
    ofKey[last] = (ofKey[last] ?? 0) - count;
  }
  return [...changes].flatMap(([key, ofKey]) => {
    let open = 0;
    return ofKey.slice(0, ends).map((change, interval): Measured => {
      open += change;
      return { interval, key, count: open, met: 0, median: null, p90: null };
    });
  });
}

interface Report {
  metric: ReportMetric;
  by: ReportGroup | null;
  bounds: readonly Date[];
  /** The name of a group in the API. */
  encode: (key: string) => string;
}

/** A point for each interval and each group that occurs, in the order of time and group. Null if there are too many. */
export function pointsOf(
  { metric, by, bounds, encode }: Report,
  measured: readonly Measured[],
): ReportPoint[] | null {
  const keys = by === null ? [null] : [...new Set(measured.map(({ key }) => key))].sort(inOrder);
  const intervals = bounds.length - 1;
  if (intervals * keys.length > REPORT_POINTS_MAX) return null;
  const found = new Map(measured.map((one) => [`${one.interval} ${one.key ?? ''}`, one]));
  return Array.from({ length: intervals }, (_, interval) =>
    keys.map((key): ReportPoint => {
      const one = found.get(`${interval} ${key ?? ''}`);
      return {
        start_at: (bounds[interval] as Date).toISOString(),
        end_at: (bounds[interval + 1] as Date).toISOString(),
        group: key === null ? null : encode(key),
        ...valuesOf(metric, one),
      };
    }),
  ).flat();
}

/** Records without a group are the last. */
function inOrder(a: string | null, b: string | null): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  return a < b ? -1 : 1;
}

type Values = Omit<ReportPoint, 'start_at' | 'end_at' | 'group'>;

function valuesOf(metric: ReportMetric, one: Measured | undefined): Values {
  const { count, met, median, p90 } = one ?? { count: 0, met: 0, median: null, p90: null };
  const isSla = metric === 'sla_met';
  return {
    count,
    median_seconds: median,
    p90_seconds: p90,
    met: isSla ? met : null,
    breached: isSla ? count - met : null,
    met_share: isSla && count > 0 ? Math.round((met / count) * 10_000) / 10_000 : null,
  };
}
