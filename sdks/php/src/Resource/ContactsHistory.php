<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Resource;

use Parley\Core\Call;
use Parley\Core\Resource;
use Parley\Core\Url;
use Parley\Model;
use Parley\Options;
use Parley\Page;

/** The operations of contacts, history. */
final class ContactsHistory extends Resource
{
    /**
     * List the changes of a contact.
     *
     * Returns who changed what in the contact, and when, newest first by default: an entry for its creation and one for
     * each later change, from the event log of the last 30 days. The history of a deleted contact is not returned; its
     * events remain in `GET /v1/events`.
     *
     * Requires the scope `contacts:read`. Errors: `invalid_parameter`, `insufficient_scope`, `not_found`.
     *
     * @param int|null $page Page number, starting at 1
     * @param int|null $per_page Number of items per page, 1 to 100. Values above 100 are treated as 100
     * @param string|null $cursor `meta.next_cursor` or `meta.resume_cursor` of an earlier page; replaces `page`
     * @param 'logged_at'|null $sort Field to sort by
     * @param Model\SortOrder::*|null $order Sort direction
     * @return Page<Model\HistoryEntry>
     * @throws \Parley\Exception\ParleyError
     */
    public function list(
        string $contact_id,
        ?int $page = null,
        ?int $per_page = null,
        ?string $cursor = null,
        ?string $sort = null,
        ?string $order = null,
        ?Options $options = null,
    ): Page {
        return new Page($this->requester, new Call(
            'listContactHistory',
            'GET',
            Url::path('/v1/contacts/{contact_id}/history', $contact_id),
            query: ['page' => $page, 'per_page' => $per_page, 'cursor' => $cursor, 'sort' => $sort, 'order' => $order],
        ), $options, Model\HistoryEntry::class);
    }
}
