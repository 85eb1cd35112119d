import { z } from 'zod';
import { idOf } from '../id.ts';
import { defineCommand, SERVICES } from '../operation.ts';
import { Timestamp } from '../schema.ts';

const Service = z.enum(SERVICES);

/** An event that a subscriber could not process within all retries. */
export const DeadLetter = z.object({
  id: idOf('dead_letter'),
  /** `service.subscriber`, or the service for a message that could not be dispatched to a subscriber. */
  consumer: z.string(),
  event_id: idOf('event').nullable(),
  type: z.string().nullable(),
  error: z.string().meta({ description: 'First line of the error' }),
  attempts: z.int(),
  dead_lettered_at: Timestamp,
});
export type DeadLetter = z.output<typeof DeadLetter>;

export const listDeadLetters = defineCommand({
  command: 'event:dead-letters',
  summary: 'List the dead letters of a service, oldest first',
  input: z.object({ service: Service, limit: z.coerce.number().int().min(1).max(1000).default(50) }),
  output: z.object({ dead_letters: z.array(DeadLetter), total: z.int() }),
});

export const replayDeadLetters = defineCommand({
  command: 'event:replay',
  summary: 'Replay one or all dead letters of a service',
  input: z
    .object({ service: Service, id: idOf('dead_letter').optional(), all: z.boolean().optional() })
    .refine(({ id, all }) => (id === undefined) !== (all !== true), 'either --id or --all is required'),
  output: z.object({
    replayed: z.int(),
    /** Kept as dead letters. */
    failed: z.array(z.object({ id: idOf('dead_letter'), error: z.string() })),
    /** Not attempted, because `--all` is limited per run. */
    remaining: z.int(),
  }),
});
