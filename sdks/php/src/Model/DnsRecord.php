<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** A DNS record of a sending domain */
final class DnsRecord extends Model
{
    protected function __construct(
        array $raw,
        /** What it is for (`dkim`, `spf`, `dmarc`) */
        public readonly string $purpose,
        /** Type of the record */
        public readonly string $type,
        /** Name of the record */
        public readonly string $name,
        /** Value of the record */
        public readonly string $value,
        /** What the last verification found (`unknown`, `found`, `missing`, `different`) */
        public readonly string $status,
    ) {
        parent::__construct($raw);
    }
}
