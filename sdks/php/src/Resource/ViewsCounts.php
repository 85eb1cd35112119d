<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Resource;

use Parley\Core\Call;
use Parley\Core\Resource;
use Parley\Model;
use Parley\Options;
use Parley\Result;

/** The operations of views, counts. */
final class ViewsCounts extends Resource
{
    /**
     * Count the records of views.
     *
     * Counts the records of several views at once, each within a bounded number of them. Counts that are asked for
     * again within five minutes are kept, and follow the changes of records: seconds later, at the latest within a
     * minute. Views that the caller does not see are left out. Also requires the scopes that read the records,
     * `tickets:read` or `conversations:read`.
     *
     * Requires the scope `views:read`. Errors: `insufficient_scope`, `invalid_parameter`, `missing_parameter`.
     *
     * @param list<string> $ids Ids of the views, at most 100
     * @return Result<list<Model\ViewCount>, Model\ViewCountsMeta>
     * @throws \Parley\Exception\ParleyError
     */
    public function get(array $ids, ?Options $options = null): Result
    {
        return $this->requester->recordWithMeta(Model\ViewCount::class, Model\ViewCountsMeta::class, new Call(
            'countViews',
            'GET',
            '/v1/views/counts',
            query: ['ids' => $ids],
        ), $options);
    }
}
