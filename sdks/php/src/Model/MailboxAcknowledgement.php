<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** The automatic answer to the first mail of a conversation */
final class MailboxAcknowledgement extends Model
{
    protected function __construct(
        array $raw,
        /** Whether acknowledgements are sent */
        public readonly bool $enabled,
        /** Text of the acknowledgement, or null for the default */
        public readonly ?string $text,
    ) {
        parent::__construct($raw);
    }
}
