<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Resource;

use Parley\Core\Call;
use Parley\Core\Resource;
use Parley\Core\Url;
use Parley\Model;
use Parley\NotModified;
use Parley\Omit;
use Parley\Options;
use Parley\Page;
use Parley\Response;
use Parley\Result;

/** The operations of connections. */
final class Connections extends Resource
{
    /**
     * Create a connection.
     *
     * A connector posts what contacts write to `POST /v1/connections/{connection_id}/inbound_messages`, receives the
     * replies as `message.created` with `connection_id`, and reports their delivery. A workspace can have 100
     * connections in each mode; beyond that, `too_many_items` is returned.
     *
     * Requires the scope `mailboxes:manage`. Errors: `idempotency_mismatch`, `idempotency_in_progress`,
     * `read_only_parameter`, `missing_parameter`, `too_many_items`.
     *
     * @param string $name Display name
     * @param string|null|Omit $inbox_id Id of the inbox of its new conversations, or null
     * @param Model\ConnectionType::*|Omit $type The channel that the connector attaches; `custom` for any other
     * @throws \Parley\Exception\ParleyError
     */
    public function create(
        string $name,
        string|null|Omit $inbox_id = Omit::Value,
        string|Omit $type = Omit::Value,
        ?Options $options = null,
    ): Model\Connection {
        return $this->requester->record(Model\Connection::class, new Call(
            'createConnection',
            'POST',
            '/v1/connections',
            body: ['name' => $name, 'inbox_id' => $inbox_id, 'type' => $type],
        ), $options);
    }

    /**
     * List connections.
     *
     * Requires the scope `conversations:read`. Errors: `invalid_parameter`, `insufficient_scope`.
     *
     * @param list<string>|null $inbox Id of the inbox, or `none`
     * @param int|null $page Page number, starting at 1
     * @param int|null $per_page Number of items per page, 1 to 100. Values above 100 are treated as 100
     * @param string|null $cursor `meta.next_cursor` or `meta.resume_cursor` of an earlier page; replaces `page`
     * @param 'created_at'|'name'|null $sort Field to sort by
     * @param Model\SortOrder::*|null $order Sort direction
     * @return Page<Model\Connection>
     * @throws \Parley\Exception\ParleyError
     */
    public function list(
        ?array $inbox = null,
        ?int $page = null,
        ?int $per_page = null,
        ?string $cursor = null,
        ?string $sort = null,
        ?string $order = null,
        ?Options $options = null,
    ): Page {
        return new Page($this->requester, new Call(
            'listConnections',
            'GET',
            '/v1/connections',
            query: [
                'inbox' => $inbox, 'page' => $page, 'per_page' => $per_page, 'cursor' => $cursor, 'sort' => $sort,
                'order' => $order,
            ],
        ), $options, Model\Connection::class);
    }

    /**
     * Delete a connection.
     *
     * Its conversations keep their messages; their `connection_id` becomes null shortly after, with
     * `conversation.updated`. Replies that wait for a report of their delivery stay as they are.
     *
     * Requires the scope `mailboxes:manage`. Errors: `insufficient_scope`, `not_found`, `precondition_failed`,
     * `outcome_unknown`.
     *
     * @throws \Parley\Exception\ParleyError
     */
    public function delete(string $connection_id, ?Options $options = null): Response
    {
        return $this->requester->nothing(new Call(
            'deleteConnection',
            'DELETE',
            Url::path('/v1/connections/{connection_id}', $connection_id),
        ), $options);
    }

    /**
     * Retrieve a connection.
     *
     * Requires the scope `conversations:read`. Errors: `insufficient_scope`, `not_found`.
     *
     * @return ($options is null ? Model\Connection : Model\Connection|NotModified)
     * @throws \Parley\Exception\ParleyError
     */
    public function get(string $connection_id, ?Options $options = null): Model\Connection|NotModified
    {
        return $this->requester->record(Model\Connection::class, new Call(
            'getConnection',
            'GET',
            Url::path('/v1/connections/{connection_id}', $connection_id),
        ), $options);
    }

