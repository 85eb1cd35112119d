<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Resource;

use Parley\Core\Call;
use Parley\Core\Requester;
use Parley\Core\Resource;
use Parley\Core\Url;
use Parley\Model;
use Parley\NotModified;
use Parley\Omit;
use Parley\Options;
use Parley\Page;
use Parley\Response;

/** The operations of mailboxes. */
final class Mailboxes extends Resource
{
    public readonly MailboxesProbe $probe;

    public function __construct(Requester $requester)
    {
        parent::__construct($requester);
        // A property that is unset calls __get() when it is read first.
        unset($this->probe);
    }

    public function __get(string $name): Resource
    {
        return match ($name) {
            'probe' => $this->probe = new MailboxesProbe($this->requester),
            default => throw new \Error("Undefined property: $name"),
        };
    }

    /**
     * Create a mailbox.
     *
     * Replies of users leave through it in the conversations that have its id as `mailbox_id`. In test mode only the
     * transport `sandbox` is possible, which sends nothing. A workspace can have 100 mailboxes in each mode; beyond
     * that, `too_many_items` is returned. Emits `mailbox.connected`.
     *
     * Requires the scope `mailboxes:manage`. Errors: `idempotency_mismatch`, `idempotency_in_progress`,
     * `read_only_parameter`, `missing_parameter`, `too_many_items`, `duplicate_value`.
     *
     * @param string $name Display name
     * @param string $address Address of the mailbox, from which replies are sent. It belongs to one mailbox of the
     *   installation
     * @param array{type: Model\TransportType::*, host?: string, port?: int, security?: Model\TransportSecurity::*,
     *   authentication?: Model\TransportAuthentication::*, username?: string, password?: string, oauth_provider?:
     *   Model\OAuthProvider::*, client_id?: string, client_secret?: string, tenant_id?: string, refresh_token?: string,
     *   imap_host?: string, imap_port?: int, imap_security?: Model\TransportSecurity::*, after_receiving?:
     *   Model\AfterReceiving::*} $transport How mails leave. An update replaces all of it: what it leaves out has its
     *   default. Secrets alone are kept if they are left out, while host, port, encryption, user and application stay
     *   the same; otherwise they have to be given again: another server must not get them
     * @param string|null|Omit $inbox_id Id of the inbox whose conversations have this mailbox by default, or null
     * @param string|null|Omit $from_name Name beside the address of the sender; by default that of the user who
     *   replies
     * @param string|null|Omit $signature Text below each reply, or null
     * @param int|Omit $send_delay Seconds for which a reply waits, and within which its redaction cancels it
     * @param Model\UnknownOutcome::*|Omit $on_unknown What becomes of a mail that was handed over without an answer
     *   of the server. `hold`: it stays `unknown`; `retry`: it is sent once more after 15 minutes, with the same
     *   Message-ID, and may arrive twice
     * @param bool|Omit $subaddressing Whether the server delivers mail to `support+anything@example.com` to this
     *   mailbox, as Google and Microsoft 365 do. Answers then go to an address with a token, by which they find their
     *   conversation; a server that does not would refuse them
     * @param list<string>|Omit $aliases Further addresses of the mailbox
     * @param array{per_minute?: int, per_day?: int|null, concurrency?: int}|Omit $limits How fast mails leave: by
     *   default 600 a minute, without a limit for a day, over 2 connections. Ask your provider for its limits
     * @param array{enabled: bool, text?: string|null}|Omit $acknowledgement The automatic answer to the first mail of
     *   a conversation, once a day for each address, and only where the domain of the sender proves that it sent the
     *   mail. It has neither the subject nor the text of that mail. Off by default
     * @param string|null|Omit $authserv_id The id that your mail server or provider writes into
     *   `Authentication-Results` of the mails that it takes, or null. With it, the topmost such field with this id
     *   proves the sender of a mail that is fetched, or comes by LMTP or from a provider; without it, a signature
     *   (DKIM) alone does. The server has to remove fields with its id that others have written (RFC 8601 section 5)
     * @param array{type: Model\ReceivingType::*, password?: string, signing_key?: string, topic_arn?:
     *   string}|null|Omit $receiving How a provider hands over mails that arrive, or null. A secret that is left out is
     *   kept while `type` stays the same; the URL is another one after another type or null
     * @param array{since: string}|null|Omit $import Imports the mails that are in the inbox of the IMAP server
     *   already, as closed conversations with the dates of the mails. Nothing is sent, and the conversations and
     *   messages have no events. What was imported before is not imported again. Null ends it, and keeps what was
     *   imported. Only for the transport `imap_smtp`
     * @throws \Parley\Exception\ParleyError
     */
    public function create(
        string $name,
        string $address,
        array $transport,
        string|null|Omit $inbox_id = Omit::Value,
        string|null|Omit $from_name = Omit::Value,
        string|null|Omit $signature = Omit::Value,
        int|Omit $send_delay = Omit::Value,
        string|Omit $on_unknown = Omit::Value,
        bool|Omit $subaddressing = Omit::Value,
        array|Omit $aliases = Omit::Value,
        array|Omit $limits = Omit::Value,
        array|Omit $acknowledgement = Omit::Value,
        string|null|Omit $authserv_id = Omit::Value,
        array|null|Omit $receiving = Omit::Value,
        array|null|Omit $import = Omit::Value,
        ?Options $options = null,
    ): Model\Mailbox {
        return $this->requester->record(Model\Mailbox::class, new Call(
            'createMailbox',
            'POST',
            '/v1/mailboxes',
            body: [
                'name' => $name, 'inbox_id' => $inbox_id, 'address' => $address, 'from_name' => $from_name,
                'signature' => $signature, 'send_delay' => $send_delay, 'on_unknown' => $on_unknown,
                'subaddressing' => $subaddressing, 'aliases' => $aliases, 'limits' => $limits,
                'acknowledgement' => $acknowledgement, 'transport' => $transport, 'authserv_id' => $authserv_id,
                'receiving' => $receiving, 'import' => $import,
            ],
            objects: ['limits', 'acknowledgement', 'transport', 'receiving', 'import'],
        ), $options);
    }

