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

/** The operations of sender rules. */
final class SenderRules extends Resource
{
    /**
     * Create a sender_rule.
     *
     * Applies to mails that arrive from now on, by the address in `From`, and a block to contact forms by the address
     * of their sender. The rule of an address has priority over that of its domain, and that of a domain over those
     * above it. A second rule for a sender is a `duplicate_value`.
     *
     * Requires the scope `mailboxes:manage`. Errors: `idempotency_mismatch`, `idempotency_in_progress`,
     * `read_only_parameter`, `missing_parameter`, `duplicate_value`.
     *
     * @param string $sender An address, or a domain with its subdomains
     * @param Model\SenderAction::* $action `block`: mails of the sender are quarantined as `blocked`; `allow`: they
     *   are not quarantined as `spam` or `flood`, unless the domain asks to refuse mails that nothing proves, and
     *   nothing proves them
     * @throws \Parley\Exception\ParleyError
     */
    public function create(string $sender, string $action, ?Options $options = null): Model\SenderRule
    {
        return $this->requester->record(Model\SenderRule::class, new Call(
            'createSenderRule',
            'POST',
            '/v1/sender_rules',
            body: ['sender' => $sender, 'action' => $action],
        ), $options);
    }

    /**
     * List sender rules.
     *
     * Requires the scope `mailboxes:manage`. Errors: `invalid_parameter`, `insufficient_scope`.
     *
     * @param list<Model\SenderAction::*>|null $action Action: `block` or `allow`
     * @param string|null $sender The address or domain (case-insensitive)
     * @param int|null $page Page number, starting at 1
     * @param int|null $per_page Number of items per page, 1 to 100. Values above 100 are treated as 100
     * @param string|null $cursor `meta.next_cursor` or `meta.resume_cursor` of an earlier page; replaces `page`
     * @param 'created_at'|null $sort Field to sort by
     * @param Model\SortOrder::*|null $order Sort direction
     * @return Page<Model\SenderRule>
     * @throws \Parley\Exception\ParleyError
     */
    public function list(
        ?array $action = null,
        ?string $sender = null,
        ?int $page = null,
        ?int $per_page = null,
        ?string $cursor = null,
        ?string $sort = null,
        ?string $order = null,
        ?Options $options = null,
    ): Page {
        return new Page($this->requester, new Call(
            'listSenderRules',
            'GET',
            '/v1/sender_rules',
            query: [
                'action' => $action, 'sender' => $sender, 'page' => $page, 'per_page' => $per_page, 'cursor' => $cursor,
                'sort' => $sort, 'order' => $order,
            ],
        ), $options, Model\SenderRule::class);
    }

    /**
     * Delete a sender rule.
     *
     * Mails that are in quarantine stay there.
     *
     * Requires the scope `mailboxes:manage`. Errors: `insufficient_scope`, `not_found`, `precondition_failed`,
     * `outcome_unknown`.
     *
     * @throws \Parley\Exception\ParleyError
     */
    public function delete(string $sender_rule_id, ?Options $options = null): Response
    {
        return $this->requester->nothing(new Call(
            'deleteSenderRule',
            'DELETE',
            Url::path('/v1/sender_rules/{sender_rule_id}', $sender_rule_id),
        ), $options);
    }

    /**
     * Retrieve a sender rule.
     *
     * Requires the scope `mailboxes:manage`. Errors: `insufficient_scope`, `not_found`.
     *
     * @return ($options is null ? Model\SenderRule : Model\SenderRule|NotModified)
     * @throws \Parley\Exception\ParleyError
     */
    public function get(string $sender_rule_id, ?Options $options = null): Model\SenderRule|NotModified
    {
        return $this->requester->record(Model\SenderRule::class, new Call(
            'getSenderRule',
            'GET',
            Url::path('/v1/sender_rules/{sender_rule_id}', $sender_rule_id),
        ), $options);
    }
}