    /**
     * Update a connection.
     *
     * Requires the scope `mailboxes:manage`. Errors: `not_found`, `idempotency_mismatch`, `idempotency_in_progress`,
     * `precondition_failed`, `read_only_parameter`.
     *
     * @param string|Omit $name Display name
     * @param string|null|Omit $inbox_id Id of the inbox of its new conversations, or null
     * @throws \Parley\Exception\ParleyError
     */
    public function update(
        string $connection_id,
        string|Omit $name = Omit::Value,
        string|null|Omit $inbox_id = Omit::Value,
        ?Options $options = null,
    ): Model\Connection {
        return $this->requester->record(Model\Connection::class, new Call(
            'updateConnection',
            'PATCH',
            Url::path('/v1/connections/{connection_id}', $connection_id),
            body: ['name' => $name, 'inbox_id' => $inbox_id],
        ), $options);
    }

    /**
     * Reads the record, and updates it if nobody else has changed it meanwhile; otherwise both again, five times.
     *
     * @param \Closure(Model\Connection): array<string, mixed> $change returns the arguments of `update`
     * @throws \Parley\Exception\PreconditionFailedError with the newest record
     * @throws \Parley\Exception\ParleyError
     */
    public function updateWith(string $connection_id, \Closure $change, ?Options $options = null): Model\Connection
    {
        $get = fn (Options $with) => $this->get($connection_id, options: $with);
        $update = fn (array $fields, Options $with) =>
            $this->update($connection_id, ...$fields, options: $with);
        return $this->requester->edit($get, $update, $change, $options);
    }

    /**
     * Receive a message of a channel.
     *
     * Records a message that a contact wrote. The same `external_id` again, whatever else is sent, is answered 200 with
     * the message that it made. Messages with the same `external_conversation_id` are in one conversation, which is
     * created by the first, or by the next one after it was deleted; all of them are those of its contact. The contact
     * is found by the e-mail address, or else by the phone number, or else by the handle, which is its `external_id`
     * behind the id of the connection; or it is created: give only an address or number that the channel has verified,
     * since the message is shown as that contact's. Files require the scope `files:read`. Emits `message.created`, and
     * `contact.created`, `conversation.created` or what a message of the contact changes.
     *
     * Requires the scope `conversations:write`. Errors: `not_found`, `idempotency_mismatch`, `idempotency_in_progress`,
     * `read_only_parameter`, `missing_parameter`, `too_many_items`, `file_too_large`.
     *
     * @param string $external_id Id of the message in the channel, unique in the connection
     * @param string $external_conversation_id Id of the conversation in the channel, such as the numbers of both
     *   sides
     * @param array{handle: string, name?: string|null, email?: string|null, phone?: string|null} $from The sender
     * @param string|Omit $body Text of the message; may be empty beside files
     * @param list<string>|Omit $attachments Ids of files to attach: each was uploaded by `POST /v1/files`, in the
     *   same mode. They require the scope `files:read`
     * @param string|null|Omit $sent_at Time at which it was sent in the channel, as ISO 8601, or null
     * @return Result<Model\Message, Model\ReceivedMeta>
     * @throws \Parley\Exception\ParleyError
     */
    public function inboundMessages(
        string $connection_id,
        string $external_id,
        string $external_conversation_id,
        array $from,
        string|Omit $body = Omit::Value,
        array|Omit $attachments = Omit::Value,
        string|null|Omit $sent_at = Omit::Value,
        ?Options $options = null,
    ): Result {
        return $this->requester->recordWithMeta(Model\Message::class, Model\ReceivedMeta::class, new Call(
            'receiveMessage',
            'POST',
            Url::path('/v1/connections/{connection_id}/inbound_messages', $connection_id),
            body: [
                'external_id' => $external_id, 'external_conversation_id' => $external_conversation_id, 'from' => $from,
                'body' => $body, 'attachments' => $attachments, 'sent_at' => $sent_at,
            ],
            objects: ['from'],
        ), $options);
    }
}
