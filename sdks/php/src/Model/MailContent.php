<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** What a mail contains beside the text of its message */
final class MailContent extends Model
{
    protected const LISTS = ['headers' => MailContentHeader::class];

    protected function __construct(
        array $raw,
        /**
         * @var list<MailContentHeader> The fields of its head in their order, of at most 256 KiB; empty if it has no
         *   source
         */
        public readonly array $headers,
        /**
         * Signed, expiring URL of the HTML of an incoming mail as a document for a sandboxed frame: without scripts and
         * forms, with links that open pages of their own, and without content of other servers. Null without HTML, and
         * for HTML that is too large
         */
        public readonly ?string $html_url,
        /**
         * The same with images of other servers, whose request tells the sender that the mail is read; null if it has
         * none
         */
        public readonly ?string $html_url_with_remote_content,
        /**
         * Signed, expiring URL of the mail as it arrived or was composed; null before it is composed, and once it is
         * deleted
         */
        public readonly ?string $source_url,
    ) {
        parent::__construct($raw);
    }
}
