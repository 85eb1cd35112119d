<?php

// Generated from the API document by `npm run sdks`. Do not edit.
declare(strict_types=1);

namespace Parley\Resource;

use Parley\Changes;
use Parley\Core\Call;
use Parley\Core\Requester;
use Parley\Core\Resource;
use Parley\Core\Url;
use Parley\Model;
use Parley\NotModified;
use Parley\Omit;
use Parley\Options;
use Parley\Page;
use Parley\Response;
use Parley\Result;

/** The operations of contacts. */
final class Contacts extends Resource
{
    public readonly ContactsHistory $history;

    public function __construct(Requester $requester)
    {
        parent::__construct($requester);
        // A property that is unset calls __get() when it is read first.
        unset($this->history);
    }

    public function __get(string $name): Resource
    {
        return match ($name) {
            'history' => $this->history = new ContactsHistory($this->requester),
            default => throw new \Error("Undefined property: $name"),
        };
    }

    /**
     * Bulk update contacts.
     *
     * Applies one update to up to 100 contacts; each succeeds or fails independently. Returns 200 even if some fail;
     * check the `status` of each result. An update that is invalid for every contact returns 422 and changes none.
     * Counts as one request towards the rate limit. The size of `update` times the number of records is at most 1 MiB.
     *
     * Requires the scope `contacts:write`. Errors: `idempotency_mismatch`, `idempotency_in_progress`,
     * `missing_parameter`, `too_many_items`, `read_only_parameter`.
     *
     * @param list<string> $ids Ids of the records to update, 1 to 100 different ones; of 1000 at most, duplicates are
     *   ignored
     * @param array{email?: string|null, name?: string|null, phone?: string|null, external_id?: string|null, company?:
     *   string|null, custom_fields?: array<string, string|float|int|bool|list<string|float|int|bool>>} $update Fields
     *   to change in every record
     * @return Result<list<Model\BulkItem>, Model\BulkMeta>
     * @throws \Parley\Exception\ParleyError
     */
    public function bulkUpdate(array $ids, array $update, ?Options $options = null): Result
    {
        return $this->requester->recordWithMeta(Model\BulkItem::class, Model\BulkMeta::class, new Call(
            'bulkUpdateContacts',
            'POST',
            '/v1/contacts/bulk',
            body: ['ids' => $ids, 'update' => $update],
            objects: ['update', 'update.custom_fields'],
        ), $options);
    }

    /**
     * Create a contact.
     *
     * Requires an e-mail address, a phone number or an `external_id`. Emits `contact.created`.
     *
     * Requires the scope `contacts:write`. Errors: `idempotency_mismatch`, `idempotency_in_progress`,
     * `read_only_parameter`, `missing_parameter`, `duplicate_value`.
     *
     * @param string|null|Omit $email E-mail address, unique in the workspace (case-insensitive)
     * @param string|null|Omit $name Full name; an empty one is null
     * @param string|null|Omit $phone Phone number, as it was given
     * @param string|null|Omit $external_id Id of the contact in an external system, unique in the workspace and mode,
     *   or null
     * @param string|null|Omit $company Company name
     * @param array<string, string|float|int|bool|list<string|float|int|bool>>|Omit $custom_fields Empty by default
     * @throws \Parley\Exception\ParleyError
     */
    public function create(
        string|null|Omit $email = Omit::Value,
        string|null|Omit $name = Omit::Value,
        string|null|Omit $phone = Omit::Value,
        string|null|Omit $external_id = Omit::Value,
        string|null|Omit $company = Omit::Value,
        array|\stdClass|Omit $custom_fields = Omit::Value,
        ?Options $options = null,
    ): Model\Contact {
        return $this->requester->record(Model\Contact::class, new Call(
            'createContact',
            'POST',
            '/v1/contacts',
            body: [
                'email' => $email, 'name' => $name, 'phone' => $phone, 'external_id' => $external_id,
                'company' => $company, 'custom_fields' => $custom_fields,
            ],
            objects: ['custom_fields'],
        ), $options);
    }

