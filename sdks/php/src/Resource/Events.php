<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Resource;

use Parley\Changes;
use Parley\Core\Call;
use Parley\Core\Resource;
use Parley\EventStream;
use Parley\Model;
use Parley\Options;
use Parley\Page;

/** The operations of events. */
final class Events extends Resource
{
    /**
     * List events.
     *
     * Returns the events of the last 30 days as webhooks receive them, whether or not a webhook is subscribed to them,
     * newest first by default. Each requires the scope that reads its records, such as `tickets:read` for `ticket.*`:
     * other events are left out, and an `event` that names only such events returns 403.
     *
     * Events are in the order in which they were logged, usually within a second of their `timestamp`. To follow them,
     * list with `order=asc` and continue with `meta.resume_cursor`: it misses no event that is logged late, and repeats
     * those of the last minute, which have the same `id`.
     *
     * Requires the scope `contacts:read` or `conversations:read` or `files:read` or `mailboxes:manage` or
     * `tickets:read` or `webhooks:manage`. Errors: `invalid_parameter`, `insufficient_scope`.
     *
     * @param list<string>|null $event Event type, or a prefix like `ticket.*`
     * @param list<string>|null $resource Id of the record that the events are about
     * @param list<string>|null $actor_credential Id of the credential that caused the event, as in
     *   `actor.credential.id`
     * @param list<string>|null $actor_credential_not Id of a credential whose events are left out, such as the own
     *   one
     * @param \DateTimeInterface|string|null $created_after Earliest `timestamp` (inclusive)
     * @param \DateTimeInterface|string|null $created_before Latest `timestamp` (exclusive)
     * @param int|null $page Page number, starting at 1
     * @param int|null $per_page Number of items per page, 1 to 100. Values above 100 are treated as 100
     * @param string|null $cursor `meta.next_cursor` or `meta.resume_cursor` of an earlier page; replaces `page`
     * @param 'logged_at'|null $sort Field to sort by
     * @param Model\SortOrder::*|null $order Sort direction
     * @return Page<Model\LoggedEvent>
     * @throws \Parley\Exception\ParleyError
     */
    public function list(
        ?array $event = null,
        ?array $resource = null,
        ?array $actor_credential = null,
        ?array $actor_credential_not = null,
        \DateTimeInterface|string|null $created_after = null,
        \DateTimeInterface|string|null $created_before = null,
        ?int $page = null,
        ?int $per_page = null,
        ?string $cursor = null,
        ?string $sort = null,
        ?string $order = null,
        ?Options $options = null,
    ): Page {
        return new Page($this->requester, new Call(
            'listEvents',
            'GET',
            '/v1/events',
            query: [
                'event' => $event, 'resource' => $resource, 'actor_credential' => $actor_credential,
                'actor_credential_not' => $actor_credential_not, 'created_after' => $created_after,
                'created_before' => $created_before, 'page' => $page, 'per_page' => $per_page, 'cursor' => $cursor,
                'sort' => $sort, 'order' => $order,
            ],
        ), $options, Model\LoggedEvent::class);
    }

    /**
     * The records in the order of their changes, from a time or from the `resumeCursor` of an earlier run.
     *
     * @return Changes<Model\LoggedEvent>
     */
    public function changes(
        \DateTimeInterface|string|null $since = null,
        ?string $cursor = null,
        ?Options $options = null,
    ): Changes {
        $list = fn (?string $from) => $this->list(
            created_after: $since,
            sort: 'logged_at',
            order: 'asc',
            per_page: 100,
            cursor: $from,
            options: $options,
        );
        return new Changes($list, 'timestamp', $cursor);
    }

    /**
     * Stream events.
     *
     * Sends the events of the event log as Server-Sent Events as they are logged, usually within a second of their
     * `timestamp`. The `data` of each is an event as `GET /v1/events` returns it. Filters and scopes are those of that
     * list.
     *
     * The `id` of each Server-Sent Event is its position in the log. A client that reconnects with it in
     * `Last-Event-ID`, as `EventSource` does by itself, receives every event behind it once, for as long as the log
     * goes back: 30 days. `0` starts with the oldest event; without a position the stream starts with the next one. A
     * position that is not of this log returns 400, and one that is older than the log returns 422 `position_expired`.
     *
     * With `presence=true` it also tells which users read a conversation or write in it: each report, and at the
     * beginning those that last, as a message of the name `presence` (`event: presence`) without `id`, whose `data` is
     * a `Presence`.
     *
     * A stream ends when its credential expires, is revoked or changes its scopes, when the client reads too slowly,
     * and when the server shuts down: reconnect. Too many streams of a workspace or a credential return 429. Opening
     * one counts as a request. Lines that begin with a colon keep the connection open and have no meaning.
     *
     * Requires the scope `contacts:read` or `conversations:read` or `files:read` or `mailboxes:manage` or
     * `tickets:read` or `webhooks:manage`. Errors: `invalid_parameter`, `insufficient_scope`, `position_expired`.
     *
     * @param list<string>|null $event Event type, or a prefix like `ticket.*`
     * @param list<string>|null $resource Id of the record that the events are about
     * @param list<string>|null $actor_credential Id of the credential that caused the event, as in
     *   `actor.credential.id`
     * @param list<string>|null $actor_credential_not Id of a credential whose events are left out, such as the own
     *   one
     * @param string|null $last_event_id The same as the header `Last-Event-ID`, which wins, for clients that cannot
     *   set it
     * @param Model\StreamEventsPresence::*|null $presence Whether users in conversations are told too; requires
     *   `conversations:read`
     * @return EventStream<Model\LoggedEvent>
     * @throws \Parley\Exception\ParleyError
     */
    public function stream(
        ?array $event = null,
        ?array $resource = null,
        ?array $actor_credential = null,
        ?array $actor_credential_not = null,
        ?string $last_event_id = null,
        ?string $presence = null,
        ?Options $options = null,
    ): EventStream {
        return new EventStream($this->requester, new Call(
            'streamEvents',
            'GET',
            '/v1/events/stream',
            query: [
                'event' => $event, 'resource' => $resource, 'actor_credential' => $actor_credential,
                'actor_credential_not' => $actor_credential_not, 'presence' => $presence,
            ],
        ), $options, Model\LoggedEvent::class, $last_event_id);
    }
}
