import { z } from 'zod';
import { string } from '../documented.ts';
import { parseDuration } from '../duration.ts';
import type { Priority } from '../schema.ts';

/** Target time to the first response by priority, in milliseconds. */
export type SlaTargets = Readonly<Record<Priority, number>>;

/** One year. Unlimited targets could produce deadlines beyond the range of dates. */
export const TARGET_MAX_MS = 365 * 86_400_000;

/** One target as it is written, `30m`; milliseconds after parsing. */
export const SlaTarget = z
  .string()
  .transform((written, context) => {
    const target = parseDuration(written);
    if (target !== null && target > 0 && target <= TARGET_MAX_MS) return target;
    context.addIssue({ code: 'custom', message: 'must be like 30m, 4h or 2d, from 1ms to 365d' });
    return z.NEVER;
  })
  .meta({ description: 'Target time to the first response', examples: ['4h'] });

const Duration = string('Duration', '4h');

/** The targets in force, as they are written. */
export const SlaDurations = z.object({ urgent: Duration, high: Duration, normal: Duration, low: Duration });
export type SlaDurations = z.output<typeof SlaDurations>;
