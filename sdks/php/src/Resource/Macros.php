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

/** The operations of macros. */
final class Macros extends Resource
{
    /**
     * Apply a macro.
     *
     * Renders the text for a ticket or a conversation, posts it as the caller, and applies the actions, all or nothing;
     * a text that renders to nothing is not posted. `preview` answers the same and changes nothing. Requires the scope
     * that reads the record, `tickets:read` or `conversations:read`, and `contacts:read` for a text with the company or
     * custom fields of the contact. Without `preview` also `tickets:write` for actions on a ticket, and
     * `conversations:write` for messages and for actions on a conversation. What the macro names and does not exist any
     * more is a 422, whose `param` is the path in the macro. A text for a ticket without a conversation begins one,
     * which takes a contact. Emits the events of the message and of the update.
     *
     * Requires the scope `macros:read`. Errors: `not_found`, `idempotency_mismatch`, `idempotency_in_progress`,
     * `missing_parameter`.
     *
     * @param string|null|Omit $conversation_id Id of the conversation to apply it to; required without `ticket_id`
     * @param string|null|Omit $ticket_id Id of the ticket to apply it to; required without `conversation_id`
     * @param bool|Omit $preview Whether to answer what would happen, and change nothing
     * @throws \Parley\Exception\ParleyError
     */
    public function apply(
        string $macro_id,
        string|null|Omit $conversation_id = Omit::Value,
        string|null|Omit $ticket_id = Omit::Value,
        bool|Omit $preview = Omit::Value,
        ?Options $options = null,
    ): Model\MacroApplication {
        return $this->requester->record(Model\MacroApplication::class, new Call(
            'applyMacro',
            'POST',
            Url::path('/v1/macros/{macro_id}/apply', $macro_id),
            body: ['conversation_id' => $conversation_id, 'ticket_id' => $ticket_id, 'preview' => $preview],
        ), $options);
    }

    /**
     * Create a macro.
     *
     * A user can have 500 macros in each mode; beyond that, `too_many_items` is returned. Macros of a team are written
     * by its members and by admins, those of the workspace by admins and API keys. Users, teams and tags that `actions`
     * name must exist: the path of one that does not is `actions.team_id` or `actions.add_tags[0]`.
     *
     * Requires the scope `macros:write`. Errors: `role_forbidden`, `idempotency_mismatch`, `idempotency_in_progress`,
     * `read_only_parameter`, `missing_parameter`, `too_many_items`.
     *
     * @param string $name Display name
     * @param string|null|Omit $body Text of the message, or null for a macro without one.
     *   `{{contact.first_name|there}}` is a variable, with the text that stands in for an empty value; without one an
     *   empty value leaves nothing. Rendered, it is plain text
     * @param Model\MacroMessageType::*|Omit $message_type What the text of a macro becomes: a `reply` to the contact,
     *   or an internal `note`
     * @param array{status?: Model\TicketStatus::*, priority?: Model\Priority::*, assignee_id?: string|null, team_id?:
     *   string|null, add_tags?: list<string>, remove_tags?: list<string>, snooze_for?: string}|Omit $actions Empty by
     *   default
     * @param Model\ViewVisibility::*|Omit $visibility Who sees a view or a macro: its owner alone, the members of a
     *   team and admins, or all users of the workspace
     * @param string|null|Omit $team_id Id of the team that sees it, with `visibility: team`; otherwise null
     * @throws \Parley\Exception\ParleyError
     */
    public function create(
        string $name,
        string|null|Omit $body = Omit::Value,
        string|Omit $message_type = Omit::Value,
        array|Omit $actions = Omit::Value,
        string|Omit $visibility = Omit::Value,
        string|null|Omit $team_id = Omit::Value,
        ?Options $options = null,
    ): Model\Macro {
        return $this->requester->record(Model\Macro::class, new Call(
            'createMacro',
            'POST',
            '/v1/macros',
            body: [
                'name' => $name, 'body' => $body, 'message_type' => $message_type, 'actions' => $actions,
                'visibility' => $visibility, 'team_id' => $team_id,
            ],
            objects: ['actions'],
        ), $options);
    }

    /**
     * List macros.
     *
     * Returns the macros that the caller sees: its own ones, and those of its teams and of the workspace.
     *
     * Requires the scope `macros:read`. Errors: `invalid_parameter`, `insufficient_scope`.
     *
     * @param list<Model\ViewVisibility::*>|null $visibility Visibility: `private`, `team` or `workspace`
     * @param int|null $page Page number, starting at 1
     * @param int|null $per_page Number of items per page, 1 to 100. Values above 100 are treated as 100
     * @param string|null $cursor `meta.next_cursor` or `meta.resume_cursor` of an earlier page; replaces `page`
     * @param 'created_at'|'name'|null $sort Field to sort by
     * @param Model\SortOrder::*|null $order Sort direction
     * @return Page<Model\Macro>
     * @throws \Parley\Exception\ParleyError
     */
    public function list(
        ?array $visibility = null,
        ?int $page = null,
        ?int $per_page = null,
        ?string $cursor = null,
        ?string $sort = null,
        ?string $order = null,
        ?Options $options = null,
    ): Page {
        return new Page($this->requester, new Call(
            'listMacros',
            'GET',
            '/v1/macros',
            query: [
                'visibility' => $visibility, 'page' => $page, 'per_page' => $per_page, 'cursor' => $cursor,
                'sort' => $sort, 'order' => $order,
            ],
        ), $options, Model\Macro::class);
    }

