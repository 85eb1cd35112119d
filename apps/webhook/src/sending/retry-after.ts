export const RETRY_AFTER_MAX_MS = 24 * 3_600_000;

const DAY_NAME = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)';
const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)';
const TIME = '\\d{2}:\\d{2}:\\d{2}';
const HTTP_DATE = new RegExp(`^${DAY_NAME}, \\d{2} ${MONTH} \\d{4} ${TIME} GMT$`);
/** Obsolete, but recipients must accept both (RFC 9110 section 5.6.7). */
const RFC850_DATE = new RegExp(`^${DAY_NAME}[a-z]*day, \\d{2}-${MONTH}-\\d{2} ${TIME} GMT$`);
const ASCTIME_DATE = new RegExp(`^${DAY_NAME} ${MONTH} [ \\d]\\d ${TIME} \\d{4}$`);

/** Milliseconds that a Retry-After header (RFC 9110 section 10.2.3) asks for: 0 to 24 h, `null` if it is invalid. */
export function parseRetryAfter(header: string | readonly string[] | undefined, now: Date): number | null {
  if (header === undefined) return null;
  if (typeof header !== 'string') {
    const waits = header.map((one) => parseRetryAfter(one, now)).filter((wait) => wait !== null);
    return waits.length === 0 ? null : Math.max(...waits);
  }
  const text = header.trim();
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, RETRY_AFTER_MAX_MS);
  if (!HTTP_DATE.test(text) && !RFC850_DATE.test(text) && !ASCTIME_DATE.test(text)) return null;
  // asctime dates have no zone, and Date would assume the local one.
  const moment = Date.parse(ASCTIME_DATE.test(text) ? `${text} GMT` : text);
  if (Number.isNaN(moment)) return null;
  return Math.min(Math.max(moment - now.getTime(), 0), RETRY_AFTER_MAX_MS);
}
