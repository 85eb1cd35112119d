// Generated from the AsyncAPI document by `npm run sdks`. Do not edit.
// Document 0.1.0, SHA-256 0b76e9305893f22d68e5dfeac702e619b4e1178d1792f8b50dcd1e8bfd3b93d7
import type {
  Connection,
  ConnectionDeletedData,
  Contact,
  ContactDeletedData,
  ContactForm,
  ContactFormDeletedData,
  Conversation,
  ConversationDeletedData,
  ConversationMergedData,
  ConversationSplitData,
  ConversationTagsChangedData,
  GrantExpiredData,
  GrantRevokedData,
  InboxCreatedData,
  InboxDeletedData,
  InboxRenamedData,
  InboxTeamChangedData,
  IncomingMail,
  Macro,
  MacroDeletedData,
  Mailbox,
  MailboxDeletedData,
  Message,
  MessageSendRequestedData,
  OutgoingMailUpdatedData,
  PatExpiredData,
  PatRevokedData,
  Tag,
  Team,
  TeamDeletedData,
  TeamMemberAddedData,
  TeamMemberRemovedData,
  Ticket,
  TicketConversationLinkedData,
  TicketDeletedData,
  TicketMergedData,
  TicketTagsChangedData,
  UploadedFile,
  User,
  View,
  ViewDeletedData,
  Webhook,
  WebhookDeletedData,
} from './records.ts';

/** What every event has: CloudEvents 1.0. */
export interface CloudEvent<Type extends string, Data> {
  /** Version of CloudEvents */
  specversion: '1.0';
  /** Id of the event, the same in every copy and in webhooks. Use it to deduplicate events */
  id: string;
  /** Workspace and service that the event comes from */
  source: string;
  /** Id of the record that the event is about */
  subject: string;
  /** Time of the event */
  time: string;
  /** Time of the event by the clock of the database, just before the commit */
  recordedtime: string;
  /** Media type of `data` */
  datacontenttype: 'application/json';
  /** Name and version of the schema of `data` */
  dataschema: string;
  /** Events with the same key are ordered: id of the record, or of the workspace for tags */
  partitionkey: string;
  /** Increases with every event of a record; compare as text */
  sequence: string;
  /** Id of the workspace */
  workspaceid: string;
  /** Type of the actor that caused the event (`user`, `api_key`, `system`, `assignment`) */
  actortype: 'user' | 'api_key' | 'system' | 'assignment' | (string & {});
  /** Id of the request that caused the event: `X-Request-Id` of its response */
  requestid: string;
  /** Id of the user or API key; absent for the system */
  actorid?: string;
  /** Id of the credential that caused the event; absent for the system */
  credentialid?: string;
  /** Type of that credential (`api_key`, `personal_access_token`, `oauth_access_token`, `session`) */
  credentialtype?: 'api_key' | 'personal_access_token' | 'oauth_access_token' | 'session' | (string & {});
  /** Id of the OAuth app that the credential was issued to; absent for others */
  appid?: string;
  /** W3C trace context of the request that caused the event */
  traceparent?: string;
  /** W3C trace state of the request that caused the event, as its caller sent it */
  tracestate?: string;
  /** Event type, also the routing key */
  type: Type;
  data: Data;
}

/** A connection was created. */
export interface ConnectionCreated extends CloudEvent<'connection.created', Connection> {
  /** Mode of the data: `live` or `test` */
  mode: 'live' | 'test' | (string & {});
}

/** A connection was deleted; `data` contains only its id. */
export interface ConnectionDeleted extends CloudEvent<'connection.deleted', ConnectionDeletedData> {
  /** Mode of the data: `live` or `test` */
  mode: 'live' | 'test' | (string & {});
}

/** A connection was updated. */
export interface ConnectionUpdated extends CloudEvent<'connection.updated', Connection> {
  /** Mode of the data: `live` or `test` */
  mode: 'live' | 'test' | (string & {});
  /** Previous values of the changed fields, as a JSON object in a string */
  previous?: string;
}

