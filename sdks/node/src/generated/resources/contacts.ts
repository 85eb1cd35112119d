// Generated from the API document by `npm run sdks`. Do not edit.
import { Resource } from '../../core/resource.ts';
import type {
  BulkItem,
  BulkMeta,
  BulkUpdateContactsRequest,
  Contact,
  CreateContactRequest,
  HistoryEntry,
  ListContactHistorySort,
  ListContactsSort,
  PageParams,
  SortOrder,
  UpdateContactRequest,
  UpsertContactsRequest,
  UpsertMeta,
} from '../types.ts';
import type { Change } from '../../core/client.ts';
import type { Changes } from '../../core/changes.ts';
import type {
  DeleteOptions,
  IfNoneMatch,
  ReadOptions,
  RequestOptions,
  UpdateOptions,
  WriteOptions,
} from '../../core/options.ts';
import type { Deletion, NotModified, Result } from '../../core/values.ts';
import type { List } from '../../core/page.ts';

/** Parameters of `contacts.history.list`. */
export interface ListContactHistoryParams extends PageParams {
  /** Field to sort by */
  sort?: ListContactHistorySort | undefined;
  /** Sort direction */
  order?: SortOrder | undefined;
}

/** Parameters of `contacts.list`. */
export interface ListContactsParams extends PageParams {
  /** E-mail address (case-insensitive); may contain up to two `*` wildcards */
  email?: string | undefined;
  /** Phone number in any grouping, international or national of the country of the workspace */
  phone?: string | undefined;
  /** Id in an external system, exactly as it was given */
  external_id?: string | undefined;
  /**
   * Search query. All words must match; the last one matches as a prefix. Supports `"exact phrases"`,
   * `-exclusions` and `field:value`, also with several values separated by commas; what is not a field
   * with a possible value is text. The `id` of a record finds it, and so does its `external_id`. Case,
   * accents and the grouping of digits are ignored, and so is a lone letter. Of a query, the first 20
   * words and values count, in 8 fields at most, and 60 parts of words, such as the characters of
   * Chinese; of a long text, the first 32,768 characters are searched. Values of a repeated parameter
   * are one query. Fields: `email:`, `custom.<key>:` or `custom."a key":`
   */
  q?: string | undefined;
  /** Earliest creation time (inclusive) */
  created_after?: string | Date | undefined;
  /** Latest creation time (exclusive) */
  created_before?: string | Date | undefined;
  /** Earliest time of the last change (inclusive) */
  updated_after?: string | Date | undefined;
  /** Latest time of the last change (exclusive) */
  updated_before?: string | Date | undefined;
  /** Field to sort by */
  sort?: ListContactsSort | undefined;
  /** Sort direction */
  order?: SortOrder | undefined;
}

/** Parameters of `contacts.changes`. */
export interface ContactsChangesParams extends Omit<
  ListContactsParams,
  'page' | 'sort' | 'order' | 'updated_after'
> {
  /** The time from which changes are read, if there is no cursor yet (inclusive). */
  since?: string | Date | undefined;
}

/** `parley.contacts.history` */
export class ContactsHistoryResource extends Resource {
  /**
   * List the changes of a contact.
   *
   * Returns who changed what in the contact, and when, newest first by default: an entry for its
   * creation and one for each later change, from the event log of the last 30 days. The history of a
   * deleted contact is not returned; its events remain in `GET /v1/events`.
   *
   * Requires the scope `contacts:read`.
   *
   * Error codes besides those of all operations: `invalid_parameter`, `insufficient_scope`,
   * `not_found`.
   */
  list(contactId: string, params?: ListContactHistoryParams, options?: RequestOptions): List<HistoryEntry> {
    return this.client.list<HistoryEntry>(
      {
        id: 'listContactHistory',
        method: 'GET',
        path: ['v1', 'contacts', contactId, 'history'],
        query: params,
      },
      options,
    );
  }
}

/** `parley.contacts` */
export class ContactsResource extends Resource {
  readonly history = new ContactsHistoryResource(this.client);

  /**
   * Bulk update contacts.
   *
   * Applies one update to up to 100 contacts; each succeeds or fails independently. Returns 200 even
   * if some fail; check the `status` of each result. An update that is invalid for every contact
   * returns 422 and changes none. Counts as one request towards the rate limit. The size of `update`
   * times the number of records is at most 1 MiB.
   *
   * Requires the scope `contacts:write`.
   *
   * Error codes besides those of all operations: `body_too_large`, `unsupported_media_type`,
   * `unsupported_encoding`, `insufficient_scope`, `idempotency_mismatch`, `idempotency_in_progress`,
   * `invalid_parameter`, `missing_parameter`, `too_many_items`, `read_only_parameter`,
   * `outcome_unknown`.
   */
  bulkUpdate(
    params: BulkUpdateContactsRequest,
    options?: WriteOptions,
  ): Promise<Result<BulkItem[], BulkMeta>> {
    return this.client.result<BulkItem[], BulkMeta>(
      { id: 'bulkUpdateContacts', method: 'POST', path: ['v1', 'contacts', 'bulk'], body: params },
      options,
    );
  }

