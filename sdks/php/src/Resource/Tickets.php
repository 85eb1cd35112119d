<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Resource;

use Parley\Changes;
use Parley\Core\Call;
use Parley\Core\Requester;
use Parley\Core\Resource;
use Parley\Core\Url;
use Parley\Model;
use Parley\NotModified;
use Parley\Omit;
use Parley\Options;
use Parley\Page;
use Parley\Response;
use Parley\Result;

/** The operations of tickets. */
final class Tickets extends Resource
{
    public readonly TicketsMessages $messages;
    public readonly TicketsHistory $history;
    public readonly TicketsLinks $links;
    public readonly TicketsFollowers $followers;

    public function __construct(Requester $requester)
    {
        parent::__construct($requester);
        // A property that is unset calls __get() when it is read first.
        unset($this->messages, $this->history, $this->links, $this->followers);
    }

    public function __get(string $name): Resource
    {
        return match ($name) {
            'messages' => $this->messages = new TicketsMessages($this->requester),
            'history' => $this->history = new TicketsHistory($this->requester),
            'links' => $this->links = new TicketsLinks($this->requester),
            'followers' => $this->followers = new TicketsFollowers($this->requester),
            default => throw new \Error("Undefined property: $name"),
        };
    }

    /**
     * Bulk update tickets.
     *
     * Applies one update to up to 100 tickets; each succeeds or fails independently. Returns 200 even if some fail;
     * check the `status` of each result. An update that is invalid for every ticket returns 422 and changes none.
     * Counts as one request towards the rate limit. The size of `update` times the number of records is at most 1 MiB.
     *
     * Requires the scope `tickets:write`. Errors: `idempotency_mismatch`, `idempotency_in_progress`,
     * `missing_parameter`, `too_many_items`, `read_only_parameter`.
     *
     * @param list<string> $ids Ids of the records to update, 1 to 100 different ones; of 1000 at most, duplicates are
     *   ignored
     * @param array{subject?: string, description?: string|null, external_id?: string|null, priority?:
     *   Model\Priority::*, inbox_id?: string|null, tags?: list<string>, assignee_id?: string|null, team_id?:
     *   string|null, snoozed_until?: string|null, wake_on_reply?: bool, custom_fields?: array<string,
     *   string|float|int|bool|list<string|float|int|bool>>, status?: Model\TicketStatus::*, add_tags?: list<string>,
     *   remove_tags?: list<string>} $update Fields to change in every record
     * @return Result<list<Model\BulkItem>, Model\BulkMeta>
     * @throws \Parley\Exception\ParleyError
     */
    public function bulkUpdate(array $ids, array $update, ?Options $options = null): Result
    {
        return $this->requester->recordWithMeta(Model\BulkItem::class, Model\BulkMeta::class, new Call(
            'bulkUpdateTickets',
            'POST',
            '/v1/tickets/bulk',
            body: ['ids' => $ids, 'update' => $update],
            objects: ['update', 'update.custom_fields'],
        ), $options);
    }

