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
use Parley\Response;

/** The operations of conversations, draft. */
final class ConversationsDraft extends Resource
{
    /**
     * Delete a draft.
     *
     * Deletes what the user has begun to write in the conversation. It is that of the user of the credential: nobody
     * else reads or changes it. The next message of the same type that the user creates there with another credential
     * than an API key deletes it too.
     *
     * Requires the scope `conversations:write`. Errors: `insufficient_scope`, `not_found`, `precondition_failed`,
     * `outcome_unknown`.
     *
     * @throws \Parley\Exception\ParleyError
     */
    public function delete(string $conversation_id, ?Options $options = null): Response
    {
        return $this->requester->nothing(new Call(
            'deleteDraft',
            'DELETE',
            Url::path('/v1/conversations/{conversation_id}/draft', $conversation_id),
        ), $options);
    }

    /**
     * Retrieve a draft.
     *
     * Returns what the user has begun to write in the conversation; 404 without one. It is that of the user of the
     * credential: nobody else reads or changes it.
     *
     * Requires the scope `conversations:read`. Errors: `insufficient_scope`, `not_found`.
     *
     * @return ($options is null ? Model\Draft : Model\Draft|NotModified)
     * @throws \Parley\Exception\ParleyError
     */
    public function get(string $conversation_id, ?Options $options = null): Model\Draft|NotModified
    {
        return $this->requester->record(Model\Draft::class, new Call(
            'getDraft',
            'GET',
            Url::path('/v1/conversations/{conversation_id}/draft', $conversation_id),
        ), $options);
    }

    /**
     * Save a draft.
     *
     * Stores what the user has begun to write in the conversation, in the place of the draft before. It is that of the
     * user of the credential: nobody else reads or changes it. It takes what the creation of a message takes, up to 64
     * KiB together; whether its files exist is checked when the message is created. With the `ETag` of the draft in
     * `If-Match` a draft that another tab has changed or deleted since returns 412. Emits no event.
     *
     * Requires the scope `conversations:write`. Errors: `not_found`, `precondition_failed`, `missing_parameter`,
     * `too_many_items`.
     *
     * @param string $body Text so far
     * @param Model\MessageType::*|Omit $type Type of the message that it becomes
     * @param array{to?: list<string>, cc?: list<string>, bcc?: list<string>, subject?: string, html?:
     *   string}|null|Omit $email Recipients, subject and HTML, as for a message; or null
     * @param list<string>|Omit $attachments Ids of files to attach: each was uploaded by `POST /v1/files`, in the
     *   same mode. They require the scope `files:read`
     * @throws \Parley\Exception\ParleyError
     */
    public function save(
        string $conversation_id,
        string $body,
        string|Omit $type = Omit::Value,
        array|null|Omit $email = Omit::Value,
        array|Omit $attachments = Omit::Value,
        ?Options $options = null,
    ): Model\Draft {
        return $this->requester->record(Model\Draft::class, new Call(
            'saveDraft',
            'PUT',
            Url::path('/v1/conversations/{conversation_id}/draft', $conversation_id),
            body: ['type' => $type, 'body' => $body, 'email' => $email, 'attachments' => $attachments],
            objects: ['email'],
        ), $options);
    }
}
