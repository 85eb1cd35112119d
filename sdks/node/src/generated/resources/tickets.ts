// Generated from the API document by `npm run sdks`. Do not edit.
import { Resource } from '../../core/resource.ts';
import type {
  AddTicketFollowerRequest,
  BulkItem,
  BulkMeta,
  BulkUpdateTicketsRequest,
  CreateMessageTicketRequest,
  CreateTicketRequest,
  Followers,
  HistoryEntry,
  LinkTicketRequest,
  ListMessagesTicketsSort,
  ListTicketHistorySort,
  ListTicketsSnoozed,
  ListTicketsSort,
  MergeTicketRequest,
  Message,
  MessageType,
  PageParams,
  Priority,
  SortOrder,
  Ticket,
  TicketInclude,
  TicketStatus,
  UnmergeTicketRequest,
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
  /** Sort direction */
  order?: SortOrder | undefined;
}

/** Parameters of `tickets.history.list`. */
export interface ListTicketHistoryParams extends PageParams {
  /** Field to sort by */
  sort?: ListTicketHistorySort | undefined;
  /** Sort direction */
  order?: SortOrder | undefined;
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
  /** Id of the team, or `none` */
  team?: string[] | undefined;
  /** Whether the record is snoozed: `true` or `false` */
  snoozed?: ListTicketsSnoozed | undefined;
  /** Id of the inbox, or `none` */
  inbox?: string[] | undefined;
  /** Id of the contact, or `none` */
  contact?: string[] | undefined;
  /** Name of a tag (case-insensitive) */
  tag?: string[] | undefined;
  /** Number of the record */
  number?: string[] | undefined;
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
  /** Sort direction */
  order?: SortOrder | undefined;
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

/** `parley.tickets.links` */
export class TicketsLinksResource extends Resource {
  /**
   * Link two tickets.
   *
   * Both tickets show the link in `links`: the other end of `parent` is `child`, and that of
   * `duplicate_of` is `duplicate`. Two tickets have one link, so that the same one again changes
   * nothing; a ticket has one parent and at most 100 links, and no ticket is above itself. A link goes
   * within a second when one of its tickets is deleted; that of a merged ticket keeps its id, which
   * leads to what it was merged into. Emits `ticket.updated` for both.
   *
   * Requires the scope `tickets:write`.
   *
   * Error codes besides those of all operations: `body_too_large`, `unsupported_media_type`,
   * `unsupported_encoding`, `insufficient_scope`, `not_found`, `idempotency_mismatch`,
   * `idempotency_in_progress`, `invalid_parameter`, `read_only_parameter`, `missing_parameter`,
   * `outcome_unknown`.
   */
  create(ticketId: string, params: LinkTicketRequest, options?: WriteOptions): Promise<Ticket> {
    return this.client.record<Ticket>(
      { id: 'linkTicket', method: 'POST', path: ['v1', 'tickets', ticketId, 'links'], body: params },
      options,
    );
  }

  /**
   * Remove the link of two tickets.
   *
   * Removes it from both tickets. Emits `ticket.updated` for each.
   *
   * Requires the scope `tickets:write`.
   *
   * Error codes besides those of all operations: `insufficient_scope`, `not_found`, `outcome_unknown`.
   */
  delete(ticketId: string, linkedTicketId: string, options?: RequestOptions): Promise<Deletion> {
    return this.client.deletion(
      { id: 'unlinkTicket', method: 'DELETE', path: ['v1', 'tickets', ticketId, 'links', linkedTicketId] },
      options,
    );
  }
}

/** `parley.tickets.followers` */
export class TicketsFollowersResource extends Resource {
  /**
   * Follow a ticket.
   *
   * A follower is notified when the contact writes. Users who are mentioned in a note become followers
   * too, and to follow twice changes nothing. A record has at most 50 followers; one that has them
   * takes no more.
   *
   * Requires the scope `tickets:write`.
   *
   * Error codes besides those of all operations: `body_too_large`, `unsupported_media_type`,
   * `unsupported_encoding`, `insufficient_scope`, `not_found`, `idempotency_mismatch`,
   * `idempotency_in_progress`, `invalid_parameter`, `outcome_unknown`.
   */
  create(ticketId: string, params: AddTicketFollowerRequest, options?: WriteOptions): Promise<Followers> {
    return this.client.record<Followers>(
      {
        id: 'addTicketFollower',
        method: 'POST',
        path: ['v1', 'tickets', ticketId, 'followers'],
        body: params,
      },
      options,
    );
  }