/** A contact was created. */
export interface ContactCreated extends CloudEvent<'contact.created', Contact> {
  /** Mode of the data: `live` or `test` */
  mode: 'live' | 'test' | (string & {});
}

/** A contact was deleted; `data` contains only its id. */
export interface ContactDeleted extends CloudEvent<'contact.deleted', ContactDeletedData> {
  /** Mode of the data: `live` or `test` */
  mode: 'live' | 'test' | (string & {});
}

/** A contact was updated; `previous` contains the old values. */
export interface ContactUpdated extends CloudEvent<'contact.updated', Contact> {
  /** Mode of the data: `live` or `test` */
  mode: 'live' | 'test' | (string & {});
  /** Previous values of the changed fields, as a JSON object in a string */
  previous?: string;
}

/** A contact form was created. */
export interface ContactFormCreated extends CloudEvent<'contact_form.created', ContactForm> {
  /** Mode of the data: `live` or `test` */
  mode: 'live' | 'test' | (string & {});
}

/** A contact form was deleted; `data` contains only its id. */
export interface ContactFormDeleted extends CloudEvent<'contact_form.deleted', ContactFormDeletedData> {
  /** Mode of the data: `live` or `test` */
  mode: 'live' | 'test' | (string & {});
}

/** A contact form was updated. */
export interface ContactFormUpdated extends CloudEvent<'contact_form.updated', ContactForm> {
  /** Mode of the data: `live` or `test` */
  mode: 'live' | 'test' | (string & {});
  /** Previous values of the changed fields, as a JSON object in a string */
  previous?: string;
}

/** The assignee of a conversation changed; `previous` contains the old values. */
export interface ConversationAssigned extends CloudEvent<'conversation.assigned', Conversation> {
  /** Mode of the data: `live` or `test` */
  mode: 'live' | 'test' | (string & {});
  /** Previous values of the changed fields, as a JSON object in a string */
  previous?: string;
}

/** A conversation was created. */
export interface ConversationCreated extends CloudEvent<'conversation.created', Conversation> {
  /** Mode of the data: `live` or `test` */
  mode: 'live' | 'test' | (string & {});
}

/** A conversation and its messages were deleted; `data` contains only its id. */
export interface ConversationDeleted extends CloudEvent<'conversation.deleted', ConversationDeletedData> {
  /** Mode of the data: `live` or `test` */
  mode: 'live' | 'test' | (string & {});
}

/**
 * A conversation was merged into another one, which has its messages and answers for it; `data` contains
 * both ids.
 */
export interface ConversationMerged extends CloudEvent<'conversation.merged', ConversationMergedData> {
  /** Mode of the data: `live` or `test` */
  mode: 'live' | 'test' | (string & {});
}

/** A conversation was snoozed, or its snooze got another end; `previous` contains the old values. */
export interface ConversationSnoozed extends CloudEvent<'conversation.snoozed', Conversation> {
  /** Mode of the data: `live` or `test` */
  mode: 'live' | 'test' | (string & {});
  /** Previous values of the changed fields, as a JSON object in a string */
  previous?: string;
}

/** Messages of a conversation were moved into a new one; `data` contains their ids. */
export interface ConversationSplit extends CloudEvent<'conversation.split', ConversationSplitData> {
  /** Mode of the data: `live` or `test` */
  mode: 'live' | 'test' | (string & {});
}

/** The status of a conversation changed; `previous` contains the old values. */
export interface ConversationStatusChanged extends CloudEvent<'conversation.status_changed', Conversation> {
  /** Mode of the data: `live` or `test` */
  mode: 'live' | 'test' | (string & {});
  /** Previous values of the changed fields, as a JSON object in a string */
  previous?: string;
}

/** A tag of the conversation was renamed or deleted. */
export interface ConversationTagsChanged extends CloudEvent<
  'conversation.tags_changed',
  ConversationTagsChangedData