    /**
     * Create a ticket.
     *
     * The first-response SLA starts when the ticket is created. If nobody has what names the `contact`, a contact is
     * created and `contact.created` emitted. If `conversation_id` is set and `contact` is omitted, the ticket gets the
     * contact of the conversation. Emits `ticket.created`, and `ticket.assigned` if `assignee_id` is set. `message` (or
     * `attachments`) is written first, with its conversation, and remains if the ticket is then refused; it emits
     * `message.created`, and `conversation.created` if it begins one.
     *
     * Requires the scope `tickets:write`. Errors: `idempotency_mismatch`, `idempotency_in_progress`,
     * `read_only_parameter`, `missing_parameter`, `too_many_items`, `ambiguous_match`, `duplicate_value`,
     * `file_too_large`.
     *
     * @param string|null|Omit $subject Subject line; without it, or if it is blank, the first words of `description`
     *   or of `message`
     * @param string|null|Omit $description Full text of the request
     * @param string|null|Omit $external_id Id of the ticket in an external system, unique in the workspace and mode,
     *   or null
     * @param Model\Priority::*|Omit $priority Priority
     * @param string|null|Omit $inbox_id Id of the inbox, or null
     * @param list<string>|Omit $tags Names of the tags (case-insensitive), at most 50
     * @param string|null|Omit $assignee_id Id of an active user of the workspace, or null to unassign
     * @param string|null|Omit $team_id Id of a team of the workspace, or null for none; by default that of the inbox,
     *   if it has one
     * @param string|null|Omit $snoozed_until Snoozes an open or pending record until a time within a year, or wakes
     *   it (null). Resolving or closing it ends the snooze
     * @param bool|Omit $wake_on_reply Whether a message of the contact ends the snooze (default true); one that a
     *   program wrote for it does not. Only a snoozed record may have `false`
     * @param array<string, string|float|int|bool|list<string|float|int|bool>>|Omit $custom_fields Empty by default
     * @param string|null|Omit $conversation_id Id of a conversation with the same contact, or null. A reply in it
     *   since the creation of the ticket counts as the first response, and a message of the contact reopens the ticket.
     *   Also requires the scope `conversations:read`
     * @param array{id?: string|null, email?: string|null, external_id?: string|null, phone?: string|null, name?:
     *   string|null}|null|Omit $contact The contact who requests the ticket, by id, `external_id`, e-mail address or
     *   phone number; created if nobody has it
     * @param array{body?: string, external_id?: string|null, type?: Model\MessageType::*, author?: array{type:
     *   Model\AuthorType::*, id?: string}, send?: bool, email?: array{to?: list<string>, cc?: list<string>, bcc?:
     *   list<string>, subject?: string, html?: string}, mentions?: list<string>, attachments?: list<string>}|null|Omit
     *   $message Message to the contact, or from it, in the linked conversation: that of `conversation_id`, else a new
     *   one. Requires one of `contact` and `conversation_id`, and the scope `conversations:write`
     * @param list<string>|Omit $attachments Ids of files that came with the request, each uploaded by `POST
     *   /v1/files` in the same mode. They are a message of the contact in the linked conversation, so that they require
     *   what `message` requires, and the scope `files:read`; files of a `message` go into `message.attachments`
     * @throws \Parley\Exception\ParleyError
     */
    public function create(
        string|null|Omit $subject = Omit::Value,
        string|null|Omit $description = Omit::Value,
        string|null|Omit $external_id = Omit::Value,
        string|Omit $priority = Omit::Value,
        string|null|Omit $inbox_id = Omit::Value,
        array|Omit $tags = Omit::Value,
        string|null|Omit $assignee_id = Omit::Value,
        string|null|Omit $team_id = Omit::Value,
        string|null|Omit $snoozed_until = Omit::Value,
        bool|Omit $wake_on_reply = Omit::Value,
        array|\stdClass|Omit $custom_fields = Omit::Value,
        string|null|Omit $conversation_id = Omit::Value,
        array|null|Omit $contact = Omit::Value,
        array|null|Omit $message = Omit::Value,
        array|Omit $attachments = Omit::Value,
        ?Options $options = null,
    ): Model\Ticket {
        return $this->requester->record(Model\Ticket::class, new Call(
            'createTicket',
            'POST',
            '/v1/tickets',
            body: [
                'subject' => $subject, 'description' => $description, 'external_id' => $external_id,
                'priority' => $priority, 'inbox_id' => $inbox_id, 'tags' => $tags, 'assignee_id' => $assignee_id,
                'team_id' => $team_id, 'snoozed_until' => $snoozed_until, 'wake_on_reply' => $wake_on_reply,
                'custom_fields' => $custom_fields, 'conversation_id' => $conversation_id, 'contact' => $contact,
                'message' => $message, 'attachments' => $attachments,
            ],
            objects: ['custom_fields', 'contact', 'message', 'message.author', 'message.email'],
        ), $options);
    }

