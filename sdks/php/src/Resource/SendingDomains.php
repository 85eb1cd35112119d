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
use Parley\Response;

/** The operations of sending domains. */
final class SendingDomains extends Resource
{
    /**
     * Create a sending_domain.
     *
     * Makes a DKIM key for the domain and returns the records to publish. Needed only where mails leave through a
     * server that does not sign them itself. A verified domain belongs to one workspace of the installation.
     *
     * Requires the scope `mailboxes:manage`. Errors: `idempotency_mismatch`, `idempotency_in_progress`,
     * `read_only_parameter`, `missing_parameter`, `duplicate_value`, `too_many_items`.
     *
     * @param string $domain Name of the domain
     * @throws \Parley\Exception\ParleyError
     */
    public function create(string $domain, ?Options $options = null): Model\SendingDomain
    {
        return $this->requester->record(Model\SendingDomain::class, new Call(
            'createSendingDomain',
            'POST',
            '/v1/sending_domains',
            body: ['domain' => $domain],
        ), $options);
    }

    /**
     * List sending_domains.
     *
     * Requires the scope `mailboxes:manage`. Errors: `invalid_parameter`, `insufficient_scope`.
     *
     * @param int|null $page Page number, starting at 1
     * @param int|null $per_page Number of items per page, 1 to 100. Values above 100 are treated as 100
     * @param string|null $cursor `meta.next_cursor` or `meta.resume_cursor` of an earlier page; replaces `page`
     * @param 'created_at'|null $sort Field to sort by
     * @param Model\SortOrder::*|null $order Sort direction
     * @return Page<Model\SendingDomain>
     * @throws \Parley\Exception\ParleyError
     */
    public function list(
        ?int $page = null,
        ?int $per_page = null,
        ?string $cursor = null,
        ?string $sort = null,
        ?string $order = null,
        ?Options $options = null,
    ): Page {
        return new Page($this->requester, new Call(
            'listSendingDomains',
            'GET',
            '/v1/sending_domains',
            query: ['page' => $page, 'per_page' => $per_page, 'cursor' => $cursor, 'sort' => $sort, 'order' => $order],
        ), $options, Model\SendingDomain::class);
    }

    /**
     * Delete a sending_domain.
     *
     * Mails from the domain are no longer signed.
     *
     * Requires the scope `mailboxes:manage`. Errors: `insufficient_scope`, `not_found`, `precondition_failed`,
     * `outcome_unknown`.
     *
     * @throws \Parley\Exception\ParleyError
     */
    public function delete(string $sending_domain_id, ?Options $options = null): Response
    {
        return $this->requester->nothing(new Call(
            'deleteSendingDomain',
            'DELETE',
            Url::path('/v1/sending_domains/{sending_domain_id}', $sending_domain_id),
        ), $options);
    }

    /**
     * Retrieve a sending_domain.
     *
     * Requires the scope `mailboxes:manage`. Errors: `insufficient_scope`, `not_found`.
     *
     * @return ($options is null ? Model\SendingDomain : Model\SendingDomain|NotModified)
     * @throws \Parley\Exception\ParleyError
     */
    public function get(string $sending_domain_id, ?Options $options = null): Model\SendingDomain|NotModified
    {
        return $this->requester->record(Model\SendingDomain::class, new Call(
            'getSendingDomain',
            'GET',
            Url::path('/v1/sending_domains/{sending_domain_id}', $sending_domain_id),
        ), $options);
    }

    /**
     * Verify a sending domain.
     *
     * Looks the DNS records up. Returns 200 whatever it finds; look at `status` and `records`.
     *
     * Requires the scope `mailboxes:manage`. Errors: `insufficient_scope`, `not_found`, `idempotency_mismatch`,
     * `idempotency_in_progress`, `invalid_parameter`, `outcome_unknown`.
     *
     * @throws \Parley\Exception\ParleyError
     */
    public function verify(string $sending_domain_id, ?Options $options = null): Model\SendingDomain
    {
        return $this->requester->record(Model\SendingDomain::class, new Call(
            'verifySendingDomain',
            'POST',
            Url::path('/v1/sending_domains/{sending_domain_id}/verify', $sending_domain_id),
        ), $options);
    }
}
