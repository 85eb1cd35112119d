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

/** The operations of contact forms. */
final class ContactForms extends Resource
{
    /**
     * Create a contact_form.
     *
     * A form on a web site that is sent to its `url` makes a conversation with the channel `form`; see the guide. A
     * workspace can have 100 forms in each mode; beyond that, `too_many_items` is returned.
     *
     * Requires the scope `mailboxes:manage`. Errors: `idempotency_mismatch`, `idempotency_in_progress`,
     * `read_only_parameter`, `missing_parameter`, `too_many_items`.
     *
     * @param string $name Display name; mails that ask for a confirmation show it
     * @param list<string>|Omit $allowed_origins Origins of the pages that have the form; a submission from a page of
     *   another one, or that tells none, is refused. Empty allows all
     * @param string|null|Omit $redirect_url URL of the page that browsers are sent to once the message is received,
     *   or null for a plain page
     * @param string|null|Omit $inbox_id Id of the inbox of its conversations, or null
     * @param string|null|Omit $mailbox_id Id of the mailbox through which replies leave, or null: then replies are
     *   recorded, not sent
     * @param bool|Omit $confirmation Whether a message waits until its sender confirms its address by a link that is
     *   mailed to it. Without it, anybody can write in the name of anybody. In live mode it needs a mailbox of the
     *   installation
     * @param list<string>|Omit $tags Names of the tags of its conversations, at most 50
     * @throws \Parley\Exception\ParleyError
     */
    public function create(
        string $name,
        array|Omit $allowed_origins = Omit::Value,
        string|null|Omit $redirect_url = Omit::Value,
        string|null|Omit $inbox_id = Omit::Value,
        string|null|Omit $mailbox_id = Omit::Value,
        bool|Omit $confirmation = Omit::Value,
        array|Omit $tags = Omit::Value,
        ?Options $options = null,
    ): Model\ContactForm {
        return $this->requester->record(Model\ContactForm::class, new Call(
            'createContactForm',
            'POST',
            '/v1/contact_forms',
            body: [
                'name' => $name, 'allowed_origins' => $allowed_origins, 'redirect_url' => $redirect_url,
                'inbox_id' => $inbox_id, 'mailbox_id' => $mailbox_id, 'confirmation' => $confirmation, 'tags' => $tags,
            ],
        ), $options);
    }

    /**
     * List contact forms.
     *
     * Requires the scope `conversations:read`. Errors: `invalid_parameter`, `insufficient_scope`.
     *
     * @param int|null $page Page number, starting at 1
     * @param int|null $per_page Number of items per page, 1 to 100. Values above 100 are treated as 100
     * @param string|null $cursor `meta.next_cursor` or `meta.resume_cursor` of an earlier page; replaces `page`
     * @param 'created_at'|null $sort Field to sort by
     * @param Model\SortOrder::*|null $order Sort direction
     * @return Page<Model\ContactForm>
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
            'listContactForms',
            'GET',
            '/v1/contact_forms',
            query: ['page' => $page, 'per_page' => $per_page, 'cursor' => $cursor, 'sort' => $sort, 'order' => $order],
        ), $options, Model\ContactForm::class);
    }

    /**
     * Delete a contact form.
     *
     * Messages that wait for a confirmation are deleted with it. Its conversations stay.
     *
     * Requires the scope `mailboxes:manage`. Errors: `insufficient_scope`, `not_found`, `precondition_failed`,
     * `outcome_unknown`.
     *
     * @throws \Parley\Exception\ParleyError
     */
    public function delete(string $contact_form_id, ?Options $options = null): Response
    {
        return $this->requester->nothing(new Call(
            'deleteContactForm',
            'DELETE',
            Url::path('/v1/contact_forms/{contact_form_id}', $contact_form_id),
        ), $options);
    }