  /**
   * List the followers of a ticket.
   *
   * Requires the scope `tickets:read`.
   *
   * Error codes besides those of all operations: `insufficient_scope`, `not_found`.
   */
  get(ticketId: string, options: ReadOptions & IfNoneMatch): Promise<Followers | NotModified>;
  get(ticketId: string, options?: ReadOptions): Promise<Followers>;
  get(ticketId: string, options?: ReadOptions): Promise<Followers | NotModified> {
    return this.client.record<Followers>(
      { id: 'listTicketFollowers', method: 'GET', path: ['v1', 'tickets', ticketId, 'followers'] },
      options,
    );
  }

  /**
   * Stop following a ticket.
   *
   * Removes a follower; 404 for a user who does not follow the ticket.
   *
   * Requires the scope `tickets:write`.
   *
   * Error codes besides those of all operations: `insufficient_scope`, `not_found`, `outcome_unknown`.
   */
  delete(ticketId: string, userId: string, options?: RequestOptions): Promise<Deletion> {
    return this.client.deletion(
      {
        id: 'removeTicketFollower',
        method: 'DELETE',
        path: ['v1', 'tickets', ticketId, 'followers', userId],
      },
      options,
    );
  }
}

/** `parley.tickets` */
export class TicketsResource extends Resource {
  readonly messages = new TicketsMessagesResource(this.client);
  readonly history = new TicketsHistoryResource(this.client);
  readonly links = new TicketsLinksResource(this.client);
  readonly followers = new TicketsFollowersResource(this.client);

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
   * Deletes the ticket permanently, with those that were merged into it; its contact and its
   * conversation are kept. Emits `ticket.deleted` for each. The log of webhook deliveries and stored
   * responses of an `Idempotency-Key` may contain the ticket until they expire.
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
   * unassigned. Emits `ticket.updated`, plus `ticket.assigned`, `ticket.team_changed`,
   * `ticket.status_changed`, `ticket.snoozed` and `ticket.woken` where they apply. No event is sent if
   * the request changes nothing.
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
   * Merge tickets.
   *
   * Merges other tickets into this one, which keeps its own values and gets their tags, and their
   * custom fields that it lacks; without a conversation, it gets the first of theirs that has the same
   * contact. Lists, counts and search have the merged tickets no more, and their ids lead to this
   * ticket in reads and writes, but not in its deletion; its `merged_from` names them. Can be undone
   * for 30 days with `POST /v1/tickets/{ticket_id}/unmerge`. All or nothing: one id that cannot be
   * merged changes nothing; one that was merged into it before is ignored. Emits `ticket.merged` for
   * each merged ticket and `ticket.updated` for this one. The SLA is that of this ticket.
   *
   * Requires the scope `tickets:write`.
   *
   * Error codes besides those of all operations: `body_too_large`, `unsupported_media_type`,
   * `unsupported_encoding`, `insufficient_scope`, `not_found`, `idempotency_mismatch`,
   * `idempotency_in_progress`, `invalid_parameter`, `missing_parameter`, `too_many_items`,
   * `outcome_unknown`.
   */
  merge(ticketId: string, params: MergeTicketRequest, options?: WriteOptions): Promise<Ticket> {
    return this.client.record<Ticket>(
      { id: 'mergeTicket', method: 'POST', path: ['v1', 'tickets', ticketId, 'merge'], body: params },
      options,
    );
  }

  /**
   * Undo a merge of tickets.
   *
   * Gives tickets back that were merged into this one within the last 30 days, each with the values
   * that it had. One that is a ticket of its own is ignored. What it brought is taken from this
   * ticket, unless it was changed since; what came after the merge stays here. References to records
   * that were deleted since are null, and so is the assignee of open work who was deactivated. Emits
   * `ticket.unmerged` for each and `ticket.updated` for this ticket.
   *
   * Requires the scope `tickets:write`.
   *
   * Error codes besides those of all operations: `body_too_large`, `unsupported_media_type`,
   * `unsupported_encoding`, `insufficient_scope`, `not_found`, `idempotency_mismatch`,
   * `idempotency_in_progress`, `invalid_parameter`, `missing_parameter`, `too_many_items`,
   * `outcome_unknown`.
   */
  unmerge(ticketId: string, params: UnmergeTicketRequest, options?: WriteOptions): Promise<Ticket> {
    return this.client.record<Ticket>(
      { id: 'unmergeTicket', method: 'POST', path: ['v1', 'tickets', ticketId, 'unmerge'], body: params },
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
