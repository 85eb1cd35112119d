<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Resource;

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

/** The operations of conversations, messages. */
final class ConversationsMessages extends Resource
{
    public readonly ConversationsMessagesEmail $email;

    public function __construct(Requester $requester)
    {
        parent::__construct($requester);
        // A property that is unset calls __get() when it is read first.
        unset($this->email);
    }

    public function __get(string $name): Resource
    {
        return match ($name) {
            'email' => $this->email = new ConversationsMessagesEmail($this->requester),
            default => throw new \Error("Undefined property: $name"),
        };
    }

    /**
     * Create a message.
     *
     * Adds a message to the conversation as the user of the credential, or as its contact with `author: {type:
     * contact}`. A reply of a user leaves, unless `send` is false, if the conversation has a `mailbox_id` or a
     * `connection_id`: it is `queued`, and `message.delivery_updated` tells what becomes of it. Without recipients it
     * is `failed` with `no_recipients`. Any other message is recorded, not sent: its `delivery` is null. `attachments`
     * has the ids of files, which require the scope `files:read`, each of which may be attached to several messages; a
     * multipart form has the files themselves, and `author` as JSON; it leaves out what is null. With files `body` may
     * be left out, and either the message is created with all of them or nothing is. An API key with the scope
     * `users:write` may name another user as the author. A message from the contact opens a conversation that is
     * pending or closed, and so, within a second, the tickets linked to it. With the `ETag` of the conversation in
     * `If-Match` nothing is written if the conversation has changed since, such as by a message of somebody else: 412.
     * The activity of the conversation follows: `last_message_at`, `last_message_by`, `messages_count`,
     * `waiting_since`. Emits `message.created`, and `conversation.updated` only if the message changes the status, with
     * `conversation.status_changed`.
     *
     * Requires the scope `conversations:write`. Errors: `malformed_multipart`, `not_found`, `idempotency_mismatch`,
     * `idempotency_in_progress`, `precondition_failed`, `too_many_items`, `file_too_large`, `unsupported_file_type`,
     * `read_only_parameter`, `missing_parameter`, `duplicate_value`.
     *
     * @param string|Omit $body Text of the message. Required and not blank, unless files are attached; with
     *   `email.html` it may be left out
     * @param string|null|Omit $external_id Id of the message in an external system, unique in the workspace and mode,
     *   or null
     * @param Model\MessageType::*|Omit $type Type of message; defaults to `reply` for users and `comment` for
     *   contacts
     * @param array{type: Model\AuthorType::*, id?: string}|Omit $author Author of the message: the user of the
     *   credential (the default), another user, or the contact of the conversation
     * @param bool|Omit $send Whether a reply of a user leaves through the mailbox or the connection of the
     *   conversation; false records it only
     * @param array{to?: list<string>, cc?: list<string>, bcc?: list<string>, subject?: string, html?: string}|Omit
     *   $email What a reply by mail has beside its text. Only for a message that leaves through a mailbox; 50
     *   recipients at most, none of whom is a mailbox of the workspace
     * @param list<string>|Omit $mentions Ids of active users whom a note mentions, at most 20: they are notified, and
     *   follow the conversation. Only for notes
     * @param list<string|File>|Omit $attachments Ids of files to attach: each was uploaded by `POST /v1/files`, in
     *   the same mode. They require the scope `files:read`
     * @throws \Parley\Exception\ParleyError
     */
    public function create(
        string $conversation_id,
        string|Omit $body = Omit::Value,
        string|null|Omit $external_id = Omit::Value,
        string|Omit $type = Omit::Value,
        array|Omit $author = Omit::Value,
        bool|Omit $send = Omit::Value,
        array|Omit $email = Omit::Value,
        array|Omit $mentions = Omit::Value,
        array|Omit $attachments = Omit::Value,
        ?Options $options = null,
    ): Model\Message {
        return $this->requester->record(Model\Message::class, new Call(
            'createMessage',
            'POST',
            Url::path('/v1/conversations/{conversation_id}/messages', $conversation_id),
            body: [
                'body' => $body, 'external_id' => $external_id, 'type' => $type, 'author' => $author, 'send' => $send,
                'email' => $email, 'mentions' => $mentions, 'attachments' => $attachments,
            ],
            objects: ['author', 'email'],
            files: ['attachments' => 'attachments[]'],
        ), $options);
    }

