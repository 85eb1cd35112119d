import { z } from 'zod';
import { optionalString } from '../documented.ts';
import { webhookEvents } from '../events.ts';
import { decodeId, idOf } from '../id.ts';
import { defineOperation, eventStreamOf } from '../operation.ts';
import { anyOf, createdRange, listQuery, pageOf } from '../page.ts';
import type { Scope, ScopeRequirement } from '../scope.ts';
import { EventFilter } from '../webhook/webhook.filters.ts';
import { LoggedEvent } from '../webhook/webhook.payload.ts';

/** The scope that shows the events of a subject: the one that reads the records themselves. */
export const EVENT_SCOPES = {
  contact: 'contacts:read',
  conversation: 'conversations:read',
  file: 'files:read',
  incoming_mail: 'mailboxes:manage',
  mailbox: 'conversations:read',
  message: 'conversations:read',
  tag: { anyOf: ['conversations:read', 'tickets:read'] },
  ticket: 'tickets:read',
  webhook: 'webhooks:manage',
} as const satisfies Readonly<Record<string, ScopeRequirement>>;

const ANY_OF = [
  ...new Set(Object.values(EVENT_SCOPES).filter((scope) => typeof scope === 'string')),
] satisfies Scope[];

/** The position before every event of the log. */
export const FIRST_POSITION = '0';

const SUBJECTS = [...new Set(webhookEvents.map(({ subject }) => subject))];

const Subject = z
  .string()
  .refine(
    (id) => SUBJECTS.some((kind) => decodeId(kind, id) !== null),
    'must be the id of a record that has events, like ticket_01h2xcejqtf2nbrexx3vqjhp41',
  );

const AnyCredentialId = z.union([idOf('key'), idOf('pat'), idOf('grant'), idOf('session')]);

const filters = {
  event: anyOf(EventFilter, {
    description: 'Event type, or a prefix like `ticket.*`',
    examples: ['ticket.created', 'ticket.*,message.created'],
  }),
  resource: anyOf(Subject, {
    description: 'Id of the record that the events are about',
    examples: ['ticket_01h2xcejqtf2nbrexx3vqjhp41'],
  }),
  actor_credential: anyOf(AnyCredentialId, {
    description: 'Id of the credential that caused the event, as in `actor.credential.id`',
    examples: ['key_01h455vb4pex5vsknk084sn02q'],
  }),
  actor_credential_not: anyOf(AnyCredentialId, {
    description: 'Id of a credential whose events are left out, such as the own one',
    examples: ['key_01h455vb4pex5vsknk084sn02q'],
  }),
};

export const listEvents = defineOperation({
  id: 'event.list',
  service: 'webhook',
  route: 'GET /v1/events',
  scope: { anyOf: ANY_OF },
  summary: 'List events',
  description:
    'Returns the events of the last 30 days as webhooks receive them, whether or not a webhook is subscribed to them, newest ' +
    'first by default. Each requires the scope that reads its records, such as `tickets:read` for `ticket.*`: other events ' +
    'are left out, and an `event` that names only such events returns 403.\n\n' +
    'Events are in the order in which they were logged, usually within a second of their `timestamp`. To follow them, list ' +
    'with `order=asc` and continue with `meta.resume_cursor`: it misses no event that is logged late, and repeats those of ' +
    'the last minute, which have the same `id`.',
  query: listQuery(['logged_at'], {
    ...filters,
    created_after: createdRange.created_after.describe('Earliest `timestamp` (inclusive)'),
    created_before: createdRange.created_before.describe('Latest `timestamp` (exclusive)'),
  }),
  response: pageOf(LoggedEvent),
});

export const streamEvents = defineOperation({
  id: 'event.stream',
  service: 'gateway',
  route: 'GET /v1/events/stream',
  scope: { anyOf: ANY_OF },
  summary: 'Stream events',
  description:
    'Sends the events of the event log as Server-Sent Events as they are logged, usually within a second of their ' +
    '`timestamp`. The `data` of each is an event as `GET /v1/events` returns it. Filters and scopes are those of that list.\n\n' +
    'The `id` of each Server-Sent Event is its position in the log. A client that reconnects with it in `Last-Event-ID`, as ' +
    '`EventSource` does by itself, receives every event behind it once, for as long as the log goes back: 30 days. `0` starts ' +
    'with the oldest event; without a position the stream starts with the next one. A position that is not of this log ' +
    'returns 400, and one that is older than the log returns 422 `position_expired`.\n\n' +
    'With `presence=true` it also tells which users read a conversation or write in it: each report, and at the beginning those that last, ' +
    'as a message of the name `presence` (`event: presence`) without `id`, whose `data` is a `Presence`.\n\n' +
    'A stream ends when its credential expires, is revoked or changes its scopes, when the client reads too slowly, and when ' +
    'the server shuts down: reconnect. Too many streams of a workspace or a credential return 429. Opening one counts as a ' +
    'request. Lines that begin with a colon keep the connection open and have no meaning.',
  query: z.object({
    ...filters,
    last_event_id: optionalString(
      'The same as the header `Last-Event-ID`, which wins, for clients that cannot set it',
      FIRST_POSITION,
    ),
    presence: z
      .enum(['true', 'false'])
      .transform((value) => value === 'true')
      .optional()
      .meta({
        description: 'Whether users in conversations are told too; requires `conversations:read`',
        examples: ['false'],
      }),
  }),
  response: eventStreamOf(LoggedEvent),
  errors: ['position_expired'],
});