    /**
     * Delete a macro.
     *
     * Macros of a team are written by its members and by admins, those of the workspace by admins and API keys.
     *
     * Requires the scope `macros:write`. Errors: `insufficient_scope`, `role_forbidden`, `not_found`,
     * `precondition_failed`, `outcome_unknown`.
     *
     * @throws \Parley\Exception\ParleyError
     */
    public function delete(string $macro_id, ?Options $options = null): Response
    {
        return $this->requester->nothing(new Call(
            'deleteMacro',
            'DELETE',
            Url::path('/v1/macros/{macro_id}', $macro_id),
        ), $options);
    }

    /**
     * Retrieve a macro.
     *
     * Requires the scope `macros:read`. Errors: `insufficient_scope`, `not_found`.
     *
     * @return ($options is null ? Model\Macro : Model\Macro|NotModified)
     * @throws \Parley\Exception\ParleyError
     */
    public function get(string $macro_id, ?Options $options = null): Model\Macro|NotModified
    {
        return $this->requester->record(Model\Macro::class, new Call(
            'getMacro',
            'GET',
            Url::path('/v1/macros/{macro_id}', $macro_id),
        ), $options);
    }

    /**
     * Update a macro.
     *
     * Changes only the fields that are sent; `actions` are replaced. Macros of a team are written by its members and by
     * admins, those of the workspace by admins and API keys. Only its owner makes a macro private. Users, teams and
     * tags that `actions` name must exist: the path of one that does not is `actions.team_id` or `actions.add_tags[0]`.
     *
     * Requires the scope `macros:write`. Errors: `role_forbidden`, `not_found`, `idempotency_mismatch`,
     * `idempotency_in_progress`, `precondition_failed`, `read_only_parameter`.
     *
     * @param string|Omit $name Display name
     * @param string|null|Omit $body Text of the message, or null for a macro without one.
     *   `{{contact.first_name|there}}` is a variable, with the text that stands in for an empty value; without one an
     *   empty value leaves nothing. Rendered, it is plain text
     * @param Model\MacroMessageType::*|Omit $message_type What the text of a macro becomes: a `reply` to the contact,
     *   or an internal `note`
     * @param array{status?: Model\TicketStatus::*, priority?: Model\Priority::*, assignee_id?: string|null, team_id?:
     *   string|null, add_tags?: list<string>, remove_tags?: list<string>, snooze_for?: string}|Omit $actions What a
     *   macro changes in a record; what is left out stays
     * @param Model\ViewVisibility::*|Omit $visibility Who sees a view or a macro: its owner alone, the members of a
     *   team and admins, or all users of the workspace
     * @param string|null|Omit $team_id Id of the team that sees it, with `visibility: team`; otherwise null
     * @throws \Parley\Exception\ParleyError
     */
    public function update(
        string $macro_id,
        string|Omit $name = Omit::Value,
        string|null|Omit $body = Omit::Value,
        string|Omit $message_type = Omit::Value,
        array|Omit $actions = Omit::Value,
        string|Omit $visibility = Omit::Value,
        string|null|Omit $team_id = Omit::Value,
        ?Options $options = null,
    ): Model\Macro {
        return $this->requester->record(Model\Macro::class, new Call(
            'updateMacro',
            'PATCH',
            Url::path('/v1/macros/{macro_id}', $macro_id),
            body: [
                'name' => $name, 'body' => $body, 'message_type' => $message_type, 'actions' => $actions,
                'visibility' => $visibility, 'team_id' => $team_id,
            ],
            objects: ['actions'],
        ), $options);
    }

    /**
     * Reads the record, and updates it if nobody else has changed it meanwhile; otherwise both again, five times.
     *
     * @param \Closure(Model\Macro): array<string, mixed> $change returns the arguments of `update`
     * @throws \Parley\Exception\PreconditionFailedError with the newest record
     * @throws \Parley\Exception\ParleyError
     */
    public function updateWith(string $macro_id, \Closure $change, ?Options $options = null): Model\Macro
    {
        $get = fn (Options $with) => $this->get($macro_id, options: $with);
        $update = fn (array $fields, Options $with) =>
            $this->update($macro_id, ...$fields, options: $with);
        return $this->requester->edit($get, $update, $change, $options);
    }
}