    /**
     * List tickets.
     *
     * Returns the tickets that match all filters, newest first by default. `sort=priority` sorts by urgency, not by
     * name. `q` searches subjects, descriptions, tags, custom fields, and the names, e-mail addresses and phone numbers
     * of contacts. A ticket shows the name, e-mail address and phone number of its contact and the name of its
     * assignee: their changes do not change its `updated_at`, nor does the time, which changes `sla.status`.
     *
     * Requires the scope `tickets:read`. Errors: `invalid_parameter`, `insufficient_scope`.
     *
     * @param list<Model\TicketStatus::*>|null $status Status: `open`, `pending`, `resolved` or `closed`
     * @param list<Model\Priority::*>|null $priority Priority: `urgent`, `high`, `normal` or `low`
     * @param list<string>|null $assignee Id of the assigned user, `me` for the user of the credential (of an API key:
     *   its creator), or `none` for unassigned records
     * @param list<string>|null $team Id of the team, or `none`
     * @param Model\ListTicketsSnoozed::*|null $snoozed Whether the record is snoozed: `true` or `false`
     * @param list<string>|null $inbox Id of the inbox, or `none`
     * @param list<string>|null $contact Id of the contact, or `none`
     * @param list<string>|null $tag Name of a tag (case-insensitive)
     * @param list<string>|null $number Number of the record
     * @param string|null $external_id Id in an external system, exactly as it was given
     * @param string|null $q Search query. All words must match; the last one matches as a prefix. Supports `"exact
     *   phrases"`, `-exclusions` and `field:value`, also with several values separated by commas; what is not a field
     *   with a possible value is text. The `id` of a record finds it, and so does its `external_id`. Case, accents and
     *   the grouping of digits are ignored, and so is a lone letter. Of a query, the first 20 words and values count,
     *   in 8 fields at most, and 60 parts of words, such as the characters of Chinese; of a long text, the first 32,768
     *   characters are searched. Values of a repeated parameter are one query. Fields: `status:`, `priority:`,
     *   `assignee:`, `email:`, `tag:`, `custom.<key>:` or `custom."a key":`
     * @param list<string>|null $sla_status SLA status at the time of the request, or `none` for tickets without a
     *   first-response target
     * @param \DateTimeInterface|string|null $created_after Earliest creation time (inclusive)
     * @param \DateTimeInterface|string|null $created_before Latest creation time (exclusive)
     * @param \DateTimeInterface|string|null $updated_after Earliest time of the last change (inclusive)
     * @param \DateTimeInterface|string|null $updated_before Latest time of the last change (exclusive)
     * @param list<Model\TicketInclude::*>|null $include Records to return in `included` too, each once; requires the
     *   scopes that read them. The answer has no `ETag`
     * @param int|null $page Page number, starting at 1
     * @param int|null $per_page Number of items per page, 1 to 100. Values above 100 are treated as 100
     * @param string|null $cursor `meta.next_cursor` or `meta.resume_cursor` of an earlier page; replaces `page`
     * @param 'created_at'|'updated_at'|'priority'|'status'|'first_response_due'|null $sort Field to sort by
     * @param Model\SortOrder::*|null $order Sort direction
     * @return Page<Model\Ticket>
     * @throws \Parley\Exception\ParleyError
     */
    public function list(
        ?array $status = null,
        ?array $priority = null,
        ?array $assignee = null,
        ?array $team = null,
        ?string $snoozed = null,
        ?array $inbox = null,
        ?array $contact = null,
        ?array $tag = null,
        ?array $number = null,
        ?string $external_id = null,
        ?string $q = null,
        ?array $sla_status = null,
        \DateTimeInterface|string|null $created_after = null,
        \DateTimeInterface|string|null $created_before = null,
        \DateTimeInterface|string|null $updated_after = null,
        \DateTimeInterface|string|null $updated_before = null,
        ?array $include = null,
        ?int $page = null,
        ?int $per_page = null,
        ?string $cursor = null,
        ?string $sort = null,
        ?string $order = null,
        ?Options $options = null,
    ): Page {
        return new Page($this->requester, new Call(
            'listTickets',
            'GET',
            '/v1/tickets',
            query: [
                'status' => $status, 'priority' => $priority, 'assignee' => $assignee, 'team' => $team,
                'snoozed' => $snoozed, 'inbox' => $inbox, 'contact' => $contact, 'tag' => $tag, 'number' => $number,
                'external_id' => $external_id, 'q' => $q, 'sla_status' => $sla_status,
                'created_after' => $created_after, 'created_before' => $created_before,
                'updated_after' => $updated_after, 'updated_before' => $updated_before, 'include' => $include,
                'page' => $page, 'per_page' => $per_page, 'cursor' => $cursor, 'sort' => $sort, 'order' => $order,
            ],
        ), $options, Model\Ticket::class);
    }

