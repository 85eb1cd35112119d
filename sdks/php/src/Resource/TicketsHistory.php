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

/** The operations of tickets, history. */
final class TicketsHistory extends Resource
{
    /**
     * List the changes of a ticket.
     *
     * Returns who changed what in the ticket, and when, newest first by default: an entry for its creation and one for
     * each later change, from the event log of the last 30 days. The history of a deleted ticket is not returned; its
     * events remain in `GET /v1/events`. A tag that is renamed or deleted changes every ticket that has it, without an
     * entry: see `tag.updated` and `tag.deleted` there.
     *
     * Requires the scope `tickets:read`. Errors: `invalid_parameter`, `insufficient_scope`, `not_found`.
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
        string $ticket_id,
        ?int $page = null,
        ?int $per_page = null,
        ?string $cursor = null,
        ?string $sort = null,
        ?string $order = null,
        ?Options $options = null,
    ): Page {
        return new Page($this->requester, new Call(
            'listTicketHistory',
            'GET',
            Url::path('/v1/tickets/{ticket_id}/history', $ticket_id),
            query: ['page' => $page, 'per_page' => $per_page, 'cursor' => $cursor, 'sort' => $sort, 'order' => $order],
        ), $options, Model\HistoryEntry::class);
    }
}
