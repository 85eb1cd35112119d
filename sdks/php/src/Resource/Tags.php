<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Resource;

use Parley\Core\Call;
use Parley\Core\Resource;
use Parley\Core\Url;
use Parley\Model;
use Parley\NotModified;
use Parley\Omit;
use Parley\Options;
use Parley\Page;
use Parley\Response;

/** The operations of tags. */
final class Tags extends Resource
{
    /**
     * Create a tag.
     *
     * Only needed to choose a color: tagging a conversation or ticket with a new name also creates the tag. Emits
     * `tag.created`.
     *
     * Requires the scope `conversations:write` or `tickets:write`. Errors: `idempotency_mismatch`,
     * `idempotency_in_progress`, `read_only_parameter`, `missing_parameter`, `duplicate_value`.
     *
     * @param string $name Name, unique in the workspace (case-insensitive)
     * @param string|Omit $color Color as `#rrggbb`
     * @throws \Parley\Exception\ParleyError
     */
    public function create(string $name, string|Omit $color = Omit::Value, ?Options $options = null): Model\Tag
    {
        return $this->requester->record(Model\Tag::class, new Call(
            'createTag',
            'POST',
            '/v1/tags',
            body: ['name' => $name, 'color' => $color],
        ), $options);
    }

    /**
     * List tags.
     *
     * Counts are eventually consistent, usually within a second.
     *
     * Requires the scope `conversations:read` or `tickets:read`. Errors: `invalid_parameter`, `insufficient_scope`.
     *
     * @param int|null $page Page number, starting at 1
     * @param int|null $per_page Number of items per page, 1 to 100. Values above 100 are treated as 100
     * @param string|null $cursor `meta.next_cursor` or `meta.resume_cursor` of an earlier page; replaces `page`
     * @param 'created_at'|'name'|null $sort Field to sort by
     * @param Model\SortOrder::*|null $order Sort direction
     * @return Page<Model\Tag>
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
            'listTags',
            'GET',
            '/v1/tags',
            query: ['page' => $page, 'per_page' => $per_page, 'cursor' => $cursor, 'sort' => $sort, 'order' => $order],
        ), $options, Model\Tag::class);
    }

    /**
     * Delete a tag.
     *
     * Also removes the tag from conversations and tickets, usually within a second, from 100,000 of them within
     * minutes; their `updated_at` and `ETag` change. Using its name again later creates a new tag. Emits one
     * `tag.deleted`, and no event for each conversation and ticket.
     *
     * Requires the scope `conversations:write` or `tickets:write`. Errors: `insufficient_scope`, `not_found`,
     * `precondition_failed`, `outcome_unknown`.
     *
     * @throws \Parley\Exception\ParleyError
     */
    public function delete(string $tag_id, ?Options $options = null): Response
    {
        return $this->requester->nothing(new Call(
            'deleteTag',
            'DELETE',
            Url::path('/v1/tags/{tag_id}', $tag_id),
        ), $options);
    }

    /**
     * Retrieve a tag.
     *
     * Requires the scope `conversations:read` or `tickets:read`. Errors: `insufficient_scope`, `not_found`.
     *
     * @return ($options is null ? Model\Tag : Model\Tag|NotModified)
     * @throws \Parley\Exception\ParleyError
     */
    public function get(string $tag_id, ?Options $options = null): Model\Tag|NotModified
    {
        return $this->requester->record(Model\Tag::class, new Call(
            'getTag',
            'GET',
            Url::path('/v1/tags/{tag_id}', $tag_id),
        ), $options);
    }

    /**
     * Update a tag.
     *
     * Changes only the fields that are sent. A new `name` also replaces the old one in conversations and tickets,
     * usually within a second, for 100,000 of them within minutes; their `updated_at` and `ETag` change. Emits one
     * `tag.updated`, and no event for each conversation and ticket. No event is sent if the request changes nothing.
     *
     * Requires the scope `conversations:write` or `tickets:write`. Errors: `not_found`, `idempotency_mismatch`,
     * `idempotency_in_progress`, `precondition_failed`, `read_only_parameter`, `duplicate_value`.
     *
     * @param string|Omit $name Name, unique in the workspace (case-insensitive)
     * @param string|Omit $color Color as `#rrggbb`
     * @throws \Parley\Exception\ParleyError
     */
    public function update(
        string $tag_id,
        string|Omit $name = Omit::Value,
        string|Omit $color = Omit::Value,
        ?Options $options = null,
    ): Model\Tag {
        return $this->requester->record(Model\Tag::class, new Call(
            'updateTag',
            'PATCH',
            Url::path('/v1/tags/{tag_id}', $tag_id),
            body: ['name' => $name, 'color' => $color],
        ), $options);
    }

    /**
     * Reads the record, and updates it if nobody else has changed it meanwhile; otherwise both again, five times.
     *
     * @param \Closure(Model\Tag): array<string, mixed> $change returns the arguments of `update`
     * @throws \Parley\Exception\PreconditionFailedError with the newest record
     * @throws \Parley\Exception\ParleyError
     */
    public function updateWith(string $tag_id, \Closure $change, ?Options $options = null): Model\Tag
    {
        $get = fn (Options $with) => $this->get($tag_id, options: $with);
        $update = fn (array $fields, Options $with) =>
            $this->update($tag_id, ...$fields, options: $with);
        return $this->requester->edit($get, $update, $change, $options);
    }
}
