<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

/** The values of DnsRecordPurpose that this release knows; a later server may send others. */
final class DnsRecordPurpose
{
    public const DKIM = 'dkim';
    public const SPF = 'spf';
    public const DMARC = 'dmarc';
}
