<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

/** The values of WebhookCreatorType that this release knows; a later server may send others. */
final class WebhookCreatorType
{
    public const API_KEY = 'api_key';
    public const PERSONAL_ACCESS_TOKEN = 'personal_access_token';
    public const OAUTH_ACCESS_TOKEN = 'oauth_access_token';
    public const USER = 'user';
}
