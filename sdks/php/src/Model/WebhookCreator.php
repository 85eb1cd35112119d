<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** WebhookCreator of the API document. */
final class WebhookCreator extends Model
{
    protected function __construct(
        array $raw,
        /**
         * Type of the credential, or `user` for a signed-in user (`api_key`, `personal_access_token`,
         * `oauth_access_token`, `user`)
         */
        public readonly string $type,
        /** Id of the API key, personal access token, grant or user */
        public readonly string $id,
    ) {
        parent::__construct($raw);
    }
}
