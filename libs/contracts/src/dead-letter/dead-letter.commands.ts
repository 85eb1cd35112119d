import { z } from 'zod';
import { idOf } from '../id.ts';
import { defineCommand, SERVICES } from '../operation.ts';
import { Timestamp } from '../schema.ts';

/** Each service keeps its own. */
const Service = z.enum(SERVICES);

/** An event that a subscriber could not take after all retries. */
export const DeadLetter = z.object({
  id: idOf('dead_letter'),
  /** `service.Class.method`; the service alone for a message that no subscriber could be given. */
  consumer: z.string(),
  event_id: idOf('event').nullable(),
  type: z.string().nullable(),
  error: z.string().meta({ description: 'First line of the cause' }),
  attempts: z.int(),
  parked_at: Timestamp,
});
export type DeadLetter = z.output<typeof DeadLetter>;

export const listDeadLetters = defineCommand({
  id: 'event.dead_letters',
  command: 'event:dead-letters',
  service: 'each',
  summary: 'What the subscribers of a service could not take, oldest first',
  input: z.object({ service: Service, limit: z.coerce.number().int().min(1).max(1000).default(50) }),
  output: z.object({ dead_letters: z.array(DeadLetter), total: z.int() }),
});

export const replayDeadLetters = defineCommand({
  id: 'event.replay',
  command: 'event:replay',
  service: 'each',
  summary: 'Give one dead letter, or all of a service, to the subscriber again',
  input: z
    .object({ service: Service, id: idOf('dead_letter').optional(), all: z.boolean().optional() })
    .refine(({ id, all }) => (id === undefined) !== (all !== true), 'give either --id or --all'),
  output: z.object({
    replayed: z.int(),
    /** Stay. */
    failed: z.array(z.object({ id: idOf('dead_letter'), error: z.string() })),
    /** Not tried: `--all` takes so many at a time. */
    remaining: z.int(),
  }),
});
