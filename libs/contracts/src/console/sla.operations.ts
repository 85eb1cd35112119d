import { z } from 'zod';
import { SlaDurations, SlaTarget } from '../sla/sla.schema.ts';
import { defineConsoleOperation } from './console-operation.ts';

export const getSlaTargets = defineConsoleOperation({
  id: 'sla.get',
  route: 'GET /sla-targets',
  roles: ['admin'],
  summary: 'Retrieve the first-response targets in force, by priority',
  response: SlaDurations,
});

export const updateSlaTargets = defineConsoleOperation({
  id: 'sla.update',
  route: 'PATCH /sla-targets',
  roles: ['admin'],
  summary: 'Change first-response targets, for live and test tickets',
  description:
    'Changes only the priorities that are sent. Applies to tickets that are created, reopened or given another priority ' +
    'from then on.',
  body: z.object({ urgent: SlaTarget, high: SlaTarget, normal: SlaTarget, low: SlaTarget }).partial(),
  response: SlaDurations,
});
