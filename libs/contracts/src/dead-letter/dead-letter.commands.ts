import { z } from 'zod';
import { string } from '../documented.ts';
import { idOf } from '../id.ts';
import { defineCommand } from '../call.ts';
import { services } from '../services.ts';
import { Instant, Timestamp } from '../schema.ts';

const Service = z.enum(services).describe('Service whose subscriber failed');

/** An event that a subscriber could not process within all retries. */
export const DeadLetter = z.object({
  id: idOf('dead_letter'),
  /** `service.subscriber`, or the service for a message that could not be dispatched to a subscriber. */
  consumer: z.string(),
  event_id: idOf('event').nullable(),
  type: z.string().nullable(),
  error: string('First line of the error'),
  attempts: z.int(),
  dead_lettered_at: Timestamp,
});
export type DeadLetter = z.output<typeof DeadLetter>;

export const listDeadLetters = defineCommand({
  command: 'event:dead-letters',
  summary: 'List the dead letters of a service, oldest first',
  input: z.object({
    service: Service,
    limit: z.coerce.number().int().min(1).max(1000).default(50).describe('Maximum number of dead letters'),
  }),
  output: z.object({ dead_letters: z.array(DeadLetter), total: z.int() }),
  example: { service: 'webhook' },
});

export const getDeadLetter = defineCommand({
  command: 'event:dead-letter',
  summary: 'Show a dead letter with its complete error and its message',
  input: z.object({ service: Service, id: idOf('dead_letter') }),
  output: DeadLetter.extend({
    error: string('The complete error'),
    message: z.unknown().describe('The event as it was received; text if the message was not JSON'),
  }),
  example: { service: 'webhook', id: 'dead_01h2xcejqtf2nbrexx3vqjhp41' },
});

export const discardDeadLetters = defineCommand({
  command: 'event:discard',
  summary: 'Delete a dead letter, or all of a subscriber',
  input: z
    .object({
      service: Service,
      id: idOf('dead_letter').optional(),
      consumer: z
        .string()
        .min(1)
        .optional()
        .meta({
          description: 'Name of the subscriber, as event:dead-letters lists it',
          examples: ['webhook.createDeliveriesWhenEventOccurs'],
        }),
    })
    .refine(
      ({ id, consumer }) => (id === undefined) !== (consumer === undefined),
      'either --id or --consumer is required',
    ),
  output: z.object({ discarded: z.int() }),
  example: { service: 'webhook', id: 'dead_01h2xcejqtf2nbrexx3vqjhp41' },
});

export const replayDeadLetters = defineCommand({
  command: 'event:replay',
  summary: 'Replay one or all dead letters of a service',
  input: z
    .object({
      service: Service,
      id: idOf('dead_letter').optional(),
      all: z.boolean().optional().describe('Replay all dead letters instead of one'),
    })
    .refine(({ id, all }) => (id === undefined) !== (all !== true), 'either --id or --all is required'),
  output: z.object({
    replayed: z.int(),
    /** Kept as dead letters. */
    failed: z.array(z.object({ id: idOf('dead_letter'), error: z.string() })),
    /** Not attempted, because `--all` is limited per run. */
    remaining: z.int(),
  }),
  example: { service: 'webhook', all: true },
});

export const republishEvents = defineCommand({
  command: 'event:republish',
  summary:
    'Publish past events again, to the queue of one subscriber or to all. Events are kept for a day; those that a service has processed have no second effect there',
  input: z.object({
    service: Service.optional().describe('Service that published the events; every service by default'),
    queue: z
      .string()
      .min(1)
      .max(255)
      .optional()
      .meta({
        description: 'Queue that receives the events; every subscriber by default, services included',
        examples: ['reporting'],
      }),
    from: Instant.meta({ description: 'Time of the first event', examples: ['2026-11-21T06:00:00Z'] }),
    to: Instant.optional().meta({
      description: 'Time before which the last event was, now by default',
      examples: ['2026-11-21T07:00:00Z'],
    }),
    types: z
      .string()
      .min(1)
      .optional()
      .meta({
        description: 'Event types, separated by commas, as webhooks subscribe to them',
        examples: ['ticket.*,contact.created'],
        listSeparator: ',',
      }),
    after: idOf('event').optional().describe('Continues an interrupted run of one service after this event'),
  }),
  output: z.object({
    published: z.int(),
    /** A call ends before its deadline; `null` if it has published everything. The command repeats it. */
    continue_after: idOf('event').nullable(),
  }),
  example: { queue: 'reporting', from: '2026-11-21T06:00:00Z', to: '2026-11-21T07:00:00Z' },
});
