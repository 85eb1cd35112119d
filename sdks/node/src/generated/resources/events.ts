// Generated from the API document by `npm run sdks`. Do not edit.
import { Resource } from '../../core/resource.ts';
import type { Changes } from '../../core/changes.ts';
import type { EventStream } from '../../core/stream.ts';
import type { List } from '../../core/page.ts';
import type { ListEventsSort, LoggedEvent, PageParams, SortOrder, StreamEventsPresence } from '../types.ts';
import type { RequestOptions } from '../../core/options.ts';

/** Parameters of `events.list`. */
export interface ListEventsParams extends PageParams {
  /** Event type, or a prefix like `ticket.*` */
  event?: string[] | undefined;
  /** Id of the record that the events are about */
  resource?: string[] | undefined;
  /** Id of the credential that caused the event, as in `actor.credential.id` */
  actor_credential?: string[] | undefined;
  /** Id of a credential whose events are left out, such as the own one */
  actor_credential_not?: string[] | undefined;
  /** Earliest `timestamp` (inclusive) */
  created_after?: string | Date | undefined;
  /** Latest `timestamp` (exclusive) */
  created_before?: string | Date | undefined;
  /** Field to sort by */
  sort?: ListEventsSort | undefined;
  /** Sort direction */
  order?: SortOrder | undefined;
}

/** Parameters of `events.changes`. */
export interface EventsChangesParams extends Omit<
  ListEventsParams,
  'page' | 'sort' | 'order' | 'created_after'
> {
  /** The time from which changes are read, if there is no cursor yet (inclusive). */
  since?: string | Date | undefined;
}

/** Parameters of `events.stream`. */
export interface StreamEventsParams {
  /** Event type, or a prefix like `ticket.*` */
  event?: string[] | undefined;
  /** Id of the record that the events are about */
  resource?: string[] | undefined;
  /** Id of the credential that caused the event, as in `actor.credential.id` */
  actor_credential?: string[] | undefined;
  /** Id of a credential whose events are left out, such as the own one */
  actor_credential_not?: string[] | undefined;
  /** The same as the header `Last-Event-ID`, which wins, for clients that cannot set it */
  last_event_id?: string | undefined;
  /** Whether users in conversations are told too; requires `conversations:read` */
  presence?: StreamEventsPresence | undefined;
}

/** `parley.events` */
export class EventsResource extends Resource {
  /**
   * List events.
   *
   * Returns the events of the last 30 days as webhooks receive them, whether or not a webhook is
   * subscribed to them, newest first by default. Each requires the scope that reads its records, such
   * as `tickets:read` for `ticket.*`: other events are left out, and an `event` that names only such
   * events returns 403.
   *
   * Events are in the order in which they were logged, usually within a second of their `timestamp`.
   * To follow them, list with `order=asc` and continue with `meta.resume_cursor`: it misses no event
   * that is logged late, and repeats those of the last minute, which have the same `id`.
   *
   * Requires the scope `contacts:read` or `conversations:read` or `files:read` or `mailboxes:manage`
   * or `tickets:read` or `webhooks:manage`.
   *
   * Error codes besides those of all operations: `invalid_parameter`, `insufficient_scope`.
   */
  list(params?: ListEventsParams, options?: RequestOptions): List<LoggedEvent> {
    return this.client.list<LoggedEvent>(
      { id: 'listEvents', method: 'GET', path: ['v1', 'events'], query: params },
      options,
    );
  }

  /**
   * Reads the list in the order of changes, and continues where an earlier read has ended. It misses
   * no change; those of the last minute may come again in another run.
   */
  changes(params?: EventsChangesParams, options?: RequestOptions): Changes<LoggedEvent> {
    return this.client.changes<LoggedEvent>(
      { id: 'listEvents', method: 'GET', path: ['v1', 'events'], query: params },
      { sort: 'logged_at', since: 'created_after' },
      options,
    );
  }

  /**
   * Stream events.
   *
   * Sends the events of the event log as Server-Sent Events as they are logged, usually within a
   * second of their `timestamp`. The `data` of each is an event as `GET /v1/events` returns it.
   * Filters and scopes are those of that list.
   *
   * The `id` of each Server-Sent Event is its position in the log. A client that reconnects with it in
   * `Last-Event-ID`, as `EventSource` does by itself, receives every event behind it once, for as long
   * as the log goes back: 30 days. `0` starts with the oldest event; without a position the stream
   * starts with the next one. A position that is not of this log returns 400, and one that is older
   * than the log returns 422 `position_expired`.
   *
   * With `presence=true` it also tells which users read a conversation or write in it: each report,
   * and at the beginning those that last, as a message of the name `presence` (`event: presence`)
   * without `id`, whose `data` is a `Presence`.
   *
   * A stream ends when its credential expires, is revoked or changes its scopes, when the client reads
   * too slowly, and when the server shuts down: reconnect. Too many streams of a workspace or a
   * credential return 429. Opening one counts as a request. Lines that begin with a colon keep the
   * connection open and have no meaning.
   *
   * Requires the scope `contacts:read` or `conversations:read` or `files:read` or `mailboxes:manage`
   * or `tickets:read` or `webhooks:manage`.
   *
   * Error codes besides those of all operations: `invalid_parameter`, `insufficient_scope`,
   * `position_expired`.
   */
  stream(params?: StreamEventsParams, options?: RequestOptions): EventStream<LoggedEvent> {
    return this.client.stream<LoggedEvent>(
      { id: 'streamEvents', method: 'GET', path: ['v1', 'events', 'stream'], query: params },
      options,
    );
  }
}
