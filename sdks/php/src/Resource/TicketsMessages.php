<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Resource;

use Parley\Core\Call;
use Parley\Core\Resource;
use Parley\Core\Url;
use Parley\Model;
use Parley\Omit;
use Parley\Options;
use Parley\Page;

/** The operations of tickets, messages. */
final class TicketsMessages extends Resource
{
    /**
     * Create a message of a ticket.
     *
     * Adds a message to the linked conversation, as the creation of a message there does. The first message of a ticket
     * without a conversation creates one with the contact of the ticket, its subject, its priority and its inbox, and
     * links it, which emits `conversation.created` and `ticket.updated`; a ticket without a contact is a 422. Emits
     * `message.created`.
     *
     * Requires the scope `conversations:write`. Errors: `malformed_multipart`, `not_found`, `idempotency_mismatch`,
     * `idempotency_in_progress`, `too_many_items`, `file_too_large`, `unsupported_file_type`, `read_only_parameter`,
     * `missing_parameter`, `duplicate_value`.
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
        string $ticket_id,
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
            'createMessageTicket',
            'POST',
            Url::path('/v1/tickets/{ticket_id}/messages', $ticket_id),
            body: [
                'body' => $body, 'external_id' => $external_id, 'type' => $type, 'author' => $author, 'send' => $send,
                'email' => $email, 'mentions' => $mentions, 'attachments' => $attachments,
            ],
            objects: ['author', 'email'],
            files: ['attachments' => 'attachments[]'],
        ), $options);
    }

    /**
     * List the messages of a ticket.
     *
     * Returns the messages of the linked conversation, as the list of its messages does; none without a conversation.
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
        string $ticket_id,
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
            'listMessagesTickets',
            'GET',
            Url::path('/v1/tickets/{ticket_id}/messages', $ticket_id),
            query: [
                'type' => $type, 'external_id' => $external_id, 'page' => $page, 'per_page' => $per_page,
                'cursor' => $cursor, 'sort' => $sort, 'order' => $order,
            ],
        ), $options, Model\Message::class);
    }
}
