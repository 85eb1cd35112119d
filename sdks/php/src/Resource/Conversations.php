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

/** The operations of conversations. */
final class Conversations extends Resource
{
    public readonly ConversationsHistory $history;
    public readonly ConversationsReplyRecipients $replyRecipients;
    public readonly ConversationsFollowers $followers;
    public readonly ConversationsDraft $draft;
    public readonly ConversationsMessages $messages;

    public function __construct(Requester $requester)
    {
        parent::__construct($requester);
        // A property that is unset calls __get() when it is read first.
        unset($this->history, $this->replyRecipients, $this->followers, $this->draft, $this->messages);
    }

    public function __get(string $name): Resource
    {
        return match ($name) {
            'history' => $this->history = new ConversationsHistory($this->requester),
            'replyRecipients' => $this->replyRecipients = new ConversationsReplyRecipients($this->requester),
            'followers' => $this->followers = new ConversationsFollowers($this->requester),
            'draft' => $this->draft = new ConversationsDraft($this->requester),
            'messages' => $this->messages = new ConversationsMessages($this->requester),
            default => throw new \Error("Undefined property: $name"),
        };
    }

    /**
     * Bulk update conversations.
     *
     * Applies one update to up to 100 conversations; each succeeds or fails independently. Returns 200 even if some
     * fail; check the `status` of each result. An update that is invalid for every conversation returns 422 and changes
     * none. Counts as one request towards the rate limit. The size of `update` times the number of records is at most 1
     * MiB.
     *
     * Requires the scope `conversations:write`. Errors: `idempotency_mismatch`, `idempotency_in_progress`,
     * `missing_parameter`, `too_many_items`, `read_only_parameter`.
     *
     * @param list<string> $ids Ids of the records to update, 1 to 100 different ones; of 1000 at most, duplicates are
     *   ignored
     * @param array{subject?: string|null, external_id?: string|null, priority?: Model\Priority::*, inbox_id?:
     *   string|null, mailbox_id?: string|null, connection_id?: string|null, tags?: list<string>, assignee_id?:
     *   string|null, team_id?: string|null, snoozed_until?: string|null, wake_on_reply?: bool, custom_fields?:
     *   array<string, string|float|int|bool|list<string|float|int|bool>>, status?: Model\ConversationStatus::*,
     *   add_tags?: list<string>, remove_tags?: list<string>} $update Fields to change in every record
     * @return Result<list<Model\BulkItem>, Model\BulkMeta>
     * @throws \Parley\Exception\ParleyError
     */
    public function bulkUpdate(array $ids, array $update, ?Options $options = null): Result
    {
        return $this->requester->recordWithMeta(Model\BulkItem::class, Model\BulkMeta::class, new Call(
            'bulkUpdateConversations',
            'POST',
            '/v1/conversations/bulk',
            body: ['ids' => $ids, 'update' => $update],
            objects: ['update', 'update.custom_fields'],
        ), $options);
    }

