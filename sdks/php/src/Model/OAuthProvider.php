<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

/** Issuer of the tokens */
final class OAuthProvider
{
    public const GOOGLE = 'google';
    public const MICROSOFT = 'microsoft';
}
