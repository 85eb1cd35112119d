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

/** The operations of conversations, followers. */
final class ConversationsFollowers extends Resource
{
    /**
     * Follow a conversation.
     *
     * A follower is notified when the contact writes. Users who are mentioned in a note become followers too, and to
     * follow twice changes nothing. A record has at most 50 followers; one that has them takes no more.
     *
     * Requires the scope `conversations:write`. Errors: `not_found`, `idempotency_mismatch`, `idempotency_in_progress`.
     *
     * @param string|Omit $user_id Id of an active user of the workspace; by default the user of the credential
     * @throws \Parley\Exception\ParleyError
     */
    public function create(
        string $conversation_id,
        string|Omit $user_id = Omit::Value,
        ?Options $options = null,
    ): Model\Followers {
        return $this->requester->record(Model\Followers::class, new Call(
            'addConversationFollower',
            'POST',
            Url::path('/v1/conversations/{conversation_id}/followers', $conversation_id),
            body: ['user_id' => $user_id],
        ), $options);
    }

    /**
     * List the followers of a conversation.
     *
     * Requires the scope `conversations:read`. Errors: `insufficient_scope`, `not_found`.
     *
     * @return ($options is null ? Model\Followers : Model\Followers|NotModified)
     * @throws \Parley\Exception\ParleyError
     */
    public function get(string $conversation_id, ?Options $options = null): Model\Followers|NotModified
    {
        return $this->requester->record(Model\Followers::class, new Call(
            'listConversationFollowers',
            'GET',
            Url::path('/v1/conversations/{conversation_id}/followers', $conversation_id),
        ), $options);
    }

    /**
     * Stop following a conversation.
     *
     * Removes a follower; 404 for a user who does not follow the conversation.
     *
     * Requires the scope `conversations:write`. Errors: `insufficient_scope`, `not_found`, `outcome_unknown`.
     *
     * @throws \Parley\Exception\ParleyError
     */
    public function delete(string $conversation_id, string $user_id, ?Options $options = null): Response
    {
        return $this->requester->nothing(new Call(
            'removeConversationFollower',
            'DELETE',
            Url::path('/v1/conversations/{conversation_id}/followers/{user_id}', $conversation_id, $user_id),
        ), $options);
    }
}
