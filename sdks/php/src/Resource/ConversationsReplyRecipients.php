<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Resource;

use Parley\Core\Call;
use Parley\Core\Resource;
use Parley\Core\Url;
use Parley\Model;
use Parley\NotModified;
use Parley\Options;

/** The operations of conversations, reply recipients. */
final class ConversationsReplyRecipients extends Resource
{
    /**
     * Retrieve the recipients of a reply.
     *
     * Whom a reply by mail goes to unless its `email` says otherwise: those of the last mail of the conversation, with
     * the present address of the contact for a former one; the contact alone if it has written since, or if there is no
     * mail.
     *
     * Requires the scope `conversations:read`. Errors: `insufficient_scope`, `not_found`.
     *
     * @return ($options is null ? Model\ReplyRecipients : Model\ReplyRecipients|NotModified)
     * @throws \Parley\Exception\ParleyError
     */
    public function get(string $conversation_id, ?Options $options = null): Model\ReplyRecipients|NotModified
    {
        return $this->requester->record(Model\ReplyRecipients::class, new Call(
            'getReplyRecipients',
            'GET',
            Url::path('/v1/conversations/{conversation_id}/reply_recipients', $conversation_id),
        ), $options);
    }
}
