<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** MailboxProbeCheck of the API document. */
final class MailboxProbeCheck extends Model
{
    protected function __construct(
        array $raw,
        /** What was checked (`arrival`, `subaddressing`, `message_id`, `references`, `authentication`) */
        public readonly string $name,
        /** Its outcome (`pending`, `passed`, `failed`, `skipped`) */
        public readonly string $status,
        /** Outcome in words */
        public readonly string $detail,
    ) {
        parent::__construct($raw);
    }
}