> {
  /** Mode of the data: `live` or `test` */
  mode: 'live' | 'test' | (string & {});
}

/** A conversation was given to another team, or to none; `previous` contains the old values. */
export interface ConversationTeamChanged extends CloudEvent<'conversation.team_changed', Conversation> {
  /** Mode of the data: `live` or `test` */
  mode: 'live' | 'test' | (string & {});
  /** Previous values of the changed fields, as a JSON object in a string */
  previous?: string;
}

/**
 * A conversation that had been merged into another one is a conversation of its own again, with its
 * messages.
 */
export interface ConversationUnmerged extends CloudEvent<'conversation.unmerged', Conversation> {
  /** Mode of the data: `live` or `test` */
  mode: 'live' | 'test' | (string & {});
}

/** A conversation was updated; `previous` contains the old values. */
export interface ConversationUpdated extends CloudEvent<'conversation.updated', Conversation> {
  /** Mode of the data: `live` or `test` */
  mode: 'live' | 'test' | (string & {});
  /** Previous values of the changed fields, as a JSON object in a string */
  previous?: string;
}

/**
 * The snooze of a conversation has ended: its time came, the contact wrote, or somebody ended it; `previous`
 * contains the old values.
 */
export interface ConversationWoken extends CloudEvent<'conversation.woken', Conversation> {
  /** Mode of the data: `live` or `test` */
  mode: 'live' | 'test' | (string & {});
  /** Previous values of the changed fields, as a JSON object in a string */
  previous?: string;
}

/** A file was uploaded, alone or with a message. */
export interface FileCreated extends CloudEvent<'file.created', UploadedFile> {
  /** Mode of the data: `live` or `test` */
  mode: 'live' | 'test' | (string & {});
}

/** A file was deleted; `data` contains it as it was, without `url`. */
export interface FileDeleted extends CloudEvent<'file.deleted', UploadedFile> {
  /** Mode of the data: `live` or `test` */
  mode: 'live' | 'test' | (string & {});
}

/** A grant of a user to an app expired. */
export type GrantExpired = CloudEvent<'grant.expired', GrantExpiredData>;

/** A grant of a user to an app was revoked. */
export type GrantRevoked = CloudEvent<'grant.revoked', GrantRevokedData>;

/** An inbox was created; `data` contains its id and its name. */
export type InboxCreated = CloudEvent<'inbox.created', InboxCreatedData>;

/** An inbox was deleted; `data` contains only its id. */
export type InboxDeleted = CloudEvent<'inbox.deleted', InboxDeletedData>;

/** An inbox was renamed; `data` contains its id and its new name. */
export type InboxRenamed = CloudEvent<'inbox.renamed', InboxRenamedData>;

/** An inbox was given to another team, or to none; `data` contains its id and the id of the team. */
export interface InboxTeamChanged extends CloudEvent<'inbox.team_changed', InboxTeamChangedData> {
  /** Previous values of the changed fields, as a JSON object in a string */
  previous?: string;
}

/** A mail was held back: `reason` says why. Release or discard it. */
export interface IncomingMailQuarantined extends CloudEvent<'incoming_mail.quarantined', IncomingMail> {
  /** Mode of the data: `live` or `test` */
  mode: 'live' | 'test' | (string & {});
}

/** A macro was created. */
export interface MacroCreated extends CloudEvent<'macro.created', Macro> {
  /** Mode of the data: `live` or `test` */
  mode: 'live' | 'test' | (string & {});
}

/** A macro was deleted; `data` contains only its id and who saw it. */
export interface MacroDeleted extends CloudEvent<'macro.deleted', MacroDeletedData> {
  /** Mode of the data: `live` or `test` */
  mode: 'live' | 'test' | (string & {});
}

/** A macro was updated. */
export interface MacroUpdated extends CloudEvent<'macro.updated', Macro> {
  /** Mode of the data: `live` or `test` */
  mode: 'live' | 'test' | (string & {});
  /** Previous values of the changed fields, as a JSON object in a string */
  previous?: string;
}

