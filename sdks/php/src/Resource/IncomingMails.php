<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Resource;

use Parley\Core\Call;
use Parley\Core\Resource;
use Parley\Core\Url;
use Parley\Model;
use Parley\NotModified;
use Parley\Options;
use Parley\Page;

/** The operations of incoming mails. */
final class IncomingMails extends Resource
{
    /**
     * Receive a mail in a sandbox.
     *
     * Has a sandbox receive a mail, as if it had arrived: it is read soon, and what becomes of it is what would become
     * of it in a mailbox. Only for a mailbox with the transport `sandbox`.
     *
     * Requires the scope `mailboxes:manage`. Errors: `idempotency_mismatch`, `idempotency_in_progress`,
     * `read_only_parameter`, `missing_parameter`, `file_too_large`.
     *
     * @param string $mailbox_id Id of the mailbox
     * @param string $source The mail with its header fields (RFC 5322)
     * @throws \Parley\Exception\ParleyError
     */
    public function create(string $mailbox_id, string $source, ?Options $options = null): Model\IncomingMail
    {
        return $this->requester->record(Model\IncomingMail::class, new Call(
            'createIncomingMail',
            'POST',
            '/v1/incoming_mails',
            body: ['mailbox_id' => $mailbox_id, 'source' => $source],
        ), $options);
    }

    /**
     * List incoming mails.
     *
     * Requires the scope `mailboxes:manage`. Errors: `invalid_parameter`, `insufficient_scope`.
     *
     * @param list<Model\IncomingMailStatus::*>|null $status Status: `stored`, `importing`, `delivered`,
     *   `quarantined`, `ignored`, `failed` or `discarded`
     * @param list<string>|null $mailbox Id of the mailbox, or `none`
     * @param int|null $page Page number, starting at 1
     * @param int|null $per_page Number of items per page, 1 to 100. Values above 100 are treated as 100
     * @param string|null $cursor `meta.next_cursor` or `meta.resume_cursor` of an earlier page; replaces `page`
     * @param 'created_at'|null $sort Field to sort by
     * @param Model\SortOrder::*|null $order Sort direction
     * @return Page<Model\IncomingMail>
     * @throws \Parley\Exception\ParleyError
     */
    public function list(
        ?array $status = null,
        ?array $mailbox = null,
        ?int $page = null,
        ?int $per_page = null,
        ?string $cursor = null,
        ?string $sort = null,
        ?string $order = null,
        ?Options $options = null,
    ): Page {
        return new Page($this->requester, new Call(
            'listIncomingMails',
            'GET',
            '/v1/incoming_mails',
            query: [
                'status' => $status, 'mailbox' => $mailbox, 'page' => $page, 'per_page' => $per_page,
                'cursor' => $cursor, 'sort' => $sort, 'order' => $order,
            ],
        ), $options, Model\IncomingMail::class);
    }

    /**
     * Discard an incoming mail.
     *
     * The mail and its source are deleted, and a copy of it that arrives later is ignored. Only for one with the status
     * `quarantined` or `failed`; others are returned as they are.
     *
     * Requires the scope `mailboxes:manage`. Errors: `insufficient_scope`, `not_found`, `idempotency_mismatch`,
     * `idempotency_in_progress`, `invalid_parameter`, `outcome_unknown`.
     *
     * @throws \Parley\Exception\ParleyError
     */
    public function discard(string $incoming_mail_id, ?Options $options = null): Model\IncomingMail
    {
        return $this->requester->record(Model\IncomingMail::class, new Call(
            'discardIncomingMail',
            'POST',
            Url::path('/v1/incoming_mails/{incoming_mail_id}/discard', $incoming_mail_id),
        ), $options);
    }

    /**
     * Retrieve an incoming mail.
     *
     * Requires the scope `mailboxes:manage`. Errors: `insufficient_scope`, `not_found`.
     *
     * @return ($options is null ? Model\IncomingMail : Model\IncomingMail|NotModified)
     * @throws \Parley\Exception\ParleyError
     */
    public function get(string $incoming_mail_id, ?Options $options = null): Model\IncomingMail|NotModified
    {
        return $this->requester->record(Model\IncomingMail::class, new Call(
            'getIncomingMail',
            'GET',
            Url::path('/v1/incoming_mails/{incoming_mail_id}', $incoming_mail_id),
        ), $options);
    }

    /**
     * Release a mail from quarantine.
     *
     * The mail becomes a message soon, unless it cannot be read or no contact can be made of its sender: it is held
     * back again then. If it was held back as `spam` or `flood`, its sender gets a sender rule that allows it. Only for
     * one with the status `quarantined`; others are returned as they are.
     *
     * Requires the scope `mailboxes:manage`. Errors: `insufficient_scope`, `not_found`, `idempotency_mismatch`,
     * `idempotency_in_progress`, `invalid_parameter`, `outcome_unknown`.
     *
     * @throws \Parley\Exception\ParleyError
     */
    public function release(string $incoming_mail_id, ?Options $options = null): Model\IncomingMail
    {
        return $this->requester->record(Model\IncomingMail::class, new Call(
            'releaseIncomingMail',
            'POST',
            Url::path('/v1/incoming_mails/{incoming_mail_id}/release', $incoming_mail_id),
        ), $options);
    }

    /**
     * Retry an incoming mail.
     *
     * The mail is read again. Only for one with the status `failed`; others are returned as they are. Refused for a
     * mail without a source, such as one that is too large: it is at its mail server.
     *
     * Requires the scope `mailboxes:manage`. Errors: `insufficient_scope`, `not_found`, `idempotency_mismatch`,
     * `idempotency_in_progress`, `invalid_parameter`, `outcome_unknown`.
     *
     * @throws \Parley\Exception\ParleyError
     */
    public function retry(string $incoming_mail_id, ?Options $options = null): Model\IncomingMail
    {
        return $this->requester->record(Model\IncomingMail::class, new Call(
            'retryIncomingMail',
            'POST',
            Url::path('/v1/incoming_mails/{incoming_mail_id}/retry', $incoming_mail_id),
        ), $options);
    }
}