    /**
     * The records in the order of their changes, from a time or from the `resumeCursor` of an earlier run.
     *
     * @return Changes<Model\Ticket>
     */
    public function changes(
        \DateTimeInterface|string|null $since = null,
        ?string $cursor = null,
        ?Options $options = null,
    ): Changes {
        $list = fn (?string $from) => $this->list(
            updated_after: $since,
            sort: 'updated_at',
            order: 'asc',
            per_page: 100,
            cursor: $from,
            options: $options,
        );
        return new Changes($list, 'updated_at', $cursor);
    }

    /**
     * Delete a ticket.
     *
     * Deletes the ticket permanently, with those that were merged into it; its contact and its conversation are kept.
     * Emits `ticket.deleted` for each. The log of webhook deliveries and stored responses of an `Idempotency-Key` may
     * contain the ticket until they expire.
     *
     * Requires the scope `tickets:write`.
     *
     * Of users, only admins may do this. API keys need no role. Errors: `insufficient_scope`, `role_forbidden`,
     * `not_found`, `precondition_failed`, `outcome_unknown`.
     *
     * @throws \Parley\Exception\ParleyError
     */
    public function delete(string $ticket_id, ?Options $options = null): Response
    {
        return $this->requester->nothing(new Call(
            'deleteTicket',
            'DELETE',
            Url::path('/v1/tickets/{ticket_id}', $ticket_id),
        ), $options);
    }

    /**
     * Retrieve a ticket.
     *
     * Requires the scope `tickets:read`. Errors: `insufficient_scope`, `not_found`, `invalid_parameter`.
     *
     * @param list<Model\TicketInclude::*>|null $include Records to return in `included` too, each once; requires the
     *   scopes that read them. The answer has no `ETag`
     * @return ($options is null ? Model\Ticket : Model\Ticket|NotModified)
     * @throws \Parley\Exception\ParleyError
     */
    public function get(string $ticket_id, ?array $include = null, ?Options $options = null): Model\Ticket|NotModified
    {
        return $this->requester->record(Model\Ticket::class, new Call(
            'getTicket',
            'GET',
            Url::path('/v1/tickets/{ticket_id}', $ticket_id),
            query: ['include' => $include],
        ), $options);
    }

    /**
     * Update a ticket.
     *
     * Changes only the fields that are sent. All status transitions are allowed. `resolved` and `closed` stop the
     * first-response SLA; reopening a ticket that has no response restarts it, and a new `priority` sets a new target.
     * A ticket that is reopened while its assignee is deactivated becomes unassigned. Emits `ticket.updated`, plus
     * `ticket.assigned`, `ticket.team_changed`, `ticket.status_changed`, `ticket.snoozed` and `ticket.woken` where they
     * apply. No event is sent if the request changes nothing.
     *
     * Requires the scope `tickets:write`. Errors: `not_found`, `idempotency_mismatch`, `idempotency_in_progress`,
     * `precondition_failed`, `read_only_parameter`, `too_many_items`, `ambiguous_match`, `duplicate_value`,
     * `missing_parameter`.
     *
     * @param string|Omit $subject Subject line
     * @param string|null|Omit $description Full text of the request
     * @param string|null|Omit $external_id Id of the ticket in an external system, unique in the workspace and mode,
     *   or null
     * @param Model\Priority::*|Omit $priority Priority
     * @param string|null|Omit $inbox_id Id of the inbox, or null
     * @param list<string>|Omit $tags Names of the tags (case-insensitive), at most 50
     * @param string|null|Omit $assignee_id Id of an active user of the workspace, or null to unassign
     * @param string|null|Omit $team_id Id of a team of the workspace, or null
     * @param string|null|Omit $snoozed_until Snoozes an open or pending record until a time within a year, or wakes
     *   it (null). Resolving or closing it ends the snooze
     * @param bool|Omit $wake_on_reply Whether a message of the contact ends the snooze (default true); one that a
     *   program wrote for it does not. Only a snoozed record may have `false`
     * @param array<string, string|float|int|bool|list<string|float|int|bool>>|Omit $custom_fields Custom key-value
     *   pairs to merge by key; null removes a key. At most 100 keys and 16 KiB as JSON; integers of at most 2^53 - 1,
     *   which JSON libraries keep
     * @param Model\TicketStatus::*|Omit $status Current status of the ticket
     * @param string|null|Omit $conversation_id Id of a conversation with the same contact, or null. A reply in it
     *   since the creation of the ticket counts as the first response, and a message of the contact reopens the ticket.
     *   Also requires the scope `conversations:read`
     * @param array{id?: string|null, email?: string|null, external_id?: string|null, phone?: string|null, name?:
     *   string|null}|null|Omit $contact The contact who requests the ticket, as in its creation, or null. A ticket and
     *   its conversation have the same contact: change that of the conversation, and its tickets follow
     * @throws \Parley\Exception\ParleyError
     */
    public function update(
        string $ticket_id,
        string|Omit $subject = Omit::Value,
        string|null|Omit $description = Omit::Value,
        string|null|Omit $external_id = Omit::Value,
        string|Omit $priority = Omit::Value,
        string|null|Omit $inbox_id = Omit::Value,
        array|Omit $tags = Omit::Value,
        string|null|Omit $assignee_id = Omit::Value,
        string|null|Omit $team_id = Omit::Value,
        string|null|Omit $snoozed_until = Omit::Value,
        bool|Omit $wake_on_reply = Omit::Value,
        array|\stdClass|Omit $custom_fields = Omit::Value,
        string|Omit $status = Omit::Value,
        string|null|Omit $conversation_id = Omit::Value,
        array|null|Omit $contact = Omit::Value,
        ?Options $options = null,
    ): Model\Ticket {
        return $this->requester->record(Model\Ticket::class, new Call(
            'updateTicket',
            'PATCH',
            Url::path('/v1/tickets/{ticket_id}', $ticket_id),
            body: [
                'subject' => $subject, 'description' => $description, 'external_id' => $external_id,
                'priority' => $priority, 'inbox_id' => $inbox_id, 'tags' => $tags, 'assignee_id' => $assignee_id,
                'team_id' => $team_id, 'snoozed_until' => $snoozed_until, 'wake_on_reply' => $wake_on_reply,
                'custom_fields' => $custom_fields, 'status' => $status, 'conversation_id' => $conversation_id,
                'contact' => $contact,
            ],
            objects: ['custom_fields', 'contact'],
        ), $options);
    }