/** A mailbox was created or works again. */
export interface MailboxConnected extends CloudEvent<'mailbox.connected', Mailbox> {
  /** Mode of the data: `live` or `test` */
  mode: 'live' | 'test' | (string & {});
}

/** A mailbox was created. */
export interface MailboxCreated extends CloudEvent<'mailbox.created', Mailbox> {
  /** Mode of the data: `live` or `test` */
  mode: 'live' | 'test' | (string & {});
}

/** A mailbox was deleted; `data` contains only its id. */
export interface MailboxDeleted extends CloudEvent<'mailbox.deleted', MailboxDeletedData> {
  /** Mode of the data: `live` or `test` */
  mode: 'live' | 'test' | (string & {});
}

/**
 * A mailbox cannot send, and its mails wait; or the mails that arrive cannot be fetched. `status_reason`
 * says which, and why.
 */
export interface MailboxDisconnected extends CloudEvent<'mailbox.disconnected', Mailbox> {
  /** Mode of the data: `live` or `test` */
  mode: 'live' | 'test' | (string & {});
}

/** A mailbox was updated. */
export interface MailboxUpdated extends CloudEvent<'mailbox.updated', Mailbox> {
  /** Mode of the data: `live` or `test` */
  mode: 'live' | 'test' | (string & {});
  /** Previous values of the changed fields, as a JSON object in a string */
  previous?: string;
}

/** A message was created; check `type` to tell internal notes apart. */
export interface MessageCreated extends CloudEvent<'message.created', Message> {
  /** Mode of the data: `live` or `test` */
  mode: 'live' | 'test' | (string & {});
}

/** The sending of a message has made progress; `previous` contains the former `delivery`. */
export interface MessageDeliveryUpdated extends CloudEvent<'message.delivery_updated', Message> {
  /** Mode of the data: `live` or `test` */
  mode: 'live' | 'test' | (string & {});
  /** Previous values of the changed fields, as a JSON object in a string */
  previous?: string;
}

/** The text and the attachments of a message were removed; `data` contains the message without them. */
export interface MessageRedacted extends CloudEvent<'message.redacted', Message> {
  /** Mode of the data: `live` or `test` */
  mode: 'live' | 'test' | (string & {});
}

/** A message is to leave through a mailbox. */
export interface MessageSendRequested extends CloudEvent<'message.send_requested', MessageSendRequestedData> {
  /** Mode of the data: `live` or `test` */
  mode: 'live' | 'test' | (string & {});
}

/** The text of an internal note was changed; `previous` contains the former one. */
export interface MessageUpdated extends CloudEvent<'message.updated', Message> {
  /** Mode of the data: `live` or `test` */
  mode: 'live' | 'test' | (string & {});
  /** Previous values of the changed fields, as a JSON object in a string */
  previous?: string;
}

/** The sending of a message by mail has made progress. */
export interface OutgoingMailUpdated extends CloudEvent<'outgoing_mail.updated', OutgoingMailUpdatedData> {
  /** Mode of the data: `live` or `test` */
  mode: 'live' | 'test' | (string & {});
  /** Previous values of the changed fields, as a JSON object in a string */
  previous?: string;
}

/** A personal access token expired. */
export type PatExpired = CloudEvent<'pat.expired', PatExpiredData>;

/** A personal access token was revoked. */
export type PatRevoked = CloudEvent<'pat.revoked', PatRevokedData>;

/** A tag was created. */
export interface TagCreated extends CloudEvent<'tag.created', Tag> {
  /** Mode of the data: `live` or `test` */
  mode: 'live' | 'test' | (string & {});
}

/**
 * A tag was deleted; `data` contains its last state. It is removed from conversations and tickets without
 * events of their own.
 */
export interface TagDeleted extends CloudEvent<'tag.deleted', Tag> {
  /** Mode of the data: `live` or `test` */
  mode: 'live' | 'test' | (string & {});
}

