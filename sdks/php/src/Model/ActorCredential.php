<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** ActorCredential of the API document. */
final class ActorCredential extends Model
{
    protected function __construct(
        array $raw,
        /**
         * Id of the API key or personal access token, of the grant of an OAuth access token, or of the session of a
         * signed-in user
         */
        public readonly string $id,
        /** (`api_key`, `personal_access_token`, `oauth_access_token`, `session`) */
        public readonly string $type,
        /** Id of the OAuth app that it was issued to, or null */
        public readonly ?string $app_id,
    ) {
        parent::__construct($raw);
    }
}
