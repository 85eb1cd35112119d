<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** How the mails of a mailbox leave, and how they arrive with `imap_smtp` and `graph`, without its secrets */
final class Transport extends Model
{
    protected function __construct(
        array $raw,
        /**
         * How mails leave. `smtp`: through a submission server; `imap_smtp`: as `smtp`, and mails that arrive are
         * fetched from the inbox of an IMAP server; `graph`: through Microsoft Graph, for tenants that refuse SMTP
         * authentication, and with `after_receiving` mails that arrive are fetched from the inbox; `sandbox`: not at
         * all, their outcome is simulated by the address of the recipient
         */
        public readonly string $type,
        /** Name of the submission server, or null */
        public readonly ?string $host,
        /** Its port, or null */
        public readonly ?int $port,
        /**
         * `tls`: encrypted from the first byte, as on port 465; `starttls`: encrypted by STARTTLS, which the server
         * must offer; `none`: only to hosts that the operator allows
         */
        public readonly ?string $security,
        /** How the mailbox signs in (`none`, `password`, `oauth2`) */
        public readonly string $authentication,
        /** User name at the server, or null */
        public readonly ?string $username,
        /** Issuer of the tokens (`google`, `microsoft`) */
        public readonly ?string $oauth_provider,
        /** Id of the OAuth application, or null */
        public readonly ?string $client_id,
        /** Id of the Microsoft tenant, or null */
        public readonly ?string $tenant_id,
        /** Name of the IMAP server, or null */
        public readonly ?string $imap_host,
        /** Its port, or null */
        public readonly ?int $imap_port,
        /**
         * `tls`: encrypted from the first byte, as on port 465; `starttls`: encrypted by STARTTLS, which the server
         * must offer; `none`: only to hosts that the operator allows
         */
        public readonly ?string $imap_security,
        /**
         * What becomes of a mail at its server once it is stored here. `leave`: it stays as it is, unread if it was;
         * `delete`: it is deleted there, which only `imap_smtp` does
         */
        public readonly ?string $after_receiving,
    ) {
        parent::__construct($raw);
    }
}