    /**
     * Reads the record, and updates it if nobody else has changed it meanwhile; otherwise both again, five times.
     *
     * @param \Closure(Model\Ticket): array<string, mixed> $change returns the arguments of `update`
     * @throws \Parley\Exception\PreconditionFailedError with the newest record
     * @throws \Parley\Exception\ParleyError
     */
    public function updateWith(string $ticket_id, \Closure $change, ?Options $options = null): Model\Ticket
    {
        $get = fn (Options $with) => $this->get($ticket_id, options: $with);
        $update = fn (array $fields, Options $with) =>
            $this->update($ticket_id, ...$fields, options: $with);
        return $this->requester->edit($get, $update, $change, $options);
    }

    /**
     * Merge tickets.
     *
     * Merges other tickets into this one, which keeps its own values and gets their tags, and their custom fields that
     * it lacks; without a conversation, it gets the first of theirs that has the same contact. Lists, counts and search
     * have the merged tickets no more, and their ids lead to this ticket in reads and writes, but not in its deletion;
     * its `merged_from` names them. Can be undone for 30 days with `POST /v1/tickets/{ticket_id}/unmerge`. All or
     * nothing: one id that cannot be merged changes nothing; one that was merged into it before is ignored. Emits
     * `ticket.merged` for each merged ticket and `ticket.updated` for this one. The SLA is that of this ticket.
     *
     * Requires the scope `tickets:write`. Errors: `not_found`, `idempotency_mismatch`, `idempotency_in_progress`,
     * `missing_parameter`, `too_many_items`.
     *
     * @param list<string> $from_ids Ids of the tickets to merge into this one, at most 50
     * @throws \Parley\Exception\ParleyError
     */
    public function merge(string $ticket_id, array $from_ids, ?Options $options = null): Model\Ticket
    {
        return $this->requester->record(Model\Ticket::class, new Call(
            'mergeTicket',
            'POST',
            Url::path('/v1/tickets/{ticket_id}/merge', $ticket_id),
            body: ['from_ids' => $from_ids],
        ), $options);
    }

