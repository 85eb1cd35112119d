export interface HealthDelivery {
  status: string;
  created_at: string;
}

export interface HealthHour {
  /** The start of the hour, in milliseconds. */
  start: number;
  delivered: number;
  failed: number;
  /** Still on its way, or cancelled. */
  other: number;
  /** Whether its deliveries are counted; those of an hour `in part` are from its end. */
  counted: 'all' | 'in part' | 'none';
}

const HOUR_MS = 3_600_000;

const HOURS = 24;

/** Deliveries of the last 24 hours by hour and result, the oldest first; of those before `since` nothing is known. */
export function healthHours(
  deliveries: readonly HealthDelivery[],
  now: number,
  since: number | null = null,
): HealthHour[] {
  const last = Math.floor(now / HOUR_MS) * HOUR_MS;
  const first = last - (HOURS - 1) * HOUR_MS;
  const found = Array.from({ length: HOURS }, (_, index): HealthHour => {
    const start = first + index * HOUR_MS;
    const isAll = since === null || since <= start;
    const counted = isAll ? 'all' : since < start + HOUR_MS ? 'in part' : 'none';
    return { start, delivered: 0, failed: 0, other: 0, counted };
  });
  for (const { status, created_at: createdAt } of deliveries) {
    const hour = found[Math.floor((Date.parse(createdAt) - first) / HOUR_MS)];
    if (hour === undefined) continue;
    if (status === 'delivered' || status === 'failed') hour[status] += 1;
    else hour.other += 1;
  }
  return found;
}

interface Counted {
  /** The time of the oldest delivery that is counted, if older ones of the 24 hours are not. */
  since: string;
  /** How many older ones; at least so many if `isMore`. */
  uncounted: number;
  isMore: boolean;
}

/** The health in one or two sentences, for those who do not see the picture. */
export function healthSummary(hours: readonly HealthHour[], counted: Counted | null = null): string {
  const sum = (name: 'delivered' | 'failed' | 'other') =>
    hours.reduce((total, hour) => total + hour[name], 0);
  const [delivered, failed, other] = [sum('delivered'), sum('failed'), sum('other')];
  const total = delivered + failed + other;
  if (total === 0) return 'Nothing was delivered in the last 24 hours.';
  const rest = other === 0 ? '' : `, ${other} on the way or cancelled`;
  const results = `${delivered} delivered, ${failed} failed${rest}.`;
  if (counted === null) return `Of ${total} in the last 24 hours: ${results}`;
  const { since, uncounted, isMore } = counted;
  const older = `${isMore ? 'at least ' : ''}${uncounted.toLocaleString('en')}`;
  return `Of the newest ${total}, since ${since}: ${results} Not counted: ${older} older ones of the last 24 hours.`;
}