    /**
     * Create a conversation.
     *
     * Creates an open conversation, optionally with its first message. If nobody has what names the `contact`, a
     * contact is created and `contact.created` emitted. Emits `conversation.created`, plus `message.created` if
     * `message` is set and `conversation.assigned` if `assignee_id` is set.
     *
     * Requires the scope `conversations:write`. Errors: `idempotency_mismatch`, `idempotency_in_progress`,
     * `read_only_parameter`, `missing_parameter`, `too_many_items`, `ambiguous_match`, `duplicate_value`,
     * `file_too_large`.
     *
     * @param array{id?: string|null, email?: string|null, external_id?: string|null, phone?: string|null, name?:
     *   string|null} $contact The contact of the conversation, by id, `external_id`, e-mail address or phone number;
     *   created if nobody has it
     * @param string|null|Omit $subject Subject line; an empty one is null
     * @param string|null|Omit $external_id Id of the conversation in an external system, unique in the workspace and
     *   mode, or null
     * @param array{body?: string, external_id?: string|null, type?: Model\MessageType::*, author?: array{type:
     *   Model\AuthorType::*, id?: string}, send?: bool, email?: array{to?: list<string>, cc?: list<string>, bcc?:
     *   list<string>, subject?: string, html?: string}, mentions?: list<string>, attachments?: list<string>}|null|Omit
     *   $message First message of the conversation, or null
     * @param Model\Channel::*|Omit $channel Channel through which the contact writes
     * @param Model\Priority::*|Omit $priority Priority
     * @param string|null|Omit $inbox_id Id of the inbox, or null
     * @param string|null|Omit $mailbox_id Id of the mailbox through which replies leave, or null for none; by default
     *   that of the inbox, if it has one
     * @param string|null|Omit $connection_id Id of the connection through which replies leave, or null
     * @param list<string>|Omit $tags Names of the tags (case-insensitive), at most 50
     * @param string|null|Omit $assignee_id Id of an active user of the workspace, or null to unassign
     * @param string|null|Omit $team_id Id of a team of the workspace, or null for none; by default that of the inbox,
     *   if it has one
     * @param string|null|Omit $snoozed_until Snoozes an open or pending record until a time within a year, or wakes
     *   it (null). Resolving or closing it ends the snooze
     * @param bool|Omit $wake_on_reply Whether a message of the contact ends the snooze (default true); one that a
     *   program wrote for it does not. Only a snoozed record may have `false`
     * @param array<string, string|float|int|bool|list<string|float|int|bool>>|Omit $custom_fields Empty by default
     * @throws \Parley\Exception\ParleyError
     */
    public function create(
        array $contact,
        string|null|Omit $subject = Omit::Value,
        string|null|Omit $external_id = Omit::Value,
        array|null|Omit $message = Omit::Value,
        string|Omit $channel = Omit::Value,
        string|Omit $priority = Omit::Value,
        string|null|Omit $inbox_id = Omit::Value,
        string|null|Omit $mailbox_id = Omit::Value,
        string|null|Omit $connection_id = Omit::Value,
        array|Omit $tags = Omit::Value,
        string|null|Omit $assignee_id = Omit::Value,
        string|null|Omit $team_id = Omit::Value,
        string|null|Omit $snoozed_until = Omit::Value,
        bool|Omit $wake_on_reply = Omit::Value,
        array|\stdClass|Omit $custom_fields = Omit::Value,
        ?Options $options = null,
    ): Model\Conversation {
        return $this->requester->record(Model\Conversation::class, new Call(
            'createConversation',
            'POST',
            '/v1/conversations',
            body: [
                'contact' => $contact, 'subject' => $subject, 'external_id' => $external_id, 'message' => $message,
                'channel' => $channel, 'priority' => $priority, 'inbox_id' => $inbox_id, 'mailbox_id' => $mailbox_id,
                'connection_id' => $connection_id, 'tags' => $tags, 'assignee_id' => $assignee_id,
                'team_id' => $team_id, 'snoozed_until' => $snoozed_until, 'wake_on_reply' => $wake_on_reply,
                'custom_fields' => $custom_fields,
            ],
            objects: ['contact', 'message', 'message.author', 'message.email', 'custom_fields'],
        ), $options);
    }

