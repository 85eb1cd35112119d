import { z } from 'zod';
import { Priority } from '@parley/contracts';
import { Config, parseDuration, setting } from '@parley/kernel';

/** Time to the first response by priority, in milliseconds. */
export type SlaTargets = Readonly<Record<Priority, number>>;

const targets = z.string().transform((value, context): SlaTargets => {
  const found = new Map(
    value.split(',').map((pair) => pair.trim().split('=') as [string, string | undefined]),
  );
  const parsed = Priority.options.map(
    (priority) => [priority, parseDuration(found.get(priority) ?? '')] as const,
  );
  if (parsed.some(([, target]) => target === null || target === 0) || found.size !== parsed.length) {
    context.addIssue({ code: 'custom', message: 'must be like urgent=1h,high=4h,normal=8h,low=24h' });
    return z.NEVER;
  }
  return Object.fromEntries(parsed) as SlaTargets;
});

export class TicketConfig extends Config({
  SLA_TARGETS: setting(
    'Time to the first response by priority',
    targets,
    'urgent=1h,high=4h,normal=8h,low=24h',
  ),
}) {}
