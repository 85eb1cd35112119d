<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** A domain in whose name the relay of the operator sends, and the DNS records that it needs */
final class SendingDomain extends Model
{
    protected const LISTS = ['records' => DnsRecord::class];

    protected function __construct(
        array $raw,
        /** Id of the sending domain */
        public readonly string $id,
        /** Name of the domain */
        public readonly string $domain,
        /**
         * `pending`: not verified yet; `verified`: the DKIM record was found, and mails from the domain are signed with
         * its key; `failed`: the record has gone or is another one
         */
        public readonly string $status,
        /** @var list<DnsRecord> The records to publish */
        public readonly array $records,
        /** Time of the last verification that found the DKIM record, or null */
        public readonly ?string $verified_at,
        /** Time of creation */
        public readonly string $created_at,
        /** Time of the last change */
        public readonly string $updated_at,
    ) {
        parent::__construct($raw);
    }
}
