import { z } from 'zod';
import { Priority, SlaTargetsText, type SlaTargets } from '@parley/contracts';
import { Config, setting } from '@parley/runtime/config';

const targets = SlaTargetsText.transform((some, context): SlaTargets => {
  const missing = Priority.options.filter((priority) => some[priority] === undefined);
  if (missing.length === 0) return some as SlaTargets;
  context.addIssue({ code: 'custom', message: `needs a target for ${missing.join(', ')}` });
  return z.NEVER;
});

export class TicketConfig extends Config({
  SLA_TARGETS: setting(
    'First-response target per priority; a workspace can override it with `sla:set`',
    targets,
    'urgent=1h,high=4h,normal=8h,low=24h',
  ),
}) {}
