/** What of a delivery its webhook's health shows. */
export interface HealthDelivery {
  status: string;
  created_at: string;
}

/** What became of the deliveries of one hour. */
export interface HealthHour {
  /** The start of the hour, in milliseconds. */
  start: number;
  delivered: number;
  failed: number;
  /** Still on its way, or cancelled. */
  other: number;
}

const HOUR_MS = 3_600_000;

/** The deliveries of the last hours, the present one included, by hour and result; the oldest hour first. */
export function healthHours(deliveries: readonly HealthDelivery[], now: number, hours = 24): HealthHour[] {
  const last = Math.floor(now / HOUR_MS) * HOUR_MS;
  const found = Array.from({ length: hours }, (_, index) => ({
    start: last - (hours - 1 - index) * HOUR_MS,
    delivered: 0,
    failed: 0,
    other: 0,
  }));
  const first = last - (hours - 1) * HOUR_MS;
  for (const { status, created_at: createdAt } of deliveries) {
    const hour = found[Math.floor((Date.parse(createdAt) - first) / HOUR_MS)];
    if (hour === undefined) continue;
    if (status === 'delivered' || status === 'failed') hour[status] += 1;
    else hour.other += 1;
  }
  return found;
}

/** The health in one sentence, for those who do not see the picture. */
export function healthSummary(hours: readonly HealthHour[]): string {
  const sum = (name: 'delivered' | 'failed' | 'other') =>
    hours.reduce((total, hour) => total + hour[name], 0);
  const [delivered, failed, other] = [sum('delivered'), sum('failed'), sum('other')];
  const total = delivered + failed + other;
  if (total === 0) return 'Nothing was delivered in the last 24 hours.';
  const rest = other === 0 ? '' : `, ${other} on the way or cancelled`;
  return `Of ${total} in the last 24 hours: ${delivered} delivered, ${failed} failed${rest}.`;
}