    /**
     * List mailboxes.
     *
     * Requires the scope `conversations:read`. Errors: `invalid_parameter`, `insufficient_scope`.
     *
     * @param list<Model\MailboxStatus::*>|null $status Status: `connected`, `disconnected` or `disabled`
     * @param list<string>|null $inbox Id of the inbox, or `none`
     * @param int|null $page Page number, starting at 1
     * @param int|null $per_page Number of items per page, 1 to 100. Values above 100 are treated as 100
     * @param string|null $cursor `meta.next_cursor` or `meta.resume_cursor` of an earlier page; replaces `page`
     * @param 'created_at'|'name'|null $sort Field to sort by
     * @param Model\SortOrder::*|null $order Sort direction
     * @return Page<Model\Mailbox>
     * @throws \Parley\Exception\ParleyError
     */
    public function list(
        ?array $status = null,
        ?array $inbox = null,
        ?int $page = null,
        ?int $per_page = null,
        ?string $cursor = null,
        ?string $sort = null,
        ?string $order = null,
        ?Options $options = null,
    ): Page {
        return new Page($this->requester, new Call(
            'listMailboxes',
            'GET',
            '/v1/mailboxes',
            query: [
                'status' => $status, 'inbox' => $inbox, 'page' => $page, 'per_page' => $per_page, 'cursor' => $cursor,
                'sort' => $sort, 'order' => $order,
            ],
        ), $options, Model\Mailbox::class);
    }

    /**
     * Delete a mailbox.
     *
     * What waits is not sent: its messages are `failed`. Conversations keep their messages, and their `mailbox_id`
     * becomes null shortly after, with `conversation.updated`.
     *
     * Requires the scope `mailboxes:manage`. Errors: `insufficient_scope`, `not_found`, `precondition_failed`,
     * `outcome_unknown`.
     *
     * @throws \Parley\Exception\ParleyError
     */
    public function delete(string $mailbox_id, ?Options $options = null): Response
    {
        return $this->requester->nothing(new Call(
            'deleteMailbox',
            'DELETE',
            Url::path('/v1/mailboxes/{mailbox_id}', $mailbox_id),
        ), $options);
    }

