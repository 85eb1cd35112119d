import { z } from 'zod';
import { integer } from '../documented.ts';
import { Plan } from '../identity/identity.commands.ts';
import { Timestamp } from '../schema.ts';
import { defineConsoleOperation } from './console-operation.ts';

/** The requests of one clock minute. */
export const UsageMinute = z.object({
  minute: Timestamp.describe('Start of the minute'),
  requests: integer('Requests that counted against the limit'),
  rate_limited: integer('Requests that were refused with 429 because the limit was used up'),
});
export type UsageMinute = z.output<typeof UsageMinute>;

const minutes = (mode: string) =>
  z
    .array(UsageMinute)
    .length(60)
    .describe(`The last 60 minutes of ${mode} mode, oldest first; the last one is not over yet`);

export const Usage = z.object({
  plan: Plan,
  requests_per_minute: integer(
    'Limit of the plan, per mode. It applies to a minute that starts with a request: a clock minute may have more',
  ),
  live: minutes('live'),
  test: minutes('test'),
});
export type Usage = z.output<typeof Usage>;

export const getUsage = defineConsoleOperation({
  id: 'usage.get',
  route: 'GET /usage',
  roles: ['admin'],
  summary: 'Retrieve the requests of the last hour, per minute and mode',
  description: '503 `service_unavailable` while the counts cannot be read.',
  response: Usage,
});
