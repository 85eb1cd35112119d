import { z } from 'zod';
import { defineCommand } from '../call.ts';
import { services } from '../services.ts';
import { Timestamp } from '../schema.ts';

/** Larger backlogs are not counted to the end. */
export const BACKLOG_MAX = 10_000;

export const getServiceStatus = defineCommand({
  command: 'service:status',
  partOf: 'status',
  summary: 'State of a service: its schema and its backlogs',
  input: z.object({ service: z.enum(services) }),
  output: z.object({
    /** Number of migrations that were applied to the schema. */
    migrations: z.int(),
    /** Events that are not published yet; `BACKLOG_MAX` means that many or more. */
    unpublished_events: z.int(),
    oldest_unpublished_at: Timestamp.nullable(),
    dead_letters: z.int(),
  }),
});
