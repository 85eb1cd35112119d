<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Resource;

use Parley\Core\Call;
use Parley\Core\Requester;
use Parley\Core\Resource;
use Parley\Model;
use Parley\NotModified;
use Parley\Options;
use Parley\Result;

/**
 * The operations of the API, by resource.
 *
 * Errors of all operations: `malformed_json`, `missing_api_key`, `invalid_api_key`, `token_expired`,
 * `address_not_allowed`, `unknown_parameter`, `rate_limit_exceeded`, `internal_error`, `service_unavailable`.
 * Of those with a body also: `body_too_large`, `unsupported_media_type`, `unsupported_encoding`, `insufficient_scope`,
 * `invalid_parameter`, `outcome_unknown`.
 */
abstract class Api extends Resource
{
    /** Version of the API document from which this library was made, and its SHA-256. */
    public const API_VERSION = '0.1.0';
    public const API_DOCUMENT = 'f8794f0dd1122eebcf58081bf2d0b2ff8259e27aee2dd0031e9dedcd1f925457';

    public readonly Teams $teams;
    public readonly Connections $connections;
    public readonly Contacts $contacts;
    public readonly ContactForms $contactForms;
    public readonly Conversations $conversations;
    public readonly Webhooks $webhooks;
    public readonly Events $events;
    public readonly Files $files;
    public readonly Inboxes $inboxes;
    public readonly IncomingMails $incomingMails;
    public readonly Jobs $jobs;
    public readonly Macros $macros;
    public readonly Mailboxes $mailboxes;
    public readonly Availability $availability;
    public readonly Notifications $notifications;
    public readonly Reports $reports;
    public readonly SenderRules $senderRules;
    public readonly SendingDomains $sendingDomains;
    public readonly Suppressions $suppressions;
    public readonly Tags $tags;
    public readonly Tickets $tickets;
    public readonly Users $users;
    public readonly Views $views;
    public readonly Workspace $workspace;

    public function __construct(Requester $requester)
    {
        parent::__construct($requester);
        // A property that is unset calls __get() when it is read first.
        unset(
            $this->teams,
            $this->connections,
            $this->contacts,
            $this->contactForms,
            $this->conversations,
            $this->webhooks,
            $this->events,
            $this->files,
            $this->inboxes,
            $this->incomingMails,
            $this->jobs,
            $this->macros,
            $this->mailboxes,
            $this->availability,
            $this->notifications,
            $this->reports,
            $this->senderRules,
            $this->sendingDomains,
            $this->suppressions,
            $this->tags,
            $this->tickets,
            $this->users,
            $this->views,
            $this->workspace,
        );
    }

    public function __get(string $name): Resource
    {
        return match ($name) {
            'teams' => $this->teams = new Teams($this->requester),
            'connections' => $this->connections = new Connections($this->requester),
            'contacts' => $this->contacts = new Contacts($this->requester),
            'contactForms' => $this->contactForms = new ContactForms($this->requester),
            'conversations' => $this->conversations = new Conversations($this->requester),
            'webhooks' => $this->webhooks = new Webhooks($this->requester),
            'events' => $this->events = new Events($this->requester),
            'files' => $this->files = new Files($this->requester),
            'inboxes' => $this->inboxes = new Inboxes($this->requester),
            'incomingMails' => $this->incomingMails = new IncomingMails($this->requester),
            'jobs' => $this->jobs = new Jobs($this->requester),
            'macros' => $this->macros = new Macros($this->requester),
            'mailboxes' => $this->mailboxes = new Mailboxes($this->requester),
            'availability' => $this->availability = new Availability($this->requester),
            'notifications' => $this->notifications = new Notifications($this->requester),
            'reports' => $this->reports = new Reports($this->requester),
            'senderRules' => $this->senderRules = new SenderRules($this->requester),
            'sendingDomains' => $this->sendingDomains = new SendingDomains($this->requester),
            'suppressions' => $this->suppressions = new Suppressions($this->requester),
            'tags' => $this->tags = new Tags($this->requester),
            'tickets' => $this->tickets = new Tickets($this->requester),
            'users' => $this->users = new Users($this->requester),
            'views' => $this->views = new Views($this->requester),
            'workspace' => $this->workspace = new Workspace($this->requester),
            default => throw new \Error("Undefined property: $name"),
        };
    }

    /**
     * Retrieve the current credential and its user.
     *
     * Use it to check that a credential is valid.
     *
     * Any valid token is accepted.
     *
     * @return ($options is null ? Model\Me : Model\Me|NotModified)
     * @throws \Parley\Exception\ParleyError
     */
    public function me(?Options $options = null): Model\Me|NotModified
    {
        return $this->requester->record(Model\Me::class, new Call(
            'getMe',
            'GET',
            '/v1/me',
        ), $options);
    }

    /**
     * Search conversations, contacts and tickets.
     *
     * Searches conversations by subject, tags, custom fields, contact and messages; contacts by name, e-mail address,
     * phone number, company and custom fields; tickets by subject, description, tags, custom fields and contact. The
     * newest 500 matches of each type are ranked by relevance; of more than 25, those are left out whose texts would
     * make them larger than 4 MiB together. Types that the token has no scope for are empty; requesting one with `type`
     * returns 403. If a type cannot be searched in time, its group is empty and listed in `meta.partial`.
     *
     * Requires the scope `conversations:read` or `contacts:read` or `tickets:read`. Errors: `insufficient_scope`,
     * `invalid_parameter`, `missing_parameter`.
     *
     * @param string $q Search query. All words must match; the last one matches as a prefix. Supports `"exact
     *   phrases"`, `-exclusions` and `field:value`, also with several values separated by commas; what is not a field
     *   with a possible value is text. The `id` of a record finds it, and so does its `external_id`. Case, accents and
     *   the grouping of digits are ignored, and so is a lone letter. Of a query, the first 20 words and values count,
     *   in 8 fields at most, and 60 parts of words, such as the characters of Chinese; of a long text, the first 32,768
     *   characters are searched. Values of a repeated parameter are one query. Fields: `status:`, `priority:`,
     *   `channel:`, `assignee:`, `email:`, `tag:`, `custom.<key>:` or `custom."a key":`
     * @param list<Model\SearchType::*>|null $type Resource type to search; all by default
     * @param int|null $limit Maximum number of results per type, 1 to 100. Values above 100 are treated as 100
     * @return Result<Model\SearchResults, Model\SearchMeta>
     * @throws \Parley\Exception\ParleyError
     */
    public function search(string $q, ?array $type = null, ?int $limit = null, ?Options $options = null): Result
    {
        return $this->requester->recordWithMeta(Model\SearchResults::class, Model\SearchMeta::class, new Call(
            'search',
            'GET',
            '/v1/search',
            query: ['q' => $q, 'type' => $type, 'limit' => $limit],
        ), $options);
    }
}
