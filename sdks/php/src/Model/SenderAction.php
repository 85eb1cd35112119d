<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

/**
 * `block`: mails of the sender are quarantined as `blocked`; `allow`: they are not quarantined as `spam` or `flood`,
 * unless the domain asks to refuse mails that nothing proves, and nothing proves them
 */
final class SenderAction
{
    public const BLOCK = 'block';
    public const ALLOW = 'allow';
}
