<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** The current credential */
final class Credential extends Model
{
    protected function __construct(
        array $raw,
        /**
         * Id of the API key or personal access token, of the grant of an OAuth access token, or of the session of a
         * signed-in user
         */
        public readonly string $id,
        /** Type of the credential (`api_key`, `personal_access_token`, `oauth_access_token`, `session`) */
        public readonly string $type,
        /** Name of the credential; of an OAuth access token, the name of its app */
        public readonly string $name,
        /**
         * Owner of the credential: `user` if it acts as the user in this response, `workspace` for API keys, where the
         * user in this response is the creator of the key, who may be inactive
         */
        public readonly string $owner,
        /** Id of the user who created the API key; null for other credentials */
        public readonly ?string $created_by,
        /** @var list<Scope::*|string> Scopes that the credential has at present */
        public readonly array $scopes,
        /** Mode of the data: `live` or `test` */
        public readonly string $mode,
        /** Time of expiry, or null if it does not expire */
        public readonly ?string $expires_at,
        /** Id of the OAuth app that it was issued to, or null */
        public readonly ?string $app_id,
    ) {
        parent::__construct($raw);
    }
}