/**
 * A tag was renamed or recolored; `previous` contains the old values. Conversations and tickets with the tag
 * follow without events of their own.
 */
export interface TagUpdated extends CloudEvent<'tag.updated', Tag> {
  /** Mode of the data: `live` or `test` */
  mode: 'live' | 'test' | (string & {});
  /** Previous values of the changed fields, as a JSON object in a string */
  previous?: string;
}

/** A team was created. */
export type TeamCreated = CloudEvent<'team.created', Team>;

/** A team was deleted; `data` contains only its id. */
export type TeamDeleted = CloudEvent<'team.deleted', TeamDeletedData>;

/** A user joined a team. */
export type TeamMemberAdded = CloudEvent<'team.member_added', TeamMemberAddedData>;

/** A user left a team. */
export type TeamMemberRemoved = CloudEvent<'team.member_removed', TeamMemberRemovedData>;

/** A team was updated. */
export interface TeamUpdated extends CloudEvent<'team.updated', Team> {
  /** Previous values of the changed fields, as a JSON object in a string */
  previous?: string;
}

/** The assignee of a ticket changed; `previous` contains the old values. */
export interface TicketAssigned extends CloudEvent<'ticket.assigned', Ticket> {
  /** Mode of the data: `live` or `test` */
  mode: 'live' | 'test' | (string & {});
  /** Previous values of the changed fields, as a JSON object in a string */
  previous?: string;
}

/** A conversation was linked to a ticket. */
export interface TicketConversationLinked extends CloudEvent<
  'ticket.conversation_linked',
  TicketConversationLinkedData
> {
  /** Mode of the data: `live` or `test` */
  mode: 'live' | 'test' | (string & {});
}

/** A ticket was created. */
export interface TicketCreated extends CloudEvent<'ticket.created', Ticket> {
  /** Mode of the data: `live` or `test` */
  mode: 'live' | 'test' | (string & {});
}

/** A ticket was deleted; `data` contains only its id. */
export interface TicketDeleted extends CloudEvent<'ticket.deleted', TicketDeletedData> {
  /** Mode of the data: `live` or `test` */
  mode: 'live' | 'test' | (string & {});
}

/** A ticket was merged into another one, which answers for it; `data` contains both ids. */
export interface TicketMerged extends CloudEvent<'ticket.merged', TicketMergedData> {
  /** Mode of the data: `live` or `test` */
  mode: 'live' | 'test' | (string & {});
}

/** The deadline for the first response has passed. */
export interface TicketSlaBreached extends CloudEvent<'ticket.sla_breached', Ticket> {
  /** Mode of the data: `live` or `test` */
  mode: 'live' | 'test' | (string & {});
  /** What is measured. `first_response`: the time until a user first replies. More metrics may follow */
  metric: 'first_response' | (string & {});
  /** Id of the SLA policy; null for the targets of the workspace */
  policyid?: string;
}

/** 75% of the target time for the first response has passed. */
export interface TicketSlaWarning extends CloudEvent<'ticket.sla_warning', Ticket> {
  /** Mode of the data: `live` or `test` */
  mode: 'live' | 'test' | (string & {});
  /** What is measured. `first_response`: the time until a user first replies. More metrics may follow */
  metric: 'first_response' | (string & {});
  /** Id of the SLA policy; null for the targets of the workspace */
  policyid?: string;
}

/** A ticket was snoozed, or its snooze got another end; `previous` contains the old values. */
export interface TicketSnoozed extends CloudEvent<'ticket.snoozed', Ticket> {
  /** Mode of the data: `live` or `test` */
  mode: 'live' | 'test' | (string & {});
  /** Previous values of the changed fields, as a JSON object in a string */
  previous?: string;
}

/** The status of a ticket changed; `previous` contains the old values. */
export interface TicketStatusChanged extends CloudEvent<'ticket.status_changed', Ticket> {
  /** Mode of the data: `live` or `test` */
  mode: 'live' | 'test' | (string & {});
  /** Previous values of the changed fields, as a JSON object in a string */
  previous?: string;
}