    /**
     * List contacts.
     *
     * Returns the contacts that match all filters, newest first by default. `q` searches names, e-mail addresses, phone
     * numbers, companies and custom fields.
     *
     * Requires the scope `contacts:read`. Errors: `invalid_parameter`, `insufficient_scope`.
     *
     * @param string|null $email E-mail address (case-insensitive); may contain up to two `*` wildcards
     * @param string|null $phone Phone number in any grouping, international or national of the country of the
     *   workspace
     * @param string|null $external_id Id in an external system, exactly as it was given
     * @param string|null $q Search query. All words must match; the last one matches as a prefix. Supports `"exact
     *   phrases"`, `-exclusions` and `field:value`, also with several values separated by commas; what is not a field
     *   with a possible value is text. The `id` of a record finds it, and so does its `external_id`. Case, accents and
     *   the grouping of digits are ignored, and so is a lone letter. Of a query, the first 20 words and values count,
     *   in 8 fields at most, and 60 parts of words, such as the characters of Chinese; of a long text, the first 32,768
     *   characters are searched. Values of a repeated parameter are one query. Fields: `email:`, `custom.<key>:` or
     *   `custom."a key":`
     * @param \DateTimeInterface|string|null $created_after Earliest creation time (inclusive)
     * @param \DateTimeInterface|string|null $created_before Latest creation time (exclusive)
     * @param \DateTimeInterface|string|null $updated_after Earliest time of the last change (inclusive)
     * @param \DateTimeInterface|string|null $updated_before Latest time of the last change (exclusive)
     * @param int|null $page Page number, starting at 1
     * @param int|null $per_page Number of items per page, 1 to 100. Values above 100 are treated as 100
     * @param string|null $cursor `meta.next_cursor` or `meta.resume_cursor` of an earlier page; replaces `page`
     * @param 'created_at'|'updated_at'|'name'|'email'|'company'|null $sort Field to sort by
     * @param Model\SortOrder::*|null $order Sort direction
     * @return Page<Model\Contact>
     * @throws \Parley\Exception\ParleyError
     */
    public function list(
        ?string $email = null,
        ?string $phone = null,
        ?string $external_id = null,
        ?string $q = null,
        \DateTimeInterface|string|null $created_after = null,
        \DateTimeInterface|string|null $created_before = null,
        \DateTimeInterface|string|null $updated_after = null,
        \DateTimeInterface|string|null $updated_before = null,
        ?int $page = null,
        ?int $per_page = null,
        ?string $cursor = null,
        ?string $sort = null,
        ?string $order = null,
        ?Options $options = null,
    ): Page {
        return new Page($this->requester, new Call(
            'listContacts',
            'GET',
            '/v1/contacts',
            query: [
                'email' => $email, 'phone' => $phone, 'external_id' => $external_id, 'q' => $q,
                'created_after' => $created_after, 'created_before' => $created_before,
                'updated_after' => $updated_after, 'updated_before' => $updated_before, 'page' => $page,
                'per_page' => $per_page, 'cursor' => $cursor, 'sort' => $sort, 'order' => $order,
            ],
        ), $options, Model\Contact::class);
    }

    /**
     * The records in the order of their changes, from a time or from the `resumeCursor` of an earlier run.
     *
     * @return Changes<Model\Contact>
     */
    public function changes(
        \DateTimeInterface|string|null $since = null,
        ?string $cursor = null,
        ?Options $options = null,
    ): Changes {
        $list = fn (?string $from) => $this->list(
            updated_after: $since,
            sort: 'updated_at',
            order: 'asc',
            per_page: 100,
            cursor: $from,
            options: $options,
        );
        return new Changes($list, 'updated_at', $cursor);
    }

    /**
     * Delete a contact.
     *
     * Its conversations and tickets are kept and anonymized: the contact is shown as `Deleted contact`. The e-mail
     * address can be used again. Emits `contact.deleted`.
     *
     * Requires the scope `contacts:write`. Errors: `insufficient_scope`, `not_found`, `precondition_failed`,
     * `outcome_unknown`.
     *
     * @throws \Parley\Exception\ParleyError
     */
    public function delete(string $contact_id, ?Options $options = null): Response
    {
        return $this->requester->nothing(new Call(
            'deleteContact',
            'DELETE',
            Url::path('/v1/contacts/{contact_id}', $contact_id),
        ), $options);
    }

    /**
     * Retrieve a contact.
     *
     * Requires the scope `contacts:read`. Errors: `insufficient_scope`, `not_found`.
     *
     * @return ($options is null ? Model\Contact : Model\Contact|NotModified)
     * @throws \Parley\Exception\ParleyError
     */
    public function get(string $contact_id, ?Options $options = null): Model\Contact|NotModified
    {
        return $this->requester->record(Model\Contact::class, new Call(
            'getContact',
            'GET',
            Url::path('/v1/contacts/{contact_id}', $contact_id),
        ), $options);
    }