    /**
     * Undo a merge of tickets.
     *
     * Gives tickets back that were merged into this one within the last 30 days, each with the values that it had. One
     * that is a ticket of its own is ignored. What it brought is taken from this ticket, unless it was changed since;
     * what came after the merge stays here. References to records that were deleted since are null, and so is the
     * assignee of open work who was deactivated. Emits `ticket.unmerged` for each and `ticket.updated` for this ticket.
     *
     * Requires the scope `tickets:write`. Errors: `not_found`, `idempotency_mismatch`, `idempotency_in_progress`,
     * `missing_parameter`, `too_many_items`.
     *
     * @param list<string> $ids Ids of the tickets to give back, of `merged_from`, at most 50
     * @throws \Parley\Exception\ParleyError
     */
    public function unmerge(string $ticket_id, array $ids, ?Options $options = null): Model\Ticket
    {
        return $this->requester->record(Model\Ticket::class, new Call(
            'unmergeTicket',
            'POST',
            Url::path('/v1/tickets/{ticket_id}/unmerge', $ticket_id),
            body: ['ids' => $ids],
        ), $options);
    }

    /**
     * Create or update a ticket.
     *
     * Finds the ticket by `external_id` and changes the fields that are sent, as an update does but for `status`; if
     * there is none, it is created, for which `subject` or `description` is required. Emits the events of a creation,
     * or those of an update.
     *
     * Requires the scope `tickets:write`. Errors: `idempotency_mismatch`, `idempotency_in_progress`,
     * `read_only_parameter`, `missing_parameter`, `too_many_items`, `ambiguous_match`.
     *
     * @param string $external_id Id of the ticket in an external system
     * @param string|Omit $subject Subject line
     * @param string|null|Omit $description Full text of the request
     * @param Model\Priority::*|Omit $priority Priority
     * @param string|null|Omit $inbox_id Id of the inbox, or null
     * @param list<string>|Omit $tags Names of the tags (case-insensitive), at most 50
     * @param string|null|Omit $assignee_id Id of an active user of the workspace, or null to unassign
     * @param string|null|Omit $team_id Id of a team of the workspace, or null
     * @param string|null|Omit $snoozed_until Snoozes an open or pending record until a time within a year, or wakes
     *   it (null). Resolving or closing it ends the snooze
     * @param bool|Omit $wake_on_reply Whether a message of the contact ends the snooze (default true); one that a
     *   program wrote for it does not. Only a snoozed record may have `false`
     * @param array<string, string|float|int|bool|list<string|float|int|bool>>|Omit $custom_fields Custom key-value
     *   pairs to merge by key; null removes a key. At most 100 keys and 16 KiB as JSON; integers of at most 2^53 - 1,
     *   which JSON libraries keep
     * @param string|null|Omit $conversation_id Id of a conversation with the same contact, or null. A reply in it
     *   since the creation of the ticket counts as the first response, and a message of the contact reopens the ticket.
     *   Also requires the scope `conversations:read`
     * @param array{id?: string|null, email?: string|null, external_id?: string|null, phone?: string|null, name?:
     *   string|null}|null|Omit $contact The contact who requests the ticket, as in its creation, or null
     * @return Result<Model\Ticket, Model\UpsertMeta>
     * @throws \Parley\Exception\ParleyError
     */
    public function upsert(
        string $external_id,
        string|Omit $subject = Omit::Value,
        string|null|Omit $description = Omit::Value,
        string|Omit $priority = Omit::Value,
        string|null|Omit $inbox_id = Omit::Value,
        array|Omit $tags = Omit::Value,
        string|null|Omit $assignee_id = Omit::Value,
        string|null|Omit $team_id = Omit::Value,
        string|null|Omit $snoozed_until = Omit::Value,
        bool|Omit $wake_on_reply = Omit::Value,
        array|\stdClass|Omit $custom_fields = Omit::Value,
        string|null|Omit $conversation_id = Omit::Value,
        array|null|Omit $contact = Omit::Value,
        ?Options $options = null,
    ): Result {
        return $this->requester->recordWithMeta(Model\Ticket::class, Model\UpsertMeta::class, new Call(
            'upsertTickets',
            'POST',
            '/v1/tickets/upsert',
            body: [
                'subject' => $subject, 'description' => $description, 'external_id' => $external_id,
                'priority' => $priority, 'inbox_id' => $inbox_id, 'tags' => $tags, 'assignee_id' => $assignee_id,
                'team_id' => $team_id, 'snoozed_until' => $snoozed_until, 'wake_on_reply' => $wake_on_reply,
                'custom_fields' => $custom_fields, 'conversation_id' => $conversation_id, 'contact' => $contact,
            ],
            objects: ['custom_fields', 'contact'],
        ), $options);
    }
}
