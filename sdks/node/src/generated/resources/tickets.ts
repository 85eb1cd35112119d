// Generated from the API document by `npm run sdks`. Do not edit.
import { Resource } from '../../core/resource.ts';
import type {
  BulkItem,
  BulkMeta,
  BulkUpdateTicketsRequest,
  CreateMessageTicketRequest,
  CreateTicketRequest,
  HistoryEntry,
  ListMessagesTicketsSort,
  ListTicketHistorySort,
  ListTicketsSort,
  Message,
  MessageType,
  PageParams,
  Priority,
  Ticket,
  TicketInclude,
  TicketStatus,
  UpdateTicketRequest,
  UpsertMeta,
  UpsertTicketsRequest,
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

/** Parameters of `tickets.messages.list`. */
export interface ListMessagesTicketsParams extends PageParams {
  /** Type of the message */
  type?: MessageType[] | undefined;
  /** Id in an external system, exactly as it was given */
  external_id?: string | undefined;
  /** Field to sort by */
  sort?: ListMessagesTicketsSort | undefined;
}

/** Parameters of `tickets.history.list`. */
export interface ListTicketHistoryParams extends PageParams {
  /** Field to sort by */
  sort?: ListTicketHistorySort | undefined;
}

/** Parameters of `tickets.list`. */
export interface ListTicketsParams extends PageParams {
  /** Status: `open`, `pending`, `resolved` or `closed` */
  status?: TicketStatus[] | undefined;
  /** Priority: `urgent`, `high`, `normal` or `low` */
  priority?: Priority[] | undefined;
  /**
   * Id of the assigned user, `me` for the user of the credential (of an API key: its creator), or
   * `none` for unassigned records
   */
  assignee?: string[] | undefined;
  /** Id of the inbox, or `none` */
  inbox?: string[] | undefined;
  /** Id of the contact, or `none` */
  contact?: string[] | undefined;
  /** Name of a tag (case-insensitive) */
  tag?: string[] | undefined;
  /** Id in an external system, exactly as it was given */
  external_id?: string | undefined;
  /**
   * Search query. All words must match; the last one matches as a prefix. Supports `"exact phrases"`,
   * `-exclusions` and `field:value`, also with several values separated by commas; what is not a field
   * with a possible value is text. The `id` of a record finds it, and so does its `external_id`. Case,
   * accents and the grouping of digits are ignored, and so is a lone letter. Of a query, the first 20
   * words and values count, in 8 fields at most, and 60 parts of words, such as the characters of
   * Chinese; of a long text, the first 32,768 characters are searched. Values of a repeated parameter
   * are one query. Fields: `status:`, `priority:`, `assignee:`, `email:`, `tag:`, `custom.<key>:` or
   * `custom."a key":`
   */
  q?: string | undefined;
  /** SLA status at the time of the request, or `none` for tickets without a first-response target */
  sla_status?: ('none' | 'on_track' | 'warning' | 'breached')[] | undefined;
  /** Earliest creation time (inclusive) */
  created_after?: string | Date | undefined;
  /** Latest creation time (exclusive) */
  created_before?: string | Date | undefined;
  /** Earliest time of the last change (inclusive) */
  updated_after?: string | Date | undefined;
  /** Latest time of the last change (exclusive) */
  updated_before?: string | Date | undefined;
  /**
   * Records to return in `included` too, each once; requires the scopes that read them. The answer has
   * no `ETag`
   */
  include?: TicketInclude[] | undefined;
  /** Field to sort by */
  sort?: ListTicketsSort | undefined;
}

/** Parameters of `tickets.changes`. */
export interface TicketsChangesParams extends Omit<
  ListTicketsParams,
  'page' | 'sort' | 'order' | 'updated_after'
> {
  /** The time from which changes are read, if there is no cursor yet (inclusive). */
  since?: string | Date | undefined;
}

/** Parameters of `tickets.get`. */
export interface GetTicketParams {
  /**
   * Records to return in `included` too, each once; requires the scopes that read them. The answer has
   * no `ETag`
   */
  include?: TicketInclude[] | undefined;
}

/** `parley.tickets.messages` */
export class TicketsMessagesResource extends Resource {
  /**
   * Create a message of a ticket.
   *
   * Adds a message to the linked conversation, as the creation of a message there does. The first
   * message of a ticket without a conversation creates one with the contact of the ticket, its
   * subject, its priority and its inbox, and links it, which emits `conversation.created` and
   * `ticket.updated`; a ticket without a contact is a 422. Emits `message.created`.
   *
   * Requires the scope `conversations:write`.
   *
   * Error codes besides those of all operations: `body_too_large`, `unsupported_media_type`,
   * `unsupported_encoding`, `malformed_multipart`, `insufficient_scope`, `not_found`,
   * `idempotency_mismatch`, `idempotency_in_progress`, `too_many_items`, `file_too_large`,
   * `unsupported_file_type`, `invalid_parameter`, `read_only_parameter`, `missing_parameter`,
   * `duplicate_value`, `outcome_unknown`.
   */
  create(ticketId: string, params: CreateMessageTicketRequest, options?: WriteOptions): Promise<Message> {
    return this.client.record<Message>(
      {
        id: 'createMessageTicket',
        method: 'POST',
        path: ['v1', 'tickets', ticketId, 'messages'],
        body: params,
        files: { attachments: 'attachments[]' },
      },
      options,
    );
  }

  /**
   * List the messages of a ticket.
   *
   * Returns the messages of the linked conversation, as the list of its messages does; none without a
   * conversation.
   *
   * Requires the scope `conversations:read`.
   *
   * Error codes besides those of all operations: `invalid_parameter`, `insufficient_scope`,
   * `not_found`.
   */
  list(ticketId: string, params?: ListMessagesTicketsParams, options?: RequestOptions): List<Message> {
    return this.client.list<Message>(
      {
        id: 'listMessagesTickets',
        method: 'GET',
        path: ['v1', 'tickets', ticketId, 'messages'],
        query: params,
      },
      options,
    );
  }
}

/** `parley.tickets.history` */
export class TicketsHistoryResource extends Resource {
  /**
   * List the changes of a ticket.
   *
   * Returns who changed what in the ticket, and when, newest first by default: an entry for its
   * creation and one for each later change, from the event log of the last 30 days. The history of a
   * deleted ticket is not returned; its events remain in `GET /v1/events`. A tag that is renamed or
   * deleted changes every ticket that has it, without an entry: see `tag.updated` and `tag.deleted`
   * there.
   *
   * Requires the scope `tickets:read`.
   *
   * Error codes besides those of all operations: `invalid_parameter`, `insufficient_scope`,
   * `not_found`.
   */
  list(ticketId: string, params?: ListTicketHistoryParams, options?: RequestOptions): List<HistoryEntry> {
    return this.client.list<HistoryEntry>(
      { id: 'listTicketHistory', method: 'GET', path: ['v1', 'tickets', ticketId, 'history'], query: params },
      options,
    );
  }
}

/** `parley.tickets` */
export class TicketsResource extends Resource {
  readonly messages = new TicketsMessagesResource(this.client);
  readonly history = new TicketsHistoryResource(this.client);

  /**
   * Bulk update tickets.
   *
   * Applies one update to up to 100 tickets; each succeeds or fails independently. Returns 200 even if
   * some fail; check the `status` of each result. An update that is invalid for every ticket returns
   * 422 and changes none. Counts as one request towards the rate limit. The size of `update` times the
   * number of records is at most 1 MiB.
   *
   * Requires the scope `tickets:write`.
   *
   * Error codes besides those of all operations: `body_too_large`, `unsupported_media_type`,
   * `unsupported_encoding`, `insufficient_scope`, `idempotency_mismatch`, `idempotency_in_progress`,
   * `invalid_parameter`, `missing_parameter`, `too_many_items`, `read_only_parameter`,
   * `outcome_unknown`.
   */
  bulkUpdate(
    params: BulkUpdateTicketsRequest,
    options?: WriteOptions,
  ): Promise<Result<BulkItem[], BulkMeta>> {
    return this.client.result<BulkItem[], BulkMeta>(
      { id: 'bulkUpdateTickets', method: 'POST', path: ['v1', 'tickets', 'bulk'], body: params },
      options,
    );
  }

  /**
   * Create a ticket.
   *
   * The first-response SLA starts when the ticket is created. If nobody has what names the `contact`,
   * a contact is created and `contact.created` emitted. If `conversation_id` is set and `contact` is
   * omitted, the ticket gets the contact of the conversation. Emits `ticket.created`, and
   * `ticket.assigned` if `assignee_id` is set. `message` (or `attachments`) is written first, with its
   * conversation, and remains if the ticket is then refused; it emits `message.created`, and
   * `conversation.created` if it begins one.
   *
   * Requires the scope `tickets:write`.
   *
   * Error codes besides those of all operations: `body_too_large`, `unsupported_media_type`,
   * `unsupported_encoding`, `insufficient_scope`, `idempotency_mismatch`, `idempotency_in_progress`,
   * `invalid_parameter`, `read_only_parameter`, `missing_parameter`, `too_many_items`,
   * `ambiguous_match`, `duplicate_value`, `file_too_large`, `outcome_unknown`.
   */
  create(params: CreateTicketRequest, options?: WriteOptions): Promise<Ticket> {
    return this.client.record<Ticket>(
      { id: 'createTicket', method: 'POST', path: ['v1', 'tickets'], body: params },
      options,
    );
  }

  /**
   * List tickets.
   *
   * Returns the tickets that match all filters, newest first by default. `sort=priority` sorts by
   * urgency, not by name. `q` searches subjects, descriptions, tags, custom fields, and the names,
   * e-mail addresses and phone numbers of contacts. A ticket shows the name, e-mail address and phone
   * number of its contact and the name of its assignee: their changes do not change its `updated_at`,
   * nor does the time, which changes `sla.status`.
   *
   * Requires the scope `tickets:read`.
   *
   * Error codes besides those of all operations: `invalid_parameter`, `insufficient_scope`.
   */
  list(params?: ListTicketsParams, options?: RequestOptions): List<Ticket> {
    return this.client.list<Ticket>(
      { id: 'listTickets', method: 'GET', path: ['v1', 'tickets'], query: params },
      options,
    );
  }

  /**
   * Reads the list in the order of changes, and continues where an earlier read has ended. It misses
   * no change; those of the last minute may come again in another run.
   */
  changes(params?: TicketsChangesParams, options?: RequestOptions): Changes<Ticket> {
    return this.client.changes<Ticket>(
      { id: 'listTickets', method: 'GET', path: ['v1', 'tickets'], query: params },
      { sort: 'updated_at', since: 'updated_after' },
      options,
    );
  }

  /**
   * Delete a ticket.
   *
   * Deletes the ticket permanently; its contact and its conversation are kept. Emits `ticket.deleted`.
   * The log of webhook deliveries and stored responses of an `Idempotency-Key` may contain the ticket
   * until they expire.
   *
   * Requires the scope `tickets:write`.
   *
   * Of users, only admins may do this. API keys need no role.
   *
   * Error codes besides those of all operations: `insufficient_scope`, `role_forbidden`, `not_found`,
   * `precondition_failed`, `outcome_unknown`.
   */
  delete(ticketId: string, options?: DeleteOptions): Promise<Deletion> {
    return this.client.deletion(
      { id: 'deleteTicket', method: 'DELETE', path: ['v1', 'tickets', ticketId] },
      options,
    );
  }

  /**
   * Retrieve a ticket.
   *
   * Requires the scope `tickets:read`.
   *
   * Error codes besides those of all operations: `insufficient_scope`, `not_found`,
   * `invalid_parameter`.
   */
  get(
    ticketId: string,
    params: undefined | GetTicketParams,
    options: ReadOptions & IfNoneMatch,
  ): Promise<Ticket | NotModified>;
  get(ticketId: string, params?: GetTicketParams, options?: ReadOptions): Promise<Ticket>;
  get(ticketId: string, params?: GetTicketParams, options?: ReadOptions): Promise<Ticket | NotModified> {
    return this.client.record<Ticket>(
      { id: 'getTicket', method: 'GET', path: ['v1', 'tickets', ticketId], query: params },
      options,
    );
  }

  /**
   * Update a ticket.
   *
   * Changes only the fields that are sent. All status transitions are allowed. `resolved` and `closed`
   * stop the first-response SLA; reopening a ticket that has no response restarts it, and a new
   * `priority` sets a new target. A ticket that is reopened while its assignee is deactivated becomes
   * unassigned. Emits `ticket.updated`, plus `ticket.assigned` and `ticket.status_changed` where they
   * apply. No event is sent if the request changes nothing.
   *
   * Requires the scope `tickets:write`.
   *
   * Error codes besides those of all operations: `body_too_large`, `unsupported_media_type`,
   * `unsupported_encoding`, `insufficient_scope`, `not_found`, `idempotency_mismatch`,
   * `idempotency_in_progress`, `precondition_failed`, `invalid_parameter`, `read_only_parameter`,
   * `too_many_items`, `ambiguous_match`, `duplicate_value`, `missing_parameter`, `outcome_unknown`.
   */
  update(
    ticketId: string,
    change: Change<Ticket, UpdateTicketRequest>,
    options?: UpdateOptions,
  ): Promise<Ticket> {
    return this.client.change<Ticket, UpdateTicketRequest, Ticket>(
      { id: 'updateTicket', method: 'PATCH', path: ['v1', 'tickets', ticketId] },
      'getTicket',
      change,
      options,
    );
  }

  /**
   * Create or update a ticket.
   *
   * Finds the ticket by `external_id` and changes the fields that are sent, as an update does but for
   * `status`; if there is none, it is created, for which `subject` or `description` is required. Emits
   * the events of a creation, or those of an update.
   *
   * Requires the scope `tickets:write`.
   *
   * Error codes besides those of all operations: `body_too_large`, `unsupported_media_type`,
   * `unsupported_encoding`, `insufficient_scope`, `idempotency_mismatch`, `idempotency_in_progress`,
   * `invalid_parameter`, `read_only_parameter`, `missing_parameter`, `too_many_items`,
   * `ambiguous_match`, `outcome_unknown`.
   */
  upsert(params: UpsertTicketsRequest, options?: WriteOptions): Promise<Result<Ticket, UpsertMeta>> {
    return this.client.result<Ticket, UpsertMeta>(
      { id: 'upsertTickets', method: 'POST', path: ['v1', 'tickets', 'upsert'], body: params },
      options,
    );
  }
}