    /**
     * Retrieve a contact form.
     *
     * Requires the scope `conversations:read`. Errors: `insufficient_scope`, `not_found`.
     *
     * @return ($options is null ? Model\ContactForm : Model\ContactForm|NotModified)
     * @throws \Parley\Exception\ParleyError
     */
    public function get(string $contact_form_id, ?Options $options = null): Model\ContactForm|NotModified
    {
        return $this->requester->record(Model\ContactForm::class, new Call(
            'getContactForm',
            'GET',
            Url::path('/v1/contact_forms/{contact_form_id}', $contact_form_id),
        ), $options);
    }

    /**
     * Update a contact form.
     *
     * Changes only the fields that are sent; `allowed_origins` and `tags` as a whole. Messages that wait for a
     * confirmation still do.
     *
     * Requires the scope `mailboxes:manage`. Errors: `not_found`, `idempotency_mismatch`, `idempotency_in_progress`,
     * `precondition_failed`, `read_only_parameter`, `too_many_items`.
     *
     * @param string|Omit $name Display name; mails that ask for a confirmation show it
     * @param list<string>|Omit $allowed_origins Origins of the pages that have the form; a submission from a page of
     *   another one, or that tells none, is refused. Empty allows all
     * @param string|null|Omit $redirect_url URL of the page that browsers are sent to once the message is received,
     *   or null for a plain page
     * @param string|null|Omit $inbox_id Id of the inbox of its conversations, or null
     * @param string|null|Omit $mailbox_id Id of the mailbox through which replies leave, or null: then replies are
     *   recorded, not sent
     * @param bool|Omit $confirmation Whether a message waits until its sender confirms its address by a link that is
     *   mailed to it. Without it, anybody can write in the name of anybody. In live mode it needs a mailbox of the
     *   installation
     * @param list<string>|Omit $tags Names of the tags of its conversations, at most 50
     * @throws \Parley\Exception\ParleyError
     */
    public function update(
        string $contact_form_id,
        string|Omit $name = Omit::Value,
        array|Omit $allowed_origins = Omit::Value,
        string|null|Omit $redirect_url = Omit::Value,
        string|null|Omit $inbox_id = Omit::Value,
        string|null|Omit $mailbox_id = Omit::Value,
        bool|Omit $confirmation = Omit::Value,
        array|Omit $tags = Omit::Value,
        ?Options $options = null,
    ): Model\ContactForm {
        return $this->requester->record(Model\ContactForm::class, new Call(
            'updateContactForm',
            'PATCH',
            Url::path('/v1/contact_forms/{contact_form_id}', $contact_form_id),
            body: [
                'name' => $name, 'allowed_origins' => $allowed_origins, 'redirect_url' => $redirect_url,
                'inbox_id' => $inbox_id, 'mailbox_id' => $mailbox_id, 'confirmation' => $confirmation, 'tags' => $tags,
            ],
        ), $options);
    }

    /**
     * Reads the record, and updates it if nobody else has changed it meanwhile; otherwise both again, five times.
     *
     * @param \Closure(Model\ContactForm): array<string, mixed> $change returns the arguments of `update`
     * @throws \Parley\Exception\PreconditionFailedError with the newest record
     * @throws \Parley\Exception\ParleyError
     */
    public function updateWith(string $contact_form_id, \Closure $change, ?Options $options = null): Model\ContactForm
    {
        $get = fn (Options $with) => $this->get($contact_form_id, options: $with);
        $update = fn (array $fields, Options $with) =>
            $this->update($contact_form_id, ...$fields, options: $with);
        return $this->requester->edit($get, $update, $change, $options);
    }

    /**
     * Rotate the key of a contact form.
     *
     * The form has another URL from now on; submissions to the old one are answered 404.
     *
     * Requires the scope `mailboxes:manage`. Errors: `insufficient_scope`, `not_found`, `idempotency_mismatch`,
     * `idempotency_in_progress`, `invalid_parameter`, `outcome_unknown`.
     *
     * @throws \Parley\Exception\ParleyError
     */
    public function rotateKey(string $contact_form_id, ?Options $options = null): Model\ContactForm
    {
        return $this->requester->record(Model\ContactForm::class, new Call(
            'rotateContactFormKey',
            'POST',
            Url::path('/v1/contact_forms/{contact_form_id}/key/rotate', $contact_form_id),
        ), $options);
    }
}
