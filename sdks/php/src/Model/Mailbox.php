<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Model;

use Parley\Core\Model;

/** A mailbox through which replies leave */
final class Mailbox extends Model
{
    protected const RECORDS = [
        'limits' => MailboxLimits::class,
        'acknowledgement' => MailboxAcknowledgement::class,
        'transport' => Transport::class,
        'receiving' => Receiving::class,
        'import' => MailboxImport::class,
        'status_reason' => MailboxStatusReason::class,
    ];

    protected function __construct(
        array $raw,
        /** Id of the mailbox */
        public readonly string $id,
        /** Display name */
        public readonly string $name,
        /** Id of the inbox whose conversations have this mailbox by default, or null */
        public readonly ?string $inbox_id,
        /** Address of the mailbox, from which replies are sent */
        public readonly string $address,
        /** Name beside the address of the sender, or null for that of the user */
        public readonly ?string $from_name,
        /** Text below each reply, or null */
        public readonly ?string $signature,
        /** Seconds for which a reply waits, and within which its redaction cancels it */
        public readonly int $send_delay,
        /**
         * What becomes of a mail that was handed over without an answer of the server. `hold`: it stays `unknown`;
         * `retry`: it is sent once more after 15 minutes, with the same Message-ID, and may arrive twice
         */
        public readonly string $on_unknown,
        /**
         * Whether the server delivers mail to `support+anything@example.com` to this mailbox, as Google and Microsoft
         * 365 do. Answers then go to an address with a token, by which they find their conversation; a server that does
         * not would refuse them
         */
        public readonly bool $subaddressing,
        /** @var list<string> Further addresses of the mailbox */
        public readonly array $aliases,
        /** How fast mails leave */
        public readonly MailboxLimits $limits,
        /** The automatic answer to the first mail of a conversation */
        public readonly MailboxAcknowledgement $acknowledgement,
        /** How the mails of a mailbox leave, and how they arrive with `imap_smtp` and `graph`, without its secrets */
        public readonly Transport $transport,
        /** The id of whose `Authentication-Results` prove senders, or null */
        public readonly ?string $authserv_id,
        /** How a provider hands over mails that arrive, or null */
        public readonly ?Receiving $receiving,
        /** The import of older mails from its IMAP server, or null */
        public readonly ?MailboxImport $import,
        /**
         * `connected`: the mailbox works; `disconnected`: its server refuses it or cannot be reached, and it is tried
         * again; `disabled`: by an admin. Mails wait meanwhile, and fail as `expired` after three days; those of a
         * mailbox that is only refused where its mails are fetched leave, as `affects` of the reason tells
         */
        public readonly string $status,
        /** Why it is disconnected, or null */
        public readonly ?MailboxStatusReason $status_reason,
        /** Time at which a mail was last sent, or null */
        public readonly ?string $last_sent_at,
        /** Time at which a mail that arrived was last read, or null */
        public readonly ?string $last_received_at,
        /** Time of creation */
        public readonly string $created_at,
        /** Time of the last change */
        public readonly string $updated_at,
    ) {
        parent::__construct($raw);
    }
}
