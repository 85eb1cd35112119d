import { z } from 'zod';
import { parseDuration } from '../duration.ts';
import { idOf } from '../id.ts';
import { defineCommand } from '../operation.ts';
import { Priority } from '../schema.ts';

/** Time to the first response by priority, in milliseconds. */
export type SlaTargets = Readonly<Record<Priority, number>>;

/** A year. Nobody waits longer, and with targets without an end a due time could leave the calendar. */
const TARGET_MAX_MS = 365 * 86_400_000;

const EXAMPLE = 'urgent=1h,high=4h,normal=8h,low=24h';

/** Targets as they are written, all of them or some: `urgent=1h,high=4h`. */
export const SlaTargetsText = z
  .string()
  .transform((text, context): Partial<SlaTargets> => {
    const targets = new Map<Priority, number>();
    for (const pair of text.split(',')) {
      const [name = '', written = '', ...rest] = pair.split('=');
      const priority = Priority.safeParse(name.trim());
      const target = parseDuration(written);
      const isTarget = rest.length === 0 && target !== null && target > 0 && target <= TARGET_MAX_MS;
      if (!priority.success || !isTarget || targets.has(priority.data)) {
        const message = `must be like ${EXAMPLE}, each once and from 1ms to 365d`;
        context.addIssue({ code: 'custom', message });
        return z.NEVER;
      }
      targets.set(priority.data, target);
    }
    return Object.fromEntries(targets);
  })
  .meta({ description: 'Time to the first response by priority', examples: [EXAMPLE] });

const Written = z.string().meta({ description: 'A duration', examples: ['4h'] });

export const setSlaTargets = defineCommand({
  id: 'sla.set',
  command: 'sla:set',
  service: 'ticket',
  summary: 'Set how long a workspace may take to its first response, for live and test tickets alike',
  input: z.object({ workspace: idOf('workspace'), targets: SlaTargetsText }),
  output: z.object({
    workspace: idOf('workspace'),
    targets: z
      .object({ urgent: Written, high: Written, normal: Written, low: Written })
      .meta({ description: 'Those that are in force now' }),
  }),
});
