// Generated from the API document by `npm run sdks`. Do not edit.
import { Resource } from '../../core/resource.ts';
import type {
  AddConversationFollowerRequest,
  BulkItem,
  BulkMeta,
  BulkUpdateConversationsRequest,
  Channel,
  Conversation,
  ConversationInclude,
  ConversationStatus,
  CreateConversationRequest,
  CreateMessageRequest,
  Draft,
  Followers,
  HistoryEntry,
  ListConversationHistorySort,
  ListConversationsSnoozed,
  ListConversationsSort,
  ListMessagesSort,
  MailContent,
  MergeConversationRequest,
  Message,
  MessageType,
  PageParams,
  Presence,
  Priority,
  ReplyRecipients,
  ReportPresenceRequest,
  ResendMessageRequest,
  SaveDraftRequest,
  SortOrder,
  SplitConversationRequest,
  UnmergeConversationRequest,
  UpdateConversationRequest,
  UpdateMessageDeliveryRequest,
  UpdateMessageRequest,
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

/** Parameters of `conversations.history.list`. */
export interface ListConversationHistoryParams extends PageParams {
  /** Field to sort by */
  sort?: ListConversationHistorySort | undefined;
  /** Sort direction */
  order?: SortOrder | undefined;
}

/** Parameters of `conversations.messages.list`. */
export interface ListMessagesParams extends PageParams {
  /** Type of the message */
  type?: MessageType[] | undefined;
  /** Id in an external system, exactly as it was given */
  external_id?: string | undefined;
  /** Field to sort by */
  sort?: ListMessagesSort | undefined;
  /** Sort direction */
  order?: SortOrder | undefined;
}

/** Parameters of `conversations.list`. */
export interface ListConversationsParams extends PageParams {
  /** Status: `open`, `pending` or `closed` */
  status?: ConversationStatus[] | undefined;
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
  snoozed?: ListConversationsSnoozed | undefined;
  /** Id of the inbox, or `none` */
  inbox?: string[] | undefined;
  /** Channel: `email`, `chat`, `form` or `api` */
  channel?: Channel[] | undefined;
  /** Id of the contact */
  contact?: string[] | undefined;
  /** Name of a tag (case-insensitive) */
  tag?: string[] | undefined;
  /** Id of the mailbox, or `none` */
  mailbox?: string[] | undefined;
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
   * are one query. Fields: `status:`, `priority:`, `channel:`, `assignee:`, `email:`, `tag:`,
   * `custom.<key>:` or `custom."a key":`
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
  /**
   * Records to return in `included` too, each once; requires the scopes that read them. The answer has
   * no `ETag`
   */
  include?: ConversationInclude[] | undefined;
  /** Field to sort by */
  sort?: ListConversationsSort | undefined;
  /** Sort direction */
  order?: SortOrder | undefined;
}

/** Parameters of `conversations.changes`. */
export interface ConversationsChangesParams extends Omit<
  ListConversationsParams,
  'page' | 'sort' | 'order' | 'updated_after'
> {
  /** The time from which changes are read, if there is no cursor yet (inclusive). */
  since?: string | Date | undefined;
}

/** Parameters of `conversations.get`. */
export interface GetConversationParams {
  /**
   * Records to return in `included` too, each once; requires the scopes that read them. The answer has
   * no `ETag`
   */
  include?: ConversationInclude[] | undefined;
}

/** `parley.conversations.history` */
export class ConversationsHistoryResource extends Resource {
  /**
   * List the changes of a conversation.
   *
   * Returns who changed what in the conversation, and when, newest first by default: an entry for its
   * creation and one for each later change, from the event log of the last 30 days. The history of a
   * deleted conversation is not returned; its events remain in `GET /v1/events`. A tag that is renamed
   * or deleted changes every conversation that has it, without an entry: see `tag.updated` and
   * `tag.deleted` there. Messages are no changes: list them with `GET
   * /v1/conversations/{conversation_id}/messages`.
   *
   * Requires the scope `conversations:read`.
   *
   * Error codes besides those of all operations: `invalid_parameter`, `insufficient_scope`,
   * `not_found`.
   */
  list(
    conversationId: string,
    params?: ListConversationHistoryParams,
    options?: RequestOptions,
  ): List<HistoryEntry> {
    return this.client.list<HistoryEntry>(
      {
        id: 'listConversationHistory',
        method: 'GET',
        path: ['v1', 'conversations', conversationId, 'history'],
        query: params,
      },
      options,
    );
  }
}

/** `parley.conversations.replyRecipients` */
export class ConversationsReplyRecipientsResource extends Resource {
  /**
   * Retrieve the recipients of a reply.
   *
   * Whom a reply by mail goes to unless its `email` says otherwise: those of the last mail of the
   * conversation, with the present address of the contact for a former one; the contact alone if it
   * has written since, or if there is no mail.
   *
   * Requires the scope `conversations:read`.
   *
   * Error codes besides those of all operations: `insufficient_scope`, `not_found`.
   */
  get(conversationId: string, options: ReadOptions & IfNoneMatch): Promise<ReplyRecipients | NotModified>;
  get(conversationId: string, options?: ReadOptions): Promise<ReplyRecipients>;
  get(conversationId: string, options?: ReadOptions): Promise<ReplyRecipients | NotModified> {
    return this.client.record<ReplyRecipients>(
      {
        id: 'getReplyRecipients',
        method: 'GET',
        path: ['v1', 'conversations', conversationId, 'reply_recipients'],
      },
      options,
    );
  }
}

/** `parley.conversations.followers` */
export class ConversationsFollowersResource extends Resource {
  /**
   * Follow a conversation.
   *
   * A follower is notified when the contact writes. Users who are mentioned in a note become followers
   * too, and to follow twice changes nothing. A record has at most 50 followers; one that has them
   * takes no more.
   *
   * Requires the scope `conversations:write`.
   *
   * Error codes besides those of all operations: `body_too_large`, `unsupported_media_type`,
   * `unsupported_encoding`, `insufficient_scope`, `not_found`, `idempotency_mismatch`,
   * `idempotency_in_progress`, `invalid_parameter`, `outcome_unknown`.
   */
  create(
    conversationId: string,
    params: AddConversationFollowerRequest,
    options?: WriteOptions,
  ): Promise<Followers> {
    return this.client.record<Followers>(
      {
        id: 'addConversationFollower',
        method: 'POST',
        path: ['v1', 'conversations', conversationId, 'followers'],
        body: params,
      },
      options,
    );
  }

  /**
   * List the followers of a conversation.
   *
   * Requires the scope `conversations:read`.
   *
   * Error codes besides those of all operations: `insufficient_scope`, `not_found`.
   */
  get(conversationId: string, options: ReadOptions & IfNoneMatch): Promise<Followers | NotModified>;
  get(conversationId: string, options?: ReadOptions): Promise<Followers>;
  get(conversationId: string, options?: ReadOptions): Promise<Followers | NotModified> {
    return this.client.record<Followers>(
      {
        id: 'listConversationFollowers',
        method: 'GET',
        path: ['v1', 'conversations', conversationId, 'followers'],
      },
      options,
    );
  }

  /**
   * Stop following a conversation.
   *
   * Removes a follower; 404 for a user who does not follow the conversation.
   *
   * Requires the scope `conversations:write`.
   *
   * Error codes besides those of all operations: `insufficient_scope`, `not_found`, `outcome_unknown`.
   */
  delete(conversationId: string, userId: string, options?: RequestOptions): Promise<Deletion> {
    return this.client.deletion(
      {
        id: 'removeConversationFollower',
        method: 'DELETE',
        path: ['v1', 'conversations', conversationId, 'followers', userId],
      },
      options,
    );
  }
}

/** `parley.conversations.draft` */
export class ConversationsDraftResource extends Resource {
  /**
   * Delete a draft.
   *
   * Deletes what the user has begun to write in the conversation. It is that of the user of the
   * credential: nobody else reads or changes it. The next message of the same type that the user
   * creates there with another credential than an API key deletes it too.
   *
   * Requires the scope `conversations:write`.
   *
   * Error codes besides those of all operations: `insufficient_scope`, `not_found`,
   * `precondition_failed`, `outcome_unknown`.
   */
  delete(conversationId: string, options?: DeleteOptions): Promise<Deletion> {
    return this.client.deletion(
      { id: 'deleteDraft', method: 'DELETE', path: ['v1', 'conversations', conversationId, 'draft'] },
      options,
    );
  }

  /**
   * Retrieve a draft.
   *
   * Returns what the user has begun to write in the conversation; 404 without one. It is that of the
   * user of the credential: nobody else reads or changes it.
   *
   * Requires the scope `conversations:read`.
   *
   * Error codes besides those of all operations: `insufficient_scope`, `not_found`.
   */
  get(conversationId: string, options: ReadOptions & IfNoneMatch): Promise<Draft | NotModified>;
  get(conversationId: string, options?: ReadOptions): Promise<Draft>;
  get(conversationId: string, options?: ReadOptions): Promise<Draft | NotModified> {
    return this.client.record<Draft>(
      { id: 'getDraft', method: 'GET', path: ['v1', 'conversations', conversationId, 'draft'] },
      options,
    );
  }

  /**
   * Save a draft.
   *
   * Stores what the user has begun to write in the conversation, in the place of the draft before. It
   * is that of the user of the credential: nobody else reads or changes it. It takes what the creation
   * of a message takes, up to 64 KiB together; whether its files exist is checked when the message is
   * created. With the `ETag` of the draft in `If-Match` a draft that another tab has changed or
   * deleted since returns 412. Emits no event.
   *
   * Requires the scope `conversations:write`.
   *
   * Error codes besides those of all operations: `body_too_large`, `unsupported_media_type`,
   * `unsupported_encoding`, `insufficient_scope`, `not_found`, `precondition_failed`,
   * `invalid_parameter`, `missing_parameter`, `too_many_items`, `outcome_unknown`.
   */
  save(conversationId: string, params: SaveDraftRequest, options?: DeleteOptions): Promise<Draft> {
    return this.client.record<Draft>(
      {
        id: 'saveDraft',
        method: 'PUT',
        path: ['v1', 'conversations', conversationId, 'draft'],
        body: params,
      },
      options,
    );
  }
}

/** `parley.conversations.messages.email` */
export class ConversationsMessagesEmailResource extends Resource {
  /**
   * Retrieve the mail of a message.
   *
   * Returns the headers of a mail, and links to its source and to its HTML. The links of an incoming
   * mail work until they expire or the message is redacted. A message whose `email` is null is a 404.
   *
   * Requires the scope `conversations:read`.
   *
   * Error codes besides those of all operations: `insufficient_scope`, `not_found`.
   */
  get(
    conversationId: string,
    messageId: string,
    options: ReadOptions & IfNoneMatch,
  ): Promise<MailContent | NotModified>;
  get(conversationId: string, messageId: string, options?: ReadOptions): Promise<MailContent>;
  get(conversationId: string, messageId: string, options?: ReadOptions): Promise<MailContent | NotModified> {
    return this.client.record<MailContent>(
      {
        id: 'getMessageEmail',
        method: 'GET',
        path: ['v1', 'conversations', conversationId, 'messages', messageId, 'email'],
      },
      options,
    );
  }
}

/** `parley.conversations.messages` */
export class ConversationsMessagesResource extends Resource {
  readonly email = new ConversationsMessagesEmailResource(this.client);

  /**
   * Create a message.
   *
   * Adds a message to the conversation as the user of the credential, or as its contact with `author:
   * {type: contact}`. A reply of a user leaves, unless `send` is false, if the conversation has a
   * `mailbox_id` or a `connection_id`: it is `queued`, and `message.delivery_updated` tells what
   * becomes of it. Without recipients it is `failed` with `no_recipients`. Any other message is
   * recorded, not sent: its `delivery` is null. `attachments` has the ids of files, which require the
   * scope `files:read`, each of which may be attached to several messages; a multipart form has the
   * files themselves, and `author` as JSON; it leaves out what is null. With files `body` may be left
   * out, and either the message is created with all of them or nothing is. An API key with the scope
   * `users:write` may name another user as the author. A message from the contact opens a conversation
   * that is pending or closed, and so, within a second, the tickets linked to it. With the `ETag` of
   * the conversation in `If-Match` nothing is written if the conversation has changed since, such as
   * by a message of somebody else: 412. The activity of the conversation follows: `last_message_at`,
   * `last_message_by`, `messages_count`, `waiting_since`. Emits `message.created`, and
   * `conversation.updated` only if the message changes the status, with `conversation.status_changed`.
   *
   * Requires the scope `conversations:write`.
   *
   * Error codes besides those of all operations: `body_too_large`, `unsupported_media_type`,
   * `unsupported_encoding`, `malformed_multipart`, `insufficient_scope`, `not_found`,
   * `idempotency_mismatch`, `idempotency_in_progress`, `precondition_failed`, `too_many_items`,
   * `file_too_large`, `unsupported_file_type`, `invalid_parameter`, `read_only_parameter`,
   * `missing_parameter`, `duplicate_value`, `outcome_unknown`.
   */
  create(conversationId: string, params: CreateMessageRequest, options?: UpdateOptions): Promise<Message> {
    return this.client.record<Message>(
      {
        id: 'createMessage',
        method: 'POST',
        path: ['v1', 'conversations', conversationId, 'messages'],
        body: params,
        files: { attachments: 'attachments[]' },
      },
      options,
    );
  }

  /**
   * List the messages of a conversation.
   *
   * Returns the messages, oldest first by default, including internal notes.
   *
   * Requires the scope `conversations:read`.
   *
   * Error codes besides those of all operations: `invalid_parameter`, `insufficient_scope`,
   * `not_found`.
   */
  list(conversationId: string, params?: ListMessagesParams, options?: RequestOptions): List<Message> {
    return this.client.list<Message>(
      {
        id: 'listMessages',
        method: 'GET',
        path: ['v1', 'conversations', conversationId, 'messages'],
        query: params,
      },
      options,
    );
  }

  /**
   * Redact a message.
   *
   * Removes the text and the attachments of a message permanently, and cancels its sending if it still
   * waits, from search too, and the files that no other message has. Its author may do so, an admin,
   * and API keys. The message keeps its place in the conversation, with an empty `body`, `redacted_at`
   * and `redacted_by`; redacting it again is a 404. Emits `message.redacted`. Within seconds the
   * copies follow: the source of a mail, the event log, pending deliveries of webhooks, which send the
   * message without its content, and stored responses of an `Idempotency-Key`.
   *
   * Requires the scope `conversations:write`.
   *
   * Error codes besides those of all operations: `insufficient_scope`, `role_forbidden`, `not_found`,
   * `precondition_failed`, `outcome_unknown`.
   */
  delete(conversationId: string, messageId: string, options?: DeleteOptions): Promise<Deletion> {
    return this.client.deletion(
      {
        id: 'deleteMessage',
        method: 'DELETE',
        path: ['v1', 'conversations', conversationId, 'messages', messageId],
      },
      options,
    );
  }

  /**
   * Retrieve a message.
   *
   * Requires the scope `conversations:read`.
   *
   * Error codes besides those of all operations: `insufficient_scope`, `not_found`.
   */
  get(
    conversationId: string,
    messageId: string,
    options: ReadOptions & IfNoneMatch,
  ): Promise<Message | NotModified>;
  get(conversationId: string, messageId: string, options?: ReadOptions): Promise<Message>;
  get(conversationId: string, messageId: string, options?: ReadOptions): Promise<Message | NotModified> {
    return this.client.record<Message>(
      {
        id: 'getMessage',
        method: 'GET',
        path: ['v1', 'conversations', conversationId, 'messages', messageId],
      },
      options,
    );
  }

  /**
   * Edit a note.
   *
   * Changes the text of an internal note, which its author, an admin and API keys may do. `edited_at`
   * and `edited_by` tell of the last change; `message.updated`, which it emits, has the former text in
   * `previous`, and names who has made the change in `actor`. Other messages are what somebody has
   * sent or received, and a note that came as a mail is that mail: these return 409 `not_editable`, as
   * a redacted note does.
   *
   * Requires the scope `conversations:write`.
   *
   * Error codes besides those of all operations: `body_too_large`, `unsupported_media_type`,
   * `unsupported_encoding`, `insufficient_scope`, `role_forbidden`, `not_found`,
   * `idempotency_mismatch`, `idempotency_in_progress`, `not_editable`, `precondition_failed`,
   * `invalid_parameter`, `read_only_parameter`, `missing_parameter`, `outcome_unknown`.
   */
  update(
    conversationId: string,
    messageId: string,
    change: Change<Message, UpdateMessageRequest>,
    options?: UpdateOptions,
  ): Promise<Message> {
    return this.client.change<Message, UpdateMessageRequest, Message>(
      {
        id: 'updateMessage',
        method: 'PATCH',
        path: ['v1', 'conversations', conversationId, 'messages', messageId],
      },
      'getMessage',
      change,
      options,
    );
  }

  /**
   * Send a message again.
   *
   * Sends a message again that is `failed`, `bounced`, `unknown` or `cancelled`, through the mailbox
   * or the connection that its conversation has now: to the recipients that it has not reached, or to
   * the contact if it had none. `email` replaces those of them that it names, such as those in `to`,
   * and what is left out of it stays. It is `queued` again; an `unknown` one may arrive twice. Emits
   * `message.delivery_updated`, by which a connector learns of it: the `delivery` is `queued`, and was
   * not before.
   *
   * Requires the scope `conversations:write`.
   *
   * Error codes besides those of all operations: `body_too_large`, `unsupported_media_type`,
   * `unsupported_encoding`, `insufficient_scope`, `not_found`, `idempotency_mismatch`,
   * `idempotency_in_progress`, `invalid_parameter`, `too_many_items`, `outcome_unknown`.
   */
  resend(
    conversationId: string,
    messageId: string,
    params?: ResendMessageRequest,
    options?: WriteOptions,
  ): Promise<Message> {
    return this.client.record<Message>(
      {
        id: 'resendMessage',
        method: 'POST',
        path: ['v1', 'conversations', conversationId, 'messages', messageId, 'resend'],
        body: params,
      },
      options,
    );
  }

  /**
   * Report the delivery of a message.
   *
   * For connectors: reports what has become of a message with a `connection_id`. States only move
   * forward, so that late and repeated reports change nothing. Emits `message.delivery_updated`. A
   * message without a connection is a 422.
   *
   * Requires the scope `conversations:write`.
   *
   * Error codes besides those of all operations: `body_too_large`, `unsupported_media_type`,
   * `unsupported_encoding`, `insufficient_scope`, `not_found`, `idempotency_mismatch`,
   * `idempotency_in_progress`, `invalid_parameter`, `read_only_parameter`, `missing_parameter`,
   * `outcome_unknown`.
   */
  delivery(
    conversationId: string,
    messageId: string,
    params: UpdateMessageDeliveryRequest,
    options?: WriteOptions,
  ): Promise<Message> {
    return this.client.record<Message>(
      {
        id: 'updateMessageDelivery',
        method: 'PATCH',
        path: ['v1', 'conversations', conversationId, 'messages', messageId, 'delivery'],
        body: params,
      },
      options,
    );
  }
}

/** `parley.conversations` */
export class ConversationsResource extends Resource {
  readonly history = new ConversationsHistoryResource(this.client);
  readonly replyRecipients = new ConversationsReplyRecipientsResource(this.client);
  readonly followers = new ConversationsFollowersResource(this.client);
  readonly draft = new ConversationsDraftResource(this.client);
  readonly messages = new ConversationsMessagesResource(this.client);

  /**
   * Bulk update conversations.
   *
   * Applies one update to up to 100 conversations; each succeeds or fails independently. Returns 200
   * even if some fail; check the `status` of each result. An update that is invalid for every
   * conversation returns 422 and changes none. Counts as one request towards the rate limit. The size
   * of `update` times the number of records is at most 1 MiB.
   *
   * Requires the scope `conversations:write`.
   *
   * Error codes besides those of all operations: `body_too_large`, `unsupported_media_type`,
   * `unsupported_encoding`, `insufficient_scope`, `idempotency_mismatch`, `idempotency_in_progress`,
   * `invalid_parameter`, `missing_parameter`, `too_many_items`, `read_only_parameter`,
   * `outcome_unknown`.
   */
  bulkUpdate(
    params: BulkUpdateConversationsRequest,
    options?: WriteOptions,
  ): Promise<Result<BulkItem[], BulkMeta>> {
    return this.client.result<BulkItem[], BulkMeta>(
      { id: 'bulkUpdateConversations', method: 'POST', path: ['v1', 'conversations', 'bulk'], body: params },
      options,
    );
  }

  /**
   * Create a conversation.
   *
   * Creates an open conversation, optionally with its first message. If nobody has what names the
   * `contact`, a contact is created and `contact.created` emitted. Emits `conversation.created`, plus
   * `message.created` if `message` is set and `conversation.assigned` if `assignee_id` is set.
   *
   * Requires the scope `conversations:write`.
   *
   * Error codes besides those of all operations: `body_too_large`, `unsupported_media_type`,
   * `unsupported_encoding`, `insufficient_scope`, `idempotency_mismatch`, `idempotency_in_progress`,
   * `invalid_parameter`, `read_only_parameter`, `missing_parameter`, `too_many_items`,
   * `ambiguous_match`, `duplicate_value`, `file_too_large`, `outcome_unknown`.
   */
  create(params: CreateConversationRequest, options?: WriteOptions): Promise<Conversation> {
    return this.client.record<Conversation>(
      { id: 'createConversation', method: 'POST', path: ['v1', 'conversations'], body: params },
      options,
    );
  }

  /**
   * List conversations.
   *
   * Returns the conversations that match all filters, newest first by default. `q` searches subjects,
   * tags, custom fields, messages, and the names, e-mail addresses and phone numbers of contacts. A
   * conversation shows the name, e-mail address and phone number of its contact and the name of its
   * assignee: their changes do not change its `updated_at`.
   *
   * Requires the scope `conversations:read`.
   *
   * Error codes besides those of all operations: `invalid_parameter`, `insufficient_scope`.
   */
  list(params?: ListConversationsParams, options?: RequestOptions): List<Conversation> {
    return this.client.list<Conversation>(
      { id: 'listConversations', method: 'GET', path: ['v1', 'conversations'], query: params },
      options,
    );
  }

  /**
   * Reads the list in the order of changes, and continues where an earlier read has ended. It misses
   * no change; those of the last minute may come again in another run.
   */
  changes(params?: ConversationsChangesParams, options?: RequestOptions): Changes<Conversation> {
    return this.client.changes<Conversation>(
      { id: 'listConversations', method: 'GET', path: ['v1', 'conversations'], query: params },
      { sort: 'updated_at', since: 'updated_after' },
      options,
    );
  }

  /**
   * Delete a conversation.
   *
   * Deletes the conversation and its messages permanently, with those that were merged into it, and
   * with the files that no other message has. Its contact is kept, and so are linked tickets, whose
   * `conversation_id` becomes null within a second. Emits `conversation.deleted` for each, and no
   * event for each message.
   *
   * Requires the scope `conversations:write`.
   *
   * Of users, only admins may do this. API keys need no role.
   *
   * Error codes besides those of all operations: `insufficient_scope`, `role_forbidden`, `not_found`,
   * `precondition_failed`, `outcome_unknown`.
   */
  delete(conversationId: string, options?: DeleteOptions): Promise<Deletion> {
    return this.client.deletion(
      { id: 'deleteConversation', method: 'DELETE', path: ['v1', 'conversations', conversationId] },
      options,
    );
  }

  /**
   * Retrieve a conversation.
   *
   * Requires the scope `conversations:read`.
   *
   * Error codes besides those of all operations: `insufficient_scope`, `not_found`,
   * `invalid_parameter`.
   */
  get(
    conversationId: string,
    params: undefined | GetConversationParams,
    options: ReadOptions & IfNoneMatch,
  ): Promise<Conversation | NotModified>;
  get(conversationId: string, params?: GetConversationParams, options?: ReadOptions): Promise<Conversation>;
  get(
    conversationId: string,
    params?: GetConversationParams,
    options?: ReadOptions,
  ): Promise<Conversation | NotModified> {
    return this.client.record<Conversation>(
      { id: 'getConversation', method: 'GET', path: ['v1', 'conversations', conversationId], query: params },
      options,
    );
  }

  /**
   * Update a conversation.
   *
   * Changes only the fields that are sent. All status transitions are allowed. Emits
   * `conversation.updated`, plus `conversation.status_changed`, `conversation.team_changed`,
   * `conversation.snoozed`, `conversation.woken` and `conversation.assigned` where they apply. No
   * event is sent if the request changes nothing.
   *
   * Requires the scope `conversations:write`.
   *
   * Error codes besides those of all operations: `body_too_large`, `unsupported_media_type`,
   * `unsupported_encoding`, `insufficient_scope`, `not_found`, `idempotency_mismatch`,
   * `idempotency_in_progress`, `precondition_failed`, `invalid_parameter`, `read_only_parameter`,
   * `too_many_items`, `ambiguous_match`, `duplicate_value`, `missing_parameter`, `outcome_unknown`.
   */
  update(
    conversationId: string,
    change: Change<Conversation, UpdateConversationRequest>,
    options?: UpdateOptions,
  ): Promise<Conversation> {
    return this.client.change<Conversation, UpdateConversationRequest, Conversation>(
      { id: 'updateConversation', method: 'PATCH', path: ['v1', 'conversations', conversationId] },
      'getConversation',
      change,
      options,
    );
  }

  /**
   * Merge conversations.
   *
   * Merges other conversations into this one, which keeps its own values and gets their messages with
   * their files, their participants and tags, and their custom fields that it lacks. Lists, counts and
   * search have the merged conversations no more, and their ids lead to this conversation in reads and
   * writes, but not in its deletion; its `merged_from` names them. Can be undone for 30 days with
   * `POST /v1/conversations/{conversation_id}/unmerge`. All or nothing: one id that cannot be merged
   * changes nothing; one that was merged into it before is ignored. Emits `conversation.merged` for
   * each merged conversation and `conversation.updated` for this one. All have the same contact, and
   * the merged ones have at most 5000 messages together. What the contact answers to a mail of a
   * merged conversation, and what a connector receives for it, goes to this one. Linked tickets follow
   * within a second.
   *
   * Requires the scope `conversations:write`.
   *
   * Error codes besides those of all operations: `body_too_large`, `unsupported_media_type`,
   * `unsupported_encoding`, `insufficient_scope`, `not_found`, `idempotency_mismatch`,
   * `idempotency_in_progress`, `invalid_parameter`, `missing_parameter`, `too_many_items`,
   * `outcome_unknown`.
   */
  merge(
    conversationId: string,
    params: MergeConversationRequest,
    options?: WriteOptions,
  ): Promise<Conversation> {
    return this.client.record<Conversation>(
      {
        id: 'mergeConversation',
        method: 'POST',
        path: ['v1', 'conversations', conversationId, 'merge'],
        body: params,
      },
      options,
    );
  }

  /**
   * Split a conversation.
   *
   * Moves messages into a new open conversation of the same contact, with the same priority, inbox,
   * team, assignee and channel, without tags and custom fields. Files move with their messages. What
   * answers a mail among them goes to the new conversation within a second, unless it is sent to a
   * reply address of this one. Emits `conversation.created` for it, and `conversation.split` and
   * `conversation.updated` for this one.
   *
   * Requires the scope `conversations:write`.
   *
   * Error codes besides those of all operations: `body_too_large`, `unsupported_media_type`,
   * `unsupported_encoding`, `insufficient_scope`, `not_found`, `idempotency_mismatch`,
   * `idempotency_in_progress`, `invalid_parameter`, `read_only_parameter`, `missing_parameter`,
   * `too_many_items`, `outcome_unknown`.
   */
  split(
    conversationId: string,
    params: SplitConversationRequest,
    options?: WriteOptions,
  ): Promise<Conversation> {
    return this.client.record<Conversation>(
      {
        id: 'splitConversation',
        method: 'POST',
        path: ['v1', 'conversations', conversationId, 'split'],
        body: params,
      },
      options,
    );
  }

  /**
   * Undo a merge of conversations.
   *
   * Gives conversations back that were merged into this one within the last 30 days, each with the
   * values that it had, with the messages that it brought and that were not moved since; participants
   * stay in both. One that is a conversation of its own is ignored. What it brought is taken from this
   * conversation, unless it was changed since; what came after the merge stays here. References to
   * records that were deleted since are null, and so is the assignee of open work who was deactivated.
   * Emits `conversation.unmerged` for each and `conversation.updated` for this conversation.
   *
   * Requires the scope `conversations:write`.
   *
   * Error codes besides those of all operations: `body_too_large`, `unsupported_media_type`,
   * `unsupported_encoding`, `insufficient_scope`, `not_found`, `idempotency_mismatch`,
   * `idempotency_in_progress`, `invalid_parameter`, `missing_parameter`, `too_many_items`,
   * `outcome_unknown`.
   */
  unmerge(
    conversationId: string,
    params: UnmergeConversationRequest,
    options?: WriteOptions,
  ): Promise<Conversation> {
    return this.client.record<Conversation>(
      {
        id: 'unmergeConversation',
        method: 'POST',
        path: ['v1', 'conversations', conversationId, 'unmerge'],
        body: params,
      },
      options,
    );
  }

  /**
   * Report presence in a conversation.
   *
   * Says for 15 seconds that the user of the credential reads the conversation or writes in it. Event
   * streams with `presence=true` tell it; nothing else does, and no event is logged. A client repeats
   * it every 10 seconds while it lasts.
   *
   * Requires the scope `conversations:read`.
   *
   * Error codes besides those of all operations: `body_too_large`, `unsupported_media_type`,
   * `unsupported_encoding`, `insufficient_scope`, `not_found`, `idempotency_mismatch`,
   * `idempotency_in_progress`, `invalid_parameter`, `missing_parameter`, `outcome_unknown`.
   */
  presence(conversationId: string, params: ReportPresenceRequest, options?: WriteOptions): Promise<Presence> {
    return this.client.record<Presence>(
      {
        id: 'reportPresence',
        method: 'POST',
        path: ['v1', 'conversations', conversationId, 'presence'],
        body: params,
      },
      options,
    );
  }
}