    /**
     * Update a contact.
     *
     * Changes only the fields that are sent. A contact must keep an e-mail address, a phone number or an `external_id`.
     * Conversations and tickets show a new name, e-mail address or phone number within two seconds. Emits
     * `contact.updated`. No event is sent if the request changes nothing.
     *
     * Requires the scope `contacts:write`. Errors: `not_found`, `idempotency_mismatch`, `idempotency_in_progress`,
     * `precondition_failed`, `read_only_parameter`, `duplicate_value`.
     *
     * @param string|null|Omit $email E-mail address, unique in the workspace (case-insensitive)
     * @param string|null|Omit $name Full name; an empty one is null
     * @param string|null|Omit $phone Phone number, as it was given
     * @param string|null|Omit $external_id Id of the contact in an external system, unique in the workspace and mode,
     *   or null
     * @param string|null|Omit $company Company name
     * @param array<string, string|float|int|bool|list<string|float|int|bool>>|Omit $custom_fields Custom key-value
     *   pairs to merge by key; null removes a key. At most 100 keys and 16 KiB as JSON; integers of at most 2^53 - 1,
     *   which JSON libraries keep
     * @throws \Parley\Exception\ParleyError
     */
    public function update(
        string $contact_id,
        string|null|Omit $email = Omit::Value,
        string|null|Omit $name = Omit::Value,
        string|null|Omit $phone = Omit::Value,
        string|null|Omit $external_id = Omit::Value,
        string|null|Omit $company = Omit::Value,
        array|\stdClass|Omit $custom_fields = Omit::Value,
        ?Options $options = null,
    ): Model\Contact {
        return $this->requester->record(Model\Contact::class, new Call(
            'updateContact',
            'PATCH',
            Url::path('/v1/contacts/{contact_id}', $contact_id),
            body: [
                'email' => $email, 'name' => $name, 'phone' => $phone, 'external_id' => $external_id,
                'company' => $company, 'custom_fields' => $custom_fields,
            ],
            objects: ['custom_fields'],
        ), $options);
    }

    /**
     * Reads the record, and updates it if nobody else has changed it meanwhile; otherwise both again, five times.
     *
     * @param \Closure(Model\Contact): array<string, mixed> $change returns the arguments of `update`
     * @throws \Parley\Exception\PreconditionFailedError with the newest record
     * @throws \Parley\Exception\ParleyError
     */
    public function updateWith(string $contact_id, \Closure $change, ?Options $options = null): Model\Contact
    {
        $get = fn (Options $with) => $this->get($contact_id, options: $with);
        $update = fn (array $fields, Options $with) =>
            $this->update($contact_id, ...$fields, options: $with);
        return $this->requester->edit($get, $update, $change, $options);
    }

    /**
     * Create or update a contact.
     *
     * Finds the contact by `external_id`, or else by `email` (case-insensitive), and changes the fields that are sent,
     * as an update does; a contact that is found by neither is created. If the two belong to different contacts,
     * nothing is changed: 422 `ambiguous_match`. Emits `contact.created`, or `contact.updated` unless nothing changed.
     *
     * Requires the scope `contacts:write`. Errors: `idempotency_mismatch`, `idempotency_in_progress`,
     * `read_only_parameter`, `missing_parameter`, `ambiguous_match`.
     *
     * @param string|null|Omit $email E-mail address, unique in the workspace (case-insensitive)
     * @param string|null|Omit $name Full name; an empty one is null
     * @param string|null|Omit $phone Phone number, as it was given
     * @param string|null|Omit $external_id Id of the contact in an external system, unique in the workspace and mode,
     *   or null
     * @param string|null|Omit $company Company name
     * @param array<string, string|float|int|bool|list<string|float|int|bool>>|Omit $custom_fields Custom key-value
     *   pairs to merge by key; null removes a key. At most 100 keys and 16 KiB as JSON; integers of at most 2^53 - 1,
     *   which JSON libraries keep
     * @return Result<Model\Contact, Model\UpsertMeta>
     * @throws \Parley\Exception\ParleyError
     */
    public function upsert(
        string|null|Omit $email = Omit::Value,
        string|null|Omit $name = Omit::Value,
        string|null|Omit $phone = Omit::Value,
        string|null|Omit $external_id = Omit::Value,
        string|null|Omit $company = Omit::Value,
        array|\stdClass|Omit $custom_fields = Omit::Value,
        ?Options $options = null,
    ): Result {
        return $this->requester->recordWithMeta(Model\Contact::class, Model\UpsertMeta::class, new Call(
            'upsertContacts',
            'POST',
            '/v1/contacts/upsert',
            body: [
                'email' => $email, 'name' => $name, 'phone' => $phone, 'external_id' => $external_id,
                'company' => $company, 'custom_fields' => $custom_fields,
            ],
            objects: ['custom_fields'],
        ), $options);
    }
}