    /**
     * Retrieve a mailbox.
     *
     * Requires the scope `conversations:read`. Errors: `insufficient_scope`, `not_found`.
     *
     * @return ($options is null ? Model\Mailbox : Model\Mailbox|NotModified)
     * @throws \Parley\Exception\ParleyError
     */
    public function get(string $mailbox_id, ?Options $options = null): Model\Mailbox|NotModified
    {
        return $this->requester->record(Model\Mailbox::class, new Call(
            'getMailbox',
            'GET',
            Url::path('/v1/mailboxes/{mailbox_id}', $mailbox_id),
        ), $options);
    }

    /**
     * Update a mailbox.
     *
     * Changes only the fields that are sent; `transport`, `receiving`, `import`, `limits` and `acknowledgement` as a
     * whole. The same `import` again begins one that is completed anew. What waits is sent with the new transport.
     * Emits `mailbox.connected` if the status becomes `connected`.
     *
     * Requires the scope `mailboxes:manage`. Errors: `not_found`, `idempotency_mismatch`, `idempotency_in_progress`,
     * `precondition_failed`, `read_only_parameter`, `missing_parameter`, `too_many_items`, `duplicate_value`.
     *
     * @param string|Omit $name Display name
     * @param string|null|Omit $inbox_id Id of the inbox whose conversations have this mailbox by default, or null
     * @param string|Omit $address Address of the mailbox, from which replies are sent. It belongs to one mailbox of
     *   the installation
     * @param string|null|Omit $from_name Name beside the address of the sender; by default that of the user who
     *   replies
     * @param string|null|Omit $signature Text below each reply, or null
     * @param int|Omit $send_delay Seconds for which a reply waits, and within which its redaction cancels it
     * @param Model\UnknownOutcome::*|Omit $on_unknown What becomes of a mail that was handed over without an answer
     *   of the server. `hold`: it stays `unknown`; `retry`: it is sent once more after 15 minutes, with the same
     *   Message-ID, and may arrive twice
     * @param bool|Omit $subaddressing Whether the server delivers mail to `support+anything@example.com` to this
     *   mailbox, as Google and Microsoft 365 do. Answers then go to an address with a token, by which they find their
     *   conversation; a server that does not would refuse them
     * @param list<string>|Omit $aliases Further addresses of the mailbox
     * @param array{per_minute?: int, per_day?: int|null, concurrency?: int}|Omit $limits How fast mails leave: by
     *   default 600 a minute, without a limit for a day, over 2 connections. Ask your provider for its limits
     * @param array{enabled: bool, text?: string|null}|Omit $acknowledgement The automatic answer to the first mail of
     *   a conversation, once a day for each address, and only where the domain of the sender proves that it sent the
     *   mail. It has neither the subject nor the text of that mail. Off by default
     * @param array{type: Model\TransportType::*, host?: string, port?: int, security?: Model\TransportSecurity::*,
     *   authentication?: Model\TransportAuthentication::*, username?: string, password?: string, oauth_provider?:
     *   Model\OAuthProvider::*, client_id?: string, client_secret?: string, tenant_id?: string, refresh_token?: string,
     *   imap_host?: string, imap_port?: int, imap_security?: Model\TransportSecurity::*, after_receiving?:
     *   Model\AfterReceiving::*}|Omit $transport How mails leave. An update replaces all of it: what it leaves out has
     *   its default. Secrets alone are kept if they are left out, while host, port, encryption, user and application
     *   stay the same; otherwise they have to be given again: another server must not get them
     * @param string|null|Omit $authserv_id The id that your mail server or provider writes into
     *   `Authentication-Results` of the mails that it takes, or null. With it, the topmost such field with this id
     *   proves the sender of a mail that is fetched, or comes by LMTP or from a provider; without it, a signature
     *   (DKIM) alone does. The server has to remove fields with its id that others have written (RFC 8601 section 5)
     * @param array{type: Model\ReceivingType::*, password?: string, signing_key?: string, topic_arn?:
     *   string}|null|Omit $receiving How a provider hands over mails that arrive, or null. A secret that is left out is
     *   kept while `type` stays the same; the URL is another one after another type or null
     * @param array{since: string}|null|Omit $import Imports the mails that are in the inbox of the IMAP server
     *   already, as closed conversations with the dates of the mails. Nothing is sent, and the conversations and
     *   messages have no events. What was imported before is not imported again. Null ends it, and keeps what was
     *   imported. Only for the transport `imap_smtp`
     * @param Model\WritableMailboxStatus::*|Omit $status `disabled` holds mails back, for three days at most;
     *   `connected` tries again at once
     * @throws \Parley\Exception\ParleyError
     */
    public function update(
        string $mailbox_id,
        string|Omit $name = Omit::Value,
        string|null|Omit $inbox_id = Omit::Value,
        string|Omit $address = Omit::Value,
        string|null|Omit $from_name = Omit::Value,
        string|null|Omit $signature = Omit::Value,
        int|Omit $send_delay = Omit::Value,
        string|Omit $on_unknown = Omit::Value,
        bool|Omit $subaddressing = Omit::Value,
        array|Omit $aliases = Omit::Value,
        array|Omit $limits = Omit::Value,
        array|Omit $acknowledgement = Omit::Value,
        array|Omit $transport = Omit::Value,
        string|null|Omit $authserv_id = Omit::Value,
        array|null|Omit $receiving = Omit::Value,
        array|null|Omit $import = Omit::Value,
        string|Omit $status = Omit::Value,
        ?Options $options = null,
    ): Model\Mailbox {
        return $this->requester->record(Model\Mailbox::class, new Call(
            'updateMailbox',
            'PATCH',
            Url::path('/v1/mailboxes/{mailbox_id}', $mailbox_id),
            body: [
                'name' => $name, 'inbox_id' => $inbox_id, 'address' => $address, 'from_name' => $from_name,
                'signature' => $signature, 'send_delay' => $send_delay, 'on_unknown' => $on_unknown,
                'subaddressing' => $subaddressing, 'aliases' => $aliases, 'limits' => $limits,
                'acknowledgement' => $acknowledgement, 'transport' => $transport, 'authserv_id' => $authserv_id,
                'receiving' => $receiving, 'import' => $import, 'status' => $status,
            ],
            objects: ['limits', 'acknowledgement', 'transport', 'receiving', 'import'],
        ), $options);
    }

