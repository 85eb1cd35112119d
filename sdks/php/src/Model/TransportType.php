<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

/**
 * How mails leave. `smtp`: through a submission server; `imap_smtp`: as `smtp`, and mails that arrive are fetched from
 * the inbox of an IMAP server; `graph`: through Microsoft Graph, for tenants that refuse SMTP authentication, and with
 * `after_receiving` mails that arrive are fetched from the inbox; `sandbox`: not at all, their outcome is simulated by
 * the address of the recipient
 */
final class TransportType
{
    public const SMTP = 'smtp';
    public const IMAP_SMTP = 'imap_smtp';
    public const GRAPH = 'graph';
    public const SANDBOX = 'sandbox';
}
