import { z } from 'zod';
import { idOf } from '../id.ts';
import { defineCommand } from '../call.ts';
import { Priority } from '../schema.ts';
import { SlaDurations, SlaTarget, type SlaTargets } from './sla.schema.ts';

const EXAMPLE = 'urgent=1h,high=4h,normal=8h,low=24h';

export const SlaTargetsText = z
  .string()
  .transform((text, context): Partial<SlaTargets> => {
    const targets = new Map<Priority, number>();
    for (const pair of text.split(',')) {
      const [name = '', written = '', ...rest] = pair.split('=');
      const priority = Priority.safeParse(name.trim());
      const target = SlaTarget.safeParse(written);
      if (!priority.success || !target.success || rest.length > 0 || targets.has(priority.data)) {
        const message = `must be like ${EXAMPLE}, each priority once and each target from 1ms to 365d`;
        context.addIssue({ code: 'custom', message });
        return z.NEVER;
      }
      targets.set(priority.data, target.data);
    }
    return Object.fromEntries(targets);
  })
  .meta({
    description:
      'Target time to the first response by priority: urgent, high, normal, low, like 30m, 4h or 2d',
    examples: [EXAMPLE],
    listSeparator: ',',
  });

export const setSlaTargets = defineCommand({
  command: 'sla:set',
  summary: 'Set the first-response targets of a workspace, for live and test tickets',
  input: z.object({ workspace: idOf('workspace'), targets: SlaTargetsText }),
  output: z.object({ workspace: idOf('workspace'), targets: SlaDurations.describe('Current targets') }),
  example: { workspace: 'ws_01h2xcejqtf2nbrexx3vqjhp41', targets: 'urgent=30m,high=2h' },
});
