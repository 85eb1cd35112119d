<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

/** The values of MailAuthenticationDmarc that this release knows; a later server may send others. */
final class MailAuthenticationDmarc
{
    public const PASS = 'pass';
    public const FAIL = 'fail';
    public const NONE = 'none';
    public const ERROR = 'error';
}
