import { z } from 'zod';
import { defineTenantCall } from '../call.ts';
import { SlaDurations, TARGET_MAX_MS } from './sla.schema.ts';

const Milliseconds = z.int().min(1).max(TARGET_MAX_MS);

export const lookUpSlaTargets = defineTenantCall({
  id: 'sla.look_up',
  summary: 'Retrieve the first-response targets in force in the workspace of the caller',
  input: z.object({}),
  output: SlaDurations,
});

export const changeSlaTargets = defineTenantCall({
  id: 'sla.change',
  summary: 'Change first-response targets of the workspace of the caller; those that are not given stay',
  input: z
    .object({ urgent: Milliseconds, high: Milliseconds, normal: Milliseconds, low: Milliseconds })
    .partial(),
  output: SlaDurations,
});
