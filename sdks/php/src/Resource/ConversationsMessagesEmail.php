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

/** The operations of conversations, messages, email. */
final class ConversationsMessagesEmail extends Resource
{
    /**
     * Retrieve the mail of a message.
     *
     * Returns the headers of a mail, and links to its source and to its HTML. The links of an incoming mail work until
     * they expire or the message is redacted. A message whose `email` is null is a 404.
     *
     * Requires the scope `conversations:read`. Errors: `insufficient_scope`, `not_found`.
     *
     * @return ($options is null ? Model\MailContent : Model\MailContent|NotModified)
     * @throws \Parley\Exception\ParleyError
     */
    public function get(
        string $conversation_id,
        string $message_id,
        ?Options $options = null,
    ): Model\MailContent|NotModified {
        return $this->requester->record(Model\MailContent::class, new Call(
            'getMessageEmail',
            'GET',
            Url::path('/v1/conversations/{conversation_id}/messages/{message_id}/email', $conversation_id, $message_id),
        ), $options);
    }
}
