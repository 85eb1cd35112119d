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

/** The operations of views, records. */
final class ViewsRecords extends Resource
{
    /**
     * List the records of a view.
     *
     * Returns the tickets or conversations that match the filter of the view at the moment, as the list of its resource
     * does; `me` is the user of the credential. Also requires the scope that reads them, `tickets:read` or
     * `conversations:read`.
     *
     * Requires the scope `views:read`. Errors: `invalid_parameter`, `insufficient_scope`, `not_found`.
     *
     * @param int|null $page Page number, starting at 1
     * @param int|null $per_page Number of items per page, 1 to 100. Values above 100 are treated as 100
     * @param string|null $cursor `meta.next_cursor` or `meta.resume_cursor` of an earlier page; replaces `page`
     * @param 'created_at'|'updated_at'|'priority'|null $sort Field to sort by; that of the view by default
     * @param Model\SortOrder::*|null $order Sort direction; that of the view by default
     * @return Page<Model\Ticket|Model\Conversation>
     * @throws \Parley\Exception\ParleyError
     */
    public function list(
        string $view_id,
        ?int $page = null,
        ?int $per_page = null,
        ?string $cursor = null,
        ?string $sort = null,
        ?string $order = null,
        ?Options $options = null,
    ): Page {
        return new Page($this->requester, new Call(
            'listViewRecords',
            'GET',
            Url::path('/v1/views/{view_id}/records', $view_id),
            query: ['page' => $page, 'per_page' => $per_page, 'cursor' => $cursor, 'sort' => $sort, 'order' => $order],
        ), $options, ['ticket' => Model\Ticket::class, 'conv' => Model\Conversation::class]);
    }
}
