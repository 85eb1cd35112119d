// Generated from the API document by `npm run sdks`. Do not edit.
import { Resource } from '../../core/resource.ts';
import type { Change } from '../../core/client.ts';
import type {
  ContactForm,
  CreateContactFormRequest,
  ListContactFormsSort,
  PageParams,
  SortOrder,
  UpdateContactFormRequest,
} from '../types.ts';
import type {
  DeleteOptions,
  IfNoneMatch,
  ReadOptions,
  RequestOptions,
  UpdateOptions,
  WriteOptions,
} from '../../core/options.ts';
import type { Deletion, NotModified } from '../../core/values.ts';
import type { List } from '../../core/page.ts';

/** Parameters of `contactForms.list`. */
export interface ListContactFormsParams extends PageParams {
  /** Field to sort by */
  sort?: ListContactFormsSort | undefined;
  /** Sort direction */
  order?: SortOrder | undefined;
}

/** `parley.contactForms` */
export class ContactFormsResource extends Resource {
  /**
   * Create a contact_form.
   *
   * A form on a web site that is sent to its `url` makes a conversation with the channel `form`; see
   * the guide. A workspace can have 100 forms in each mode; beyond that, `too_many_items` is returned.
   *
   * Requires the scope `mailboxes:manage`.
   *
   * Error codes besides those of all operations: `body_too_large`, `unsupported_media_type`,
   * `unsupported_encoding`, `insufficient_scope`, `idempotency_mismatch`, `idempotency_in_progress`,
   * `invalid_parameter`, `read_only_parameter`, `missing_parameter`, `too_many_items`,
   * `outcome_unknown`.
   */
  create(params: CreateContactFormRequest, options?: WriteOptions): Promise<ContactForm> {
    return this.client.record<ContactForm>(
      { id: 'createContactForm', method: 'POST', path: ['v1', 'contact_forms'], body: params },
      options,
    );
  }

  /**
   * List contact forms.
   *
   * Requires the scope `conversations:read`.
   *
   * Error codes besides those of all operations: `invalid_parameter`, `insufficient_scope`.
   */
  list(params?: ListContactFormsParams, options?: RequestOptions): List<ContactForm> {
    return this.client.list<ContactForm>(
      { id: 'listContactForms', method: 'GET', path: ['v1', 'contact_forms'], query: params },
      options,
    );
  }

  /**
   * Delete a contact form.
   *
   * Messages that wait for a confirmation are deleted with it. Its conversations stay.
   *
   * Requires the scope `mailboxes:manage`.
   *
   * Error codes besides those of all operations: `insufficient_scope`, `not_found`,
   * `precondition_failed`, `outcome_unknown`.
   */
  delete(contactFormId: string, options?: DeleteOptions): Promise<Deletion> {
    return this.client.deletion(
      { id: 'deleteContactForm', method: 'DELETE', path: ['v1', 'contact_forms', contactFormId] },
      options,
    );
  }

  /**
   * Retrieve a contact form.
   *
   * Requires the scope `conversations:read`.
   *
   * Error codes besides those of all operations: `insufficient_scope`, `not_found`.
   */
  get(contactFormId: string, options: ReadOptions & IfNoneMatch): Promise<ContactForm | NotModified>;
  get(contactFormId: string, options?: ReadOptions): Promise<ContactForm>;
  get(contactFormId: string, options?: ReadOptions): Promise<ContactForm | NotModified> {
    return this.client.record<ContactForm>(
      { id: 'getContactForm', method: 'GET', path: ['v1', 'contact_forms', contactFormId] },
      options,
    );
  }

  /**
   * Update a contact form.
   *
   * Changes only the fields that are sent; `allowed_origins` and `tags` as a whole. Messages that wait
   * for a confirmation still do.
   *
   * Requires the scope `mailboxes:manage`.
   *
   * Error codes besides those of all operations: `body_too_large`, `unsupported_media_type`,
   * `unsupported_encoding`, `insufficient_scope`, `not_found`, `idempotency_mismatch`,
   * `idempotency_in_progress`, `precondition_failed`, `invalid_parameter`, `read_only_parameter`,
   * `too_many_items`, `outcome_unknown`.
   */
  update(
    contactFormId: string,
    change: Change<ContactForm, UpdateContactFormRequest>,
    options?: UpdateOptions,
  ): Promise<ContactForm> {
    return this.client.change<ContactForm, UpdateContactFormRequest, ContactForm>(
      { id: 'updateContactForm', method: 'PATCH', path: ['v1', 'contact_forms', contactFormId] },
      'getContactForm',
      change,
      options,
    );
  }

  /**
   * Rotate the key of a contact form.
   *
   * The form has another URL from now on; submissions to the old one are answered 404.
   *
   * Requires the scope `mailboxes:manage`.
   *
   * Error codes besides those of all operations: `insufficient_scope`, `not_found`,
   * `idempotency_mismatch`, `idempotency_in_progress`, `invalid_parameter`, `outcome_unknown`.
   */
  rotateKey(contactFormId: string, options?: WriteOptions): Promise<ContactForm> {
    return this.client.record<ContactForm>(
      {
        id: 'rotateContactFormKey',
        method: 'POST',
        path: ['v1', 'contact_forms', contactFormId, 'key', 'rotate'],
      },
      options,
    );
  }
}