  /**
   * Create a contact.
   *
   * Requires an e-mail address, a phone number or an `external_id`. Emits `contact.created`.
   *
   * Requires the scope `contacts:write`.
   *
   * Error codes besides those of all operations: `body_too_large`, `unsupported_media_type`,
   * `unsupported_encoding`, `insufficient_scope`, `idempotency_mismatch`, `idempotency_in_progress`,
   * `invalid_parameter`, `read_only_parameter`, `missing_parameter`, `duplicate_value`,
   * `outcome_unknown`.
   */
  create(params: CreateContactRequest, options?: WriteOptions): Promise<Contact> {
    return this.client.record<Contact>(
      { id: 'createContact', method: 'POST', path: ['v1', 'contacts'], body: params },
      options,
    );
  }

  /**
   * List contacts.
   *
   * Returns the contacts that match all filters, newest first by default. `q` searches names, e-mail
   * addresses, phone numbers, companies and custom fields.
   *
   * Requires the scope `contacts:read`.
   *
   * Error codes besides those of all operations: `invalid_parameter`, `insufficient_scope`.
   */
  list(params?: ListContactsParams, options?: RequestOptions): List<Contact> {
    return this.client.list<Contact>(
      { id: 'listContacts', method: 'GET', path: ['v1', 'contacts'], query: params },
      options,
    );
  }

  /**
   * Reads the list in the order of changes, and continues where an earlier read has ended. It misses
   * no change; those of the last minute may come again in another run.
   */
  changes(params?: ContactsChangesParams, options?: RequestOptions): Changes<Contact> {
    return this.client.changes<Contact>(
      { id: 'listContacts', method: 'GET', path: ['v1', 'contacts'], query: params },
      { sort: 'updated_at', since: 'updated_after' },
      options,
    );
  }

  /**
   * Delete a contact.
   *
   * Its conversations and tickets are kept and anonymized: the contact is shown as `Deleted contact`.
   * The e-mail address can be used again. Emits `contact.deleted`.
   *
   * Requires the scope `contacts:write`.
   *
   * Error codes besides those of all operations: `insufficient_scope`, `not_found`,
   * `precondition_failed`, `outcome_unknown`.
   */
  delete(contactId: string, options?: DeleteOptions): Promise<Deletion> {
    return this.client.deletion(
      { id: 'deleteContact', method: 'DELETE', path: ['v1', 'contacts', contactId] },
      options,
    );
  }

  /**
   * Retrieve a contact.
   *
   * Requires the scope `contacts:read`.
   *
   * Error codes besides those of all operations: `insufficient_scope`, `not_found`.
   */
  get(contactId: string, options: ReadOptions & IfNoneMatch): Promise<Contact | NotModified>;
  get(contactId: string, options?: ReadOptions): Promise<Contact>;
  get(contactId: string, options?: ReadOptions): Promise<Contact | NotModified> {
    return this.client.record<Contact>(
      { id: 'getContact', method: 'GET', path: ['v1', 'contacts', contactId] },
      options,
    );
  }

  /**
   * Update a contact.
   *
   * Changes only the fields that are sent. A contact must keep an e-mail address, a phone number or an
   * `external_id`. Conversations and tickets show a new name, e-mail address or phone number within
   * two seconds. Emits `contact.updated`. No event is sent if the request changes nothing.
   *
   * Requires the scope `contacts:write`.
   *
   * Error codes besides those of all operations: `body_too_large`, `unsupported_media_type`,
   * `unsupported_encoding`, `insufficient_scope`, `not_found`, `idempotency_mismatch`,
   * `idempotency_in_progress`, `precondition_failed`, `invalid_parameter`, `read_only_parameter`,
   * `duplicate_value`, `outcome_unknown`.
   */
  update(
    contactId: string,
    change: Change<Contact, UpdateContactRequest>,
    options?: UpdateOptions,
  ): Promise<Contact> {
    return this.client.change<Contact, UpdateContactRequest, Contact>(
      { id: 'updateContact', method: 'PATCH', path: ['v1', 'contacts', contactId] },
      'getContact',
      change,
      options,
    );
  }

  /**
   * Create or update a contact.
   *
   * Finds the contact by `external_id`, or else by `email` (case-insensitive), and changes the fields
   * that are sent, as an update does; a contact that is found by neither is created. If the two belong
   * to different contacts, nothing is changed: 422 `ambiguous_match`. Emits `contact.created`, or
   * `contact.updated` unless nothing changed.
   *
   * Requires the scope `contacts:write`.
   *
   * Error codes besides those of all operations: `body_too_large`, `unsupported_media_type`,
   * `unsupported_encoding`, `insufficient_scope`, `idempotency_mismatch`, `idempotency_in_progress`,
   * `invalid_parameter`, `read_only_parameter`, `missing_parameter`, `ambiguous_match`,
   * `outcome_unknown`.
   */
  upsert(params: UpsertContactsRequest, options?: WriteOptions): Promise<Result<Contact, UpsertMeta>> {
    return this.client.result<Contact, UpsertMeta>(
      { id: 'upsertContacts', method: 'POST', path: ['v1', 'contacts', 'upsert'], body: params },
      options,
    );
  }
}