    /**
     * List conversations.
     *
     * Returns the conversations that match all filters, newest first by default. `q` searches subjects, tags, custom
     * fields, messages, and the names, e-mail addresses and phone numbers of contacts. A conversation shows the name,
     * e-mail address and phone number of its contact and the name of its assignee: their changes do not change its
     * `updated_at`.
     *
     * Requires the scope `conversations:read`. Errors: `invalid_parameter`, `insufficient_scope`.
     *
     * @param list<Model\ConversationStatus::*>|null $status Status: `open`, `pending` or `closed`
     * @param list<Model\Priority::*>|null $priority Priority: `urgent`, `high`, `normal` or `low`
     * @param list<string>|null $assignee Id of the assigned user, `me` for the user of the credential (of an API key:
     *   its creator), or `none` for unassigned records
     * @param list<string>|null $team Id of the team, or `none`
     * @param Model\ListConversationsSnoozed::*|null $snoozed Whether the record is snoozed: `true` or `false`
     * @param list<string>|null $inbox Id of the inbox, or `none`
     * @param list<Model\Channel::*>|null $channel Channel: `email`, `chat`, `form` or `api`
     * @param list<string>|null $contact Id of the contact
     * @param list<string>|null $tag Name of a tag (case-insensitive)
     * @param list<string>|null $mailbox Id of the mailbox, or `none`
     * @param list<string>|null $number Number of the record
     * @param string|null $external_id Id in an external system, exactly as it was given
     * @param string|null $q Search query. All words must match; the last one matches as a prefix. Supports `"exact
     *   phrases"`, `-exclusions` and `field:value`, also with several values separated by commas; what is not a field
     *   with a possible value is text. The `id` of a record finds it, and so does its `external_id`. Case, accents and
     *   the grouping of digits are ignored, and so is a lone letter. Of a query, the first 20 words and values count,
     *   in 8 fields at most, and 60 parts of words, such as the characters of Chinese; of a long text, the first 32,768
     *   characters are searched. Values of a repeated parameter are one query. Fields: `status:`, `priority:`,
     *   `channel:`, `assignee:`, `email:`, `tag:`, `custom.<key>:` or `custom."a key":`
     * @param \DateTimeInterface|string|null $created_after Earliest creation time (inclusive)
     * @param \DateTimeInterface|string|null $created_before Latest creation time (exclusive)
     * @param \DateTimeInterface|string|null $updated_after Earliest time of the last change (inclusive)
     * @param \DateTimeInterface|string|null $updated_before Latest time of the last change (exclusive)
     * @param list<Model\ConversationInclude::*>|null $include Records to return in `included` too, each once;
     *   requires the scopes that read them. The answer has no `ETag`
     * @param int|null $page Page number, starting at 1
     * @param int|null $per_page Number of items per page, 1 to 100. Values above 100 are treated as 100
     * @param string|null $cursor `meta.next_cursor` or `meta.resume_cursor` of an earlier page; replaces `page`
     * @param 'created_at'|'updated_at'|'last_message_at'|'priority'|null $sort Field to sort by
     * @param Model\SortOrder::*|null $order Sort direction
     * @return Page<Model\Conversation>
     * @throws \Parley\Exception\ParleyError
     */
    public function list(
        ?array $status = null,
        ?array $priority = null,
        ?array $assignee = null,
        ?array $team = null,
        ?string $snoozed = null,
        ?array $inbox = null,
        ?array $channel = null,
        ?array $contact = null,
        ?array $tag = null,
        ?array $mailbox = null,
        ?array $number = null,
        ?string $external_id = null,
        ?string $q = null,
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
            'listConversations',
            'GET',
            '/v1/conversations',
            query: [
                'status' => $status, 'priority' => $priority, 'assignee' => $assignee, 'team' => $team,
                'snoozed' => $snoozed, 'inbox' => $inbox, 'channel' => $channel, 'contact' => $contact, 'tag' => $tag,
                'mailbox' => $mailbox, 'number' => $number, 'external_id' => $external_id, 'q' => $q,
                'created_after' => $created_after, 'created_before' => $created_before,
                'updated_after' => $updated_after, 'updated_before' => $updated_before, 'include' => $include,
                'page' => $page, 'per_page' => $per_page, 'cursor' => $cursor, 'sort' => $sort, 'order' => $order,
            ],
        ), $options, Model\Conversation::class);
    }

    /**
     * The records in the order of their changes, from a time or from the `resumeCursor` of an earlier run.
     *
     * @return Changes<Model\Conversation>
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
     * Delete a conversation.
     *
     * Deletes the conversation and its messages permanently, with those that were merged into it, and with the files
     * that no other message has. Its contact is kept, and so are linked tickets, whose `conversation_id` becomes null
     * within a second. Emits `conversation.deleted` for each, and no event for each message.
     *
     * Requires the scope `conversations:write`.
     *
     * Of users, only admins may do this. API keys need no role. Errors: `insufficient_scope`, `role_forbidden`,
     * `not_found`, `precondition_failed`, `outcome_unknown`.
     *
     * @throws \Parley\Exception\ParleyError
     */
    public function delete(string $conversation_id, ?Options $options = null): Response
    {
        return $this->requester->nothing(new Call(
            'deleteConversation',
            'DELETE',
            Url::path('/v1/conversations/{conversation_id}', $conversation_id),
        ), $options);
    }

    /**
     * Retrieve a conversation.
     *
     * Requires the scope `conversations:read`. Errors: `insufficient_scope`, `not_found`, `invalid_parameter`.
     *
     * @param list<Model\ConversationInclude::*>|null $include Records to return in `included` too, each once;
     *   requires the scopes that read them. The answer has no `ETag`
     * @return ($options is null ? Model\Conversation : Model\Conversation|NotModified)
     * @throws \Parley\Exception\ParleyError
     */
    public function get(
        string $conversation_id,
        ?array $include = null,
        ?Options $options = null,
    ): Model\Conversation|NotModified {
        return $this->requester->record(Model\Conversation::class, new Call(
            'getConversation',
            'GET',
            Url::path('/v1/conversations/{conversation_id}', $conversation_id),
            query: ['include' => $include],
        ), $options);
    }

    /**
     * Update a conversation.
     *
     * Changes only the fields that are sent. All status transitions are allowed. Emits `conversation.updated`, plus
     * `conversation.status_changed`, `conversation.team_changed`, `conversation.snoozed`, `conversation.woken` and
     * `conversation.assigned` where they apply. No event is sent if the request changes nothing.
     *
     * Requires the scope `conversations:write`. Errors: `not_found`, `idempotency_mismatch`, `idempotency_in_progress`,
     * `precondition_failed`, `read_only_parameter`, `too_many_items`, `ambiguous_match`, `duplicate_value`,
     * `missing_parameter`.
     *
     * @param string|null|Omit $subject Subject line; an empty one is null
     * @param string|null|Omit $external_id Id of the conversation in an external system, unique in the workspace and
     *   mode, or null
     * @param Model\Priority::*|Omit $priority Priority
     * @param string|null|Omit $inbox_id Id of the inbox, or null
     * @param string|null|Omit $mailbox_id Id of the mailbox through which replies leave, or null
     * @param string|null|Omit $connection_id Id of the connection through which replies leave, or null
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
     * @param Model\ConversationStatus::*|Omit $status Current status of the conversation
     * @param array{id?: string|null, email?: string|null, external_id?: string|null, phone?: string|null, name?:
     *   string|null}|Omit $contact The contact of the conversation, as in its creation. The tickets that are linked to
     *   it get the same within a second
     * @throws \Parley\Exception\ParleyError
     */
    public function update(
        string $conversation_id,
        string|null|Omit $subject = Omit::Value,
        string|null|Omit $external_id = Omit::Value,
        string|Omit $priority = Omit::Value,
        string|null|Omit $inbox_id = Omit::Value,
        string|null|Omit $mailbox_id = Omit::Value,
        string|null|Omit $connection_id = Omit::Value,
        array|Omit $tags = Omit::Value,
        string|null|Omit $assignee_id = Omit::Value,
        string|null|Omit $team_id = Omit::Value,
        string|null|Omit $snoozed_until = Omit::Value,
        bool|Omit $wake_on_reply = Omit::Value,
        array|\stdClass|Omit $custom_fields = Omit::Value,
        string|Omit $status = Omit::Value,
        array|Omit $contact = Omit::Value,
        ?Options $options = null,
    ): Model\Conversation {
        return $this->requester->record(Model\Conversation::class, new Call(
            'updateConversation',
            'PATCH',
            Url::path('/v1/conversations/{conversation_id}', $conversation_id),
            body: [
                'subject' => $subject, 'external_id' => $external_id, 'priority' => $priority, 'inbox_id' => $inbox_id,
                'mailbox_id' => $mailbox_id, 'connection_id' => $connection_id, 'tags' => $tags,
                'assignee_id' => $assignee_id, 'team_id' => $team_id, 'snoozed_until' => $snoozed_until,
                'wake_on_reply' => $wake_on_reply, 'custom_fields' => $custom_fields, 'status' => $status,
                'contact' => $contact,
            ],
            objects: ['custom_fields', 'contact'],
        ), $options);
    }

    /**
     * Reads the record, and updates it if nobody else has changed it meanwhile; otherwise both again, five times.
     *
     * @param \Closure(Model\Conversation): array<string, mixed> $change returns the arguments of `update`
     * @throws \Parley\Exception\PreconditionFailedError with the newest record
     * @throws \Parley\Exception\ParleyError
     */
    public function updateWith(string $conversation_id, \Closure $change, ?Options $options = null): Model\Conversation
    {
        $get = fn (Options $with) => $this->get($conversation_id, options: $with);
        $update = fn (array $fields, Options $with) =>
            $this->update($conversation_id, ...$fields, options: $with);
        return $this->requester->edit($get, $update, $change, $options);
    }

    /**
     * Merge conversations.
     *
     * Merges other conversations into this one, which keeps its own values and gets their messages with their files,
     * their participants and tags, and their custom fields that it lacks. Lists, counts and search have the merged
     * conversations no more, and their ids lead to this conversation in reads and writes, but not in its deletion; its
     * `merged_from` names them. Can be undone for 30 days with `POST /v1/conversations/{conversation_id}/unmerge`. All
     * or nothing: one id that cannot be merged changes nothing; one that was merged into it before is ignored. Emits
     * `conversation.merged` for each merged conversation and `conversation.updated` for this one. All have the same
     * contact, and the merged ones have at most 5000 messages together. What the contact answers to a mail of a merged
     * conversation, and what a connector receives for it, goes to this one. Linked tickets follow within a second.
     *
     * Requires the scope `conversations:write`. Errors: `not_found`, `idempotency_mismatch`, `idempotency_in_progress`,
     * `missing_parameter`, `too_many_items`.
     *
     * @param list<string> $from_ids Ids of the conversations to merge into this one, at most 50
     * @throws \Parley\Exception\ParleyError
     */
    public function merge(string $conversation_id, array $from_ids, ?Options $options = null): Model\Conversation
    {
        return $this->requester->record(Model\Conversation::class, new Call(
            'mergeConversation',
            'POST',
            Url::path('/v1/conversations/{conversation_id}/merge', $conversation_id),
            body: ['from_ids' => $from_ids],
        ), $options);
    }

    /**
     * Split a conversation.
     *
     * Moves messages into a new open conversation of the same contact, with the same priority, inbox, team, assignee
     * and channel, without tags and custom fields. Files move with their messages. What answers a mail among them goes
     * to the new conversation within a second, unless it is sent to a reply address of this one. Emits
     * `conversation.created` for it, and `conversation.split` and `conversation.updated` for this one.
     *
     * Requires the scope `conversations:write`. Errors: `not_found`, `idempotency_mismatch`, `idempotency_in_progress`,
     * `read_only_parameter`, `missing_parameter`, `too_many_items`.
     *
     * @param list<string> $message_ids Ids of the messages to move, at most 100
     * @param string|null|Omit $subject Subject line of the new conversation; by default that of this one
     * @throws \Parley\Exception\ParleyError
     */
    public function split(
        string $conversation_id,
        array $message_ids,
        string|null|Omit $subject = Omit::Value,
        ?Options $options = null,
    ): Model\Conversation {
        return $this->requester->record(Model\Conversation::class, new Call(
            'splitConversation',
            'POST',
            Url::path('/v1/conversations/{conversation_id}/split', $conversation_id),
            body: ['message_ids' => $message_ids, 'subject' => $subject],
        ), $options);
    }

    /**
     * Undo a merge of conversations.
     *
     * Gives conversations back that were merged into this one within the last 30 days, each with the values that it
     * had, with the messages that it brought and that were not moved since; participants stay in both. One that is a
     * conversation of its own is ignored. What it brought is taken from this conversation, unless it was changed since;
     * what came after the merge stays here. References to records that were deleted since are null, and so is the
     * assignee of open work who was deactivated. Emits `conversation.unmerged` for each and `conversation.updated` for
     * this conversation.
     *
     * Requires the scope `conversations:write`. Errors: `not_found`, `idempotency_mismatch`, `idempotency_in_progress`,
     * `missing_parameter`, `too_many_items`.
     *
     * @param list<string> $ids Ids of the conversations to give back, of `merged_from`, at most 50
     * @throws \Parley\Exception\ParleyError
     */
    public function unmerge(string $conversation_id, array $ids, ?Options $options = null): Model\Conversation
    {
        return $this->requester->record(Model\Conversation::class, new Call(
            'unmergeConversation',
            'POST',
            Url::path('/v1/conversations/{conversation_id}/unmerge', $conversation_id),
            body: ['ids' => $ids],
        ), $options);
    }

    /**
     * Report presence in a conversation.
     *
     * Says for 15 seconds that the user of the credential reads the conversation or writes in it. Event streams with
     * `presence=true` tell it; nothing else does, and no event is logged. A client repeats it every 10 seconds while it
     * lasts.
     *
     * Requires the scope `conversations:read`. Errors: `not_found`, `idempotency_mismatch`, `idempotency_in_progress`,
     * `missing_parameter`.
     *
     * @param Model\PresenceState::* $state What the user does in the conversation: reads it, or writes a message
     * @throws \Parley\Exception\ParleyError
     */
    public function presence(string $conversation_id, string $state, ?Options $options = null): Model\Presence
    {
        return $this->requester->record(Model\Presence::class, new Call(
            'reportPresence',
            'POST',
            Url::path('/v1/conversations/{conversation_id}/presence', $conversation_id),
            body: ['state' => $state],
        ), $options);
    }
}
