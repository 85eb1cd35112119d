<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** What proves the sender of a mail */
final class MailAuthentication extends Model
{
    protected function __construct(
        array $raw,
        /**
         * Whether the domain of the sender is proven, by a signature (DKIM) or by the server that sent the mail (SPF);
         * of a contact form, whether the sender has confirmed its address
         */
        public readonly bool $verified,
        /** Outcome of DMARC (`pass`, `fail`, `none`, `error`) */
        public readonly string $dmarc,
        /** Outcome of the signatures in the name of the domain of the sender (`pass`, `fail`, `none`, `error`) */
        public readonly string $dkim,
        /** Outcome for the server that sent the mail (`pass`, `fail`, `none`, `error`) */
        public readonly string $spf,
    ) {
        parent::__construct($raw);
    }
}
