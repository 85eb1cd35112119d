<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** MailboxTestResultCheck of the API document. */
final class MailboxTestResultCheck extends Model
{
    protected function __construct(
        array $raw,
        /** What was checked (`dns`, `connection`, `tls`, `authentication`, `sending`, `receiving`, `signature`) */
        public readonly string $name,
        /** Its outcome (`passed`, `failed`, `skipped`) */
        public readonly string $status,
        /** Outcome in words */
        public readonly string $detail,
    ) {
        parent::__construct($raw);
    }
}