    /**
     * List the messages of a conversation.
     *
     * Returns the messages, oldest first by default, including internal notes.
     *
     * Requires the scope `conversations:read`. Errors: `invalid_parameter`, `insufficient_scope`, `not_found`.
     *
     * @param list<Model\MessageType::*>|null $type Type of the message
     * @param string|null $external_id Id in an external system, exactly as it was given
     * @param int|null $page Page number, starting at 1
     * @param int|null $per_page Number of items per page, 1 to 100. Values above 100 are treated as 100
     * @param string|null $cursor `meta.next_cursor` or `meta.resume_cursor` of an earlier page; replaces `page`
     * @param 'created_at'|null $sort Field to sort by
     * @param Model\SortOrder::*|null $order Sort direction
     * @return Page<Model\Message>
     * @throws \Parley\Exception\ParleyError
     */
    public function list(
        string $conversation_id,
        ?array $type = null,
        ?string $external_id = null,
        ?int $page = null,
        ?int $per_page = null,
        ?string $cursor = null,
        ?string $sort = null,
        ?string $order = null,
        ?Options $options = null,
    ): Page {
        return new Page($this->requester, new Call(
            'listMessages',
            'GET',
            Url::path('/v1/conversations/{conversation_id}/messages', $conversation_id),
            query: [
                'type' => $type, 'external_id' => $external_id, 'page' => $page, 'per_page' => $per_page,
                'cursor' => $cursor, 'sort' => $sort, 'order' => $order,
            ],
        ), $options, Model\Message::class);
    }

    /**
     * Redact a message.
     *
     * Removes the text and the attachments of a message permanently, and cancels its sending if it still waits, from
     * search too, and the files that no other message has. Its author may do so, an admin, and API keys. The message
     * keeps its place in the conversation, with an empty `body`, `redacted_at` and `redacted_by`; redacting it again is
     * a 404. Emits `message.redacted`. Within seconds the copies follow: the source of a mail, the event log, pending
     * deliveries of webhooks, which send the message without its content, and stored responses of an `Idempotency-Key`.
     *
     * Requires the scope `conversations:write`. Errors: `insufficient_scope`, `role_forbidden`, `not_found`,
     * `precondition_failed`, `outcome_unknown`.
     *
     * @throws \Parley\Exception\ParleyError
     */
    public function delete(string $conversation_id, string $message_id, ?Options $options = null): Response
    {
        return $this->requester->nothing(new Call(
            'deleteMessage',
            'DELETE',
            Url::path('/v1/conversations/{conversation_id}/messages/{message_id}', $conversation_id, $message_id),
        ), $options);
    }

    /**
     * Retrieve a message.
     *
     * Requires the scope `conversations:read`. Errors: `insufficient_scope`, `not_found`.
     *
     * @return ($options is null ? Model\Message : Model\Message|NotModified)
     * @throws \Parley\Exception\ParleyError
     */
    public function get(
        string $conversation_id,
        string $message_id,
        ?Options $options = null,
    ): Model\Message|NotModified {
        return $this->requester->record(Model\Message::class, new Call(
            'getMessage',
            'GET',
            Url::path('/v1/conversations/{conversation_id}/messages/{message_id}', $conversation_id, $message_id),
        ), $options);
    }