/** A tag of the ticket was renamed or deleted. */
export interface TicketTagsChanged extends CloudEvent<'ticket.tags_changed', TicketTagsChangedData> {
  /** Mode of the data: `live` or `test` */
  mode: 'live' | 'test' | (string & {});
}

/** A ticket was given to another team, or to none; `previous` contains the old values. */
export interface TicketTeamChanged extends CloudEvent<'ticket.team_changed', Ticket> {
  /** Mode of the data: `live` or `test` */
  mode: 'live' | 'test' | (string & {});
  /** Previous values of the changed fields, as a JSON object in a string */
  previous?: string;
}

/** A ticket that had been merged into another one is a ticket of its own again. */
export interface TicketUnmerged extends CloudEvent<'ticket.unmerged', Ticket> {
  /** Mode of the data: `live` or `test` */
  mode: 'live' | 'test' | (string & {});
}

/** A ticket was updated; `previous` contains the old values. */
export interface TicketUpdated extends CloudEvent<'ticket.updated', Ticket> {
  /** Mode of the data: `live` or `test` */
  mode: 'live' | 'test' | (string & {});
  /** Previous values of the changed fields, as a JSON object in a string */
  previous?: string;
}

/**
 * The snooze of a ticket has ended: its time came, the contact wrote, or somebody ended it; `previous`
 * contains the old values.
 */
export interface TicketWoken extends CloudEvent<'ticket.woken', Ticket> {
  /** Mode of the data: `live` or `test` */
  mode: 'live' | 'test' | (string & {});
  /** Previous values of the changed fields, as a JSON object in a string */
  previous?: string;
}

/** A user was created. */
export type UserCreated = CloudEvent<'user.created', User>;

/** A user was deactivated. */
export type UserDeactivated = CloudEvent<'user.deactivated', User>;

/** A user was updated. */
export interface UserUpdated extends CloudEvent<'user.updated', User> {
  /** Previous values of the changed fields, as a JSON object in a string */
  previous?: string;
}

/** A view was created. */
export interface ViewCreated extends CloudEvent<'view.created', View> {
  /** Mode of the data: `live` or `test` */
  mode: 'live' | 'test' | (string & {});
}

/** A view was deleted; `data` contains only its id and who saw it. */
export interface ViewDeleted extends CloudEvent<'view.deleted', ViewDeletedData> {
  /** Mode of the data: `live` or `test` */
  mode: 'live' | 'test' | (string & {});
}

/** A view was updated. */
export interface ViewUpdated extends CloudEvent<'view.updated', View> {
  /** Mode of the data: `live` or `test` */
  mode: 'live' | 'test' | (string & {});
  /** Previous values of the changed fields, as a JSON object in a string */
  previous?: string;
}

/** A webhook was created. */
export interface WebhookCreated extends CloudEvent<'webhook.created', Webhook> {
  /** Mode of the data: `live` or `test` */
  mode: 'live' | 'test' | (string & {});
}

/** A webhook was deleted. */
export interface WebhookDeleted extends CloudEvent<'webhook.deleted', WebhookDeletedData> {
  /** Mode of the data: `live` or `test` */
  mode: 'live' | 'test' | (string & {});
}

/** A webhook was disabled: its endpoint is gone or keeps failing, or its creator lost access. */
export interface WebhookDisabled extends CloudEvent<'webhook.disabled', Webhook> {
  /** Mode of the data: `live` or `test` */
  mode: 'live' | 'test' | (string & {});
}

/** The secret of a webhook was replaced. */
export interface WebhookSecretRotated extends CloudEvent<'webhook.secret_rotated', Webhook> {
  /** Mode of the data: `live` or `test` */
  mode: 'live' | 'test' | (string & {});
}

/** A webhook was updated. */
export interface WebhookUpdated extends CloudEvent<'webhook.updated', Webhook> {
  /** Mode of the data: `live` or `test` */
  mode: 'live' | 'test' | (string & {});
  /** Previous values of the changed fields, as a JSON object in a string */
  previous?: string;
}

