import { z } from 'zod';
import { parseDuration } from '../duration.ts';
import { idOf } from '../id.ts';
import { defineCommand } from '../operation.ts';
import { Priority } from '../schema.ts';

/** Target time to the first response by priority, in milliseconds. */
export type SlaTargets = Readonly<Record<Priority, number>>;

/** One year. Unlimited targets could produce deadlines beyond the range of dates. */
const TARGET_MAX_MS = 365 * 86_400_000;

const EXAMPLE = 'urgent=1h,high=4h,normal=8h,low=24h';

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
        const message = `must be like ${EXAMPLE}, each priority once and each target from 1ms to 365d`;
        context.addIssue({ code: 'custom', message });
        return z.NEVER;
      }
      targets.set(priority.data, target);
    }
    return Object.fromEntries(targets);
  })
  .meta({
    description:
      'Target time to the first response by priority: urgent, high, normal, low, like 30m, 4h or 2d',
    examples: [EXAMPLE],
    listSeparator: ',',
  });

const Duration = z.string().meta({ description: 'Duration', examples: ['4h'] });

export const setSlaTargets = defineCommand({
  command: 'sla:set',
  summary: 'Set the first-response targets of a workspace, for live and test tickets',
  input: z.object({ workspace: idOf('workspace'), targets: SlaTargetsText }),
  output: z.object({
    workspace: idOf('workspace'),
    targets: z
      .object({ urgent: Duration, high: Duration, normal: Duration, low: Duration })
      .meta({ description: 'Current targets' }),
  }),
  example: { workspace: 'ws_01h2xcejqtf2nbrexx3vqjhp41', targets: 'urgent=30m,high=2h' },
});