    /**
     * Edit a note.
     *
     * Changes the text of an internal note, which its author, an admin and API keys may do. `edited_at` and `edited_by`
     * tell of the last change; `message.updated`, which it emits, has the former text in `previous`, and names who has
     * made the change in `actor`. Other messages are what somebody has sent or received, and a note that came as a mail
     * is that mail: these return 409 `not_editable`, as a redacted note does.
     *
     * Requires the scope `conversations:write`. Errors: `role_forbidden`, `not_found`, `idempotency_mismatch`,
     * `idempotency_in_progress`, `not_editable`, `precondition_failed`, `read_only_parameter`, `missing_parameter`.
     *
     * @param string $body Text of the note
     * @throws \Parley\Exception\ParleyError
     */
    public function update(
        string $conversation_id,
        string $message_id,
        string $body,
        ?Options $options = null,
    ): Model\Message {
        return $this->requester->record(Model\Message::class, new Call(
            'updateMessage',
            'PATCH',
            Url::path('/v1/conversations/{conversation_id}/messages/{message_id}', $conversation_id, $message_id),
            body: ['body' => $body],
        ), $options);
    }

    /**
     * Reads the record, and updates it if nobody else has changed it meanwhile; otherwise both again, five times.
     *
     * @param \Closure(Model\Message): array<string, mixed> $change returns the arguments of `update`
     * @throws \Parley\Exception\PreconditionFailedError with the newest record
     * @throws \Parley\Exception\ParleyError
     */
    public function updateWith(
        string $conversation_id,
        string $message_id,
        \Closure $change,
        ?Options $options = null,
    ): Model\Message {
        $get = fn (Options $with) => $this->get($conversation_id, $message_id, options: $with);
        $update = fn (array $fields, Options $with) =>
            $this->update($conversation_id, $message_id, ...$fields, options: $with);
        return $this->requester->edit($get, $update, $change, $options);
    }

    /**
     * Send a message again.
     *
     * Sends a message again that is `failed`, `bounced`, `unknown` or `cancelled`, through the mailbox or the
     * connection that its conversation has now: to the recipients that it has not reached, or to the contact if it had
     * none. `email` replaces those of them that it names, such as those in `to`, and what is left out of it stays. It
     * is `queued` again; an `unknown` one may arrive twice. Emits `message.delivery_updated`, by which a connector
     * learns of it: the `delivery` is `queued`, and was not before.
     *
     * Requires the scope `conversations:write`. Errors: `not_found`, `idempotency_mismatch`, `idempotency_in_progress`,
     * `too_many_items`.
     *
     * @param array{to?: list<string>, cc?: list<string>, bcc?: list<string>, subject?: string}|Omit $email Other
     *   recipients or another subject; what is left out stays. Only for a message that leaves by mail
     * @throws \Parley\Exception\ParleyError
     */
    public function resend(
        string $conversation_id,
        string $message_id,
        array|Omit $email = Omit::Value,
        ?Options $options = null,
    ): Model\Message {
        return $this->requester->record(Model\Message::class, new Call(
            'resendMessage',
            'POST',
            Url::path(
                '/v1/conversations/{conversation_id}/messages/{message_id}/resend',
                $conversation_id,
                $message_id,
            ),
            body: ['email' => $email],
            objects: ['email'],
        ), $options);
    }

    /**
     * Report the delivery of a message.
     *
     * For connectors: reports what has become of a message with a `connection_id`. States only move forward, so that
     * late and repeated reports change nothing. Emits `message.delivery_updated`. A message without a connection is a
     * 422.
     *
     * Requires the scope `conversations:write`. Errors: `not_found`, `idempotency_mismatch`, `idempotency_in_progress`,
     * `read_only_parameter`, `missing_parameter`.
     *
     * @param Model\ReportedDeliveryStatus::* $status How far the connector has come. A report of an earlier state
     *   changes nothing
     * @param array{code: string, message: string}|null|Omit $error Why it was not sent or delivered, or null
     * @throws \Parley\Exception\ParleyError
     */
    public function delivery(
        string $conversation_id,
        string $message_id,
        string $status,
        array|null|Omit $error = Omit::Value,
        ?Options $options = null,
    ): Model\Message {
        return $this->requester->record(Model\Message::class, new Call(
            'updateMessageDelivery',
            'PATCH',
            Url::path(
                '/v1/conversations/{conversation_id}/messages/{message_id}/delivery',
                $conversation_id,
                $message_id,
            ),
            body: ['status' => $status, 'error' => $error],
            objects: ['error'],
        ), $options);
    }
}