    /**
     * Reads the record, and updates it if nobody else has changed it meanwhile; otherwise both again, five times.
     *
     * @param \Closure(Model\Mailbox): array<string, mixed> $change returns the arguments of `update`
     * @throws \Parley\Exception\PreconditionFailedError with the newest record
     * @throws \Parley\Exception\ParleyError
     */
    public function updateWith(string $mailbox_id, \Closure $change, ?Options $options = null): Model\Mailbox
    {
        $get = fn (Options $with) => $this->get($mailbox_id, options: $with);
        $update = fn (array $fields, Options $with) =>
            $this->update($mailbox_id, ...$fields, options: $with);
        return $this->requester->edit($get, $update, $change, $options);
    }

    /**
     * Test a mailbox.
     *
     * Resolves the name of the server, connects, signs in, sends a mail from the mailbox to itself, and tells whether
     * mails are signed in the name of a verified sending domain. Where the mailbox fetches its mails it also opens the
     * inbox, with `imap_smtp` after signing in at the IMAP server (`receiving`). Returns 200 whatever the outcome; look
     * at `checks`. A test that passes connects a mailbox that was disconnected. Where the mailbox receives its mails,
     * `probe` tells what is known of the way back, at most once a minute anew; read it until it is no longer `pending`,
     * which takes two minutes at most.
     *
     * Requires the scope `mailboxes:manage`. Errors: `insufficient_scope`, `not_found`, `idempotency_mismatch`,
     * `idempotency_in_progress`, `invalid_parameter`, `outcome_unknown`.
     *
     * @throws \Parley\Exception\ParleyError
     */
    public function test(string $mailbox_id, ?Options $options = null): Model\MailboxTestResult
    {
        return $this->requester->record(Model\MailboxTestResult::class, new Call(
            'testMailbox',
            'POST',
            Url::path('/v1/mailboxes/{mailbox_id}/test', $mailbox_id),
        ), $options);
    }
}