/** Every event that the platform publishes, by its type. */
export interface EventsByType {
  'connection.created': ConnectionCreated;
  'connection.deleted': ConnectionDeleted;
  'connection.updated': ConnectionUpdated;
  'contact.created': ContactCreated;
  'contact.deleted': ContactDeleted;
  'contact.updated': ContactUpdated;
  'contact_form.created': ContactFormCreated;
  'contact_form.deleted': ContactFormDeleted;
  'contact_form.updated': ContactFormUpdated;
  'conversation.assigned': ConversationAssigned;
  'conversation.created': ConversationCreated;
  'conversation.deleted': ConversationDeleted;
  'conversation.merged': ConversationMerged;
  'conversation.snoozed': ConversationSnoozed;
  'conversation.split': ConversationSplit;
  'conversation.status_changed': ConversationStatusChanged;
  'conversation.tags_changed': ConversationTagsChanged;
  'conversation.team_changed': ConversationTeamChanged;
  'conversation.unmerged': ConversationUnmerged;
  'conversation.updated': ConversationUpdated;
  'conversation.woken': ConversationWoken;
  'file.created': FileCreated;
  'file.deleted': FileDeleted;
  'grant.expired': GrantExpired;
  'grant.revoked': GrantRevoked;
  'inbox.created': InboxCreated;
  'inbox.deleted': InboxDeleted;
  'inbox.renamed': InboxRenamed;
  'inbox.team_changed': InboxTeamChanged;
  'incoming_mail.quarantined': IncomingMailQuarantined;
  'macro.created': MacroCreated;
  'macro.deleted': MacroDeleted;
  'macro.updated': MacroUpdated;
  'mailbox.connected': MailboxConnected;
  'mailbox.created': MailboxCreated;
  'mailbox.deleted': MailboxDeleted;
  'mailbox.disconnected': MailboxDisconnected;
  'mailbox.updated': MailboxUpdated;
  'message.created': MessageCreated;
  'message.delivery_updated': MessageDeliveryUpdated;
  'message.redacted': MessageRedacted;
  'message.send_requested': MessageSendRequested;
  'message.updated': MessageUpdated;
  'outgoing_mail.updated': OutgoingMailUpdated;
  'pat.expired': PatExpired;
  'pat.revoked': PatRevoked;
  'tag.created': TagCreated;
  'tag.deleted': TagDeleted;
  'tag.updated': TagUpdated;
  'team.created': TeamCreated;
  'team.deleted': TeamDeleted;
  'team.member_added': TeamMemberAdded;
  'team.member_removed': TeamMemberRemoved;
  'team.updated': TeamUpdated;
  'ticket.assigned': TicketAssigned;
  'ticket.conversation_linked': TicketConversationLinked;
  'ticket.created': TicketCreated;
  'ticket.deleted': TicketDeleted;
  'ticket.merged': TicketMerged;
  'ticket.sla_breached': TicketSlaBreached;
  'ticket.sla_warning': TicketSlaWarning;
  'ticket.snoozed': TicketSnoozed;
  'ticket.status_changed': TicketStatusChanged;
  'ticket.tags_changed': TicketTagsChanged;
  'ticket.team_changed': TicketTeamChanged;
  'ticket.unmerged': TicketUnmerged;
  'ticket.updated': TicketUpdated;
  'ticket.woken': TicketWoken;
  'user.created': UserCreated;
  'user.deactivated': UserDeactivated;
  'user.updated': UserUpdated;
  'view.created': ViewCreated;
  'view.deleted': ViewDeleted;
  'view.updated': ViewUpdated;
  'webhook.created': WebhookCreated;
  'webhook.deleted': WebhookDeleted;
  'webhook.disabled': WebhookDisabled;
  'webhook.secret_rotated': WebhookSecretRotated;
  'webhook.updated': WebhookUpdated;
}
