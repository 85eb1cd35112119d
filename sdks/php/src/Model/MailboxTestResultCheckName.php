<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

/** The values of MailboxTestResultCheckName that this release knows; a later server may send others. */
final class MailboxTestResultCheckName
{
    public const DNS = 'dns';
    public const CONNECTION = 'connection';
    public const TLS = 'tls';
    public const AUTHENTICATION = 'authentication';
    public const SENDING = 'sending';
    public const RECEIVING = 'receiving';
    public const SIGNATURE = 'signature';
}
