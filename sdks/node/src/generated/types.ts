// Generated from the API document by `npm run sdks`. Do not edit.
/* oxlint-disable max-lines -- generated */
import type { Extensible } from '../core/extensible.ts';
import type { FileInput } from '../core/file-input.ts';

export interface ActorCredential {
  /**
   * Id of the API key or personal access token, of the grant of an OAuth access token, or of the
   * session of a signed-in user
   */
  id: string;
  type: Extensible<CredentialType>;
  /** Id of the OAuth app that it was issued to, or null */
  app_id: string | null;
}

export type ActorType = 'user' | 'api_key' | 'system' | 'assignment';

export interface AddConversationFollowerRequest {
  /** Id of an active user of the workspace; by default the user of the credential */
  user_id?: string | undefined;
}

export interface AddTeamMemberRequest {
  /** Id of the user */
  user_id: string;
}

export interface AddTicketFollowerRequest {
  /** Id of an active user of the workspace; by default the user of the credential */
  user_id?: string | undefined;
}

/**
 * What becomes of a mail at its server once it is stored here. `leave`: it stays as it is, unread if
 * it was; `delete`: it is deleted there, which only `imap_smtp` does
 */
export type AfterReceiving = 'leave' | 'delete';

export interface ApplyMacroRequest {
  /** Id of the conversation to apply it to; required without `ticket_id` */
  conversation_id?: string | null | undefined;
  /** Id of the ticket to apply it to; required without `conversation_id` */
  ticket_id?: string | null | undefined;
  /** Whether to answer what would happen, and change nothing */
  preview?: boolean | undefined;
}

/** The user assigned to a record */
export interface Assignee {
  /** Id of the user */
  id: string;
  /** Full name of the user */
  name: string;
}

/** How the open records of a team are assigned */
export interface Assignment {
  /**
   * Who gets the next record of the team: nobody by itself (`manual`), each available member in turn
   * (`round_robin`), or the one with the fewest open records
   */
  mode: Extensible<AssignmentMode>;
  /**
   * Number of open records from which on a member is assigned no more by this team; null without a
   * limit
   */
  max_open_per_user: number | null;
}

/**
 * Who gets the next record of the team: nobody by itself (`manual`), each available member in turn
 * (`round_robin`), or the one with the fewest open records (`least_loaded`)
 */
export type AssignmentMode = 'manual' | 'round_robin' | 'least_loaded';

/** A file of a message, as it was attached */
export interface Attachment {
  /** Id of the attachment */
  id: string;
  /** Id of the file */
  file_id: string;
  /** File name */
  name: string;
  /** Size in bytes */
  size: number;
  /** Media type, determined from the content */
  mime_type: string;
  /** Signed, expiring download URL, issued anew at every read; null once the file is deleted */
  url: string | null;
  /** Time at which the file was deleted, or null */
  deleted_at: string | null;
}

/** Type of the author */
export type AuthorType = 'contact' | 'user';

/** Whether a user takes records, and how many */
export interface Availability {
  /**
   * Whether a user takes records: only one who is `online` is assigned records by their teams. It
   * stays until it is changed: a closed browser does not end it
   */
  status: Extensible<AvailabilityStatus>;
  /**
   * Time at which the status ends: a user who is `away` or `offline` is `online` from then on, one who
   * is `online` is `offline`; null without an end
   */
  until: string | null;
  /**
   * Number of open records from which on the user is assigned no more, in all teams; null for the
   * limits of the teams alone
   */
  capacity: number | null;
}

/**
 * Whether a user takes records: only one who is `online` is assigned records by their teams. It stays
 * until it is changed: a closed browser does not end it
 */
export type AvailabilityStatus = 'online' | 'away' | 'offline';

/** The reason why a record could not be updated */
export interface BulkError {
  /** Error type */
  type: Extensible<ErrorType>;
  /** Error code */
  code: Extensible<ErrorCode>;
  /** Human-readable message */
  message: string;
  /** Path of the invalid parameter */
  param?: string;
}

/** Result of a bulk update for one record */
export interface BulkItem {
  /** Id, as sent */
  id: string;
  /** Result for this record */
  status: Extensible<BulkItemStatus>;
  /** The reason why a record could not be updated */
  error?: BulkError;
}

export type BulkItemStatus = 'updated' | 'unchanged' | 'failed';

/** Counts of a bulk update */
export interface BulkMeta {
  /** Number of different ids in the request */
  total: number;
  /** Number of records that now match the update, unchanged ones included */
  succeeded: number;
  /** Number of records that could not be updated */
  failed: number;
}

export interface BulkUpdateContactsRequest {
  /** Ids of the records to update, 1 to 100 different ones; of 1000 at most, duplicates are ignored */
  ids: string[];
  /** Fields to change in every record */
  update: ContactBulkUpdate;
}

export interface BulkUpdateConversationsRequest {
  /** Ids of the records to update, 1 to 100 different ones; of 1000 at most, duplicates are ignored */
  ids: string[];
  /** Fields to change in every record */
  update: BulkUpdateConversationsRequestUpdate;
}

/** Fields to change in every record */
export interface BulkUpdateConversationsRequestUpdate {
  /** Subject line; an empty one is null */
  subject?: string | null | undefined;
  /** Id of the conversation in an external system, unique in the workspace and mode, or null */
  external_id?: string | null | undefined;
  /** Priority */
  priority?: Priority | undefined;
  /** Id of the inbox, or null */
  inbox_id?: string | null | undefined;
  /** Id of the mailbox through which replies leave, or null */
  mailbox_id?: string | null | undefined;
  /** Id of the connection through which replies leave, or null */
  connection_id?: string | null | undefined;
  /** Names of the tags (case-insensitive), at most 50 */
  tags?: string[] | undefined;
  /** Id of an active user of the workspace, or null to unassign */
  assignee_id?: string | null | undefined;
  /** Id of a team of the workspace, or null */
  team_id?: string | null | undefined;
  /**
   * Snoozes an open or pending record until a time within a year, or wakes it (null). Resolving or
   * closing it ends the snooze
   */
  snoozed_until?: string | null | undefined;
  /**
   * Whether a message of the contact ends the snooze (default true); one that a program wrote for it
   * does not. Only a snoozed record may have `false`
   */
  wake_on_reply?: boolean | undefined;
  /**
   * Custom key-value pairs to merge by key; null removes a key. At most 100 keys and 16 KiB as JSON;
   * integers of at most 2^53 - 1, which JSON libraries keep
   */
  custom_fields?: CustomFieldsPatch | undefined;
  /** Current status of the conversation */
  status?: ConversationStatus | undefined;
  /** Names of tags to add */
  add_tags?: string[] | undefined;
  /** Names of tags to remove (case-insensitive) */
  remove_tags?: string[] | undefined;
}

export interface BulkUpdateTicketsRequest {
  /** Ids of the records to update, 1 to 100 different ones; of 1000 at most, duplicates are ignored */
  ids: string[];
  /** Fields to change in every record */
  update: TicketBulkUpdate;
}

/** A webhook, with its secret if the request set it */
export interface ChangedWebhook {
  /** Id of the webhook */
  id: string;
  /** URL of the endpoint (http or https) that receives POST requests */
  url: string;
  /** Note about the purpose of the webhook, or null */
  description: string | null;
  /**
   * Maximum delivery attempts per second, retries included; null means unlimited. Unused capacity of
   * one second can be used as a burst
   */
  rate_limit: number | null;
  /**
   * Conditions on the record of an event, or null
   *
   * Servers before the next release do not send it.
   */
  filter?: RecordFilter | null;
  /** Event types, prefixes like `ticket.*`, or `*` */
  events: string[];
  /** Version of the API whose form `data` has */
  api_version: 'v1';
  /** Status of the webhook; nothing is delivered while it is disabled */
  status: Extensible<WebhookStatus>;
  /**
   * Reason for the `disabled` status. `gone`: the endpoint returned 410; `failing`: it kept failing;
   * `manual`: by request; `revoked`: the grant, personal access token or user that created it has
   * ended, or the user may not manage webhooks any more; null while enabled
   */
  disabled_reason: Extensible<WebhookDisabledReason> | null;
  /**
   * Credential or user that created the webhook, or null if it is unknown. The webhook is disabled
   * when a grant, personal access token or user ends, or the user may not manage webhooks any more;
   * webhooks of an API key stay, because keys belong to the workspace
   */
  created_by: WebhookCreator | null;
  /** Last four characters of the secret, or null if it has less than 16 characters */
  secret_last4: string | null;
  /** Time of the last successful delivery, or null */
  last_delivery_at: string | null;
  /** Time of creation */
  created_at: string;
  /** Time of the last change */
  updated_at: string;
  /** Secret, as sent or generated */
  secret?: string;
  /** Signing secret in the format of Standard Webhooks libraries: `whsec_` and the base64 of the key */
  signing_secret?: string;
}

/** Channel through which the contact writes */
export type Channel = 'email' | 'chat' | 'form' | 'api';

/** A channel that a connector of yours attaches */
export interface Connection {
  /** Id of the connection */
  id: string;
  /** Display name */
  name: string;
  /** Id of the inbox of its new conversations, or null */
  inbox_id: string | null;
  /** The channel that the connector attaches; `custom` for any other */
  type: Extensible<ConnectionType>;
  /** Time of creation */
  created_at: string;
  /** Time of the last change */
  updated_at: string;
}

/** The channel that the connector attaches; `custom` for any other */
export type ConnectionType =
  | 'custom'
  | 'sms'
  | 'whatsapp'
  | 'messenger'
  | 'instagram'
  | 'telegram'
  | 'line'
  | 'chat';

/** A person who communicates with the workspace */
export interface Contact {
  /** Id of the contact */
  id: string;
  /** E-mail address, unique in the workspace (case-insensitive) */
  email: string | null;
  /** Full name */
  name: string | null;
  /** Phone number, as it was given */
  phone: string | null;
  /** Id of the contact in an external system, unique in the workspace and mode, or null */
  external_id: string | null;
  /** Company name */
  company: string | null;
  /**
   * The phone number in the format of E.164, or null if it is none or has an extension. A national
   * number is one of the country that the workspace had when it was written
   */
  phone_e164: string | null;
  /** Custom key-value pairs; values are strings, numbers, booleans or arrays of them */
  custom_fields: CustomFields;
  /** Time of creation */
  created_at: string;
  /** Time of the last change */
  updated_at: string;
}

/** Fields to change in every record */
export interface ContactBulkUpdate {
  /** E-mail address, unique in the workspace (case-insensitive) */
  email?: string | null | undefined;
  /** Full name; an empty one is null */
  name?: string | null | undefined;
  /** Phone number, as it was given */
  phone?: string | null | undefined;
  /** Id of the contact in an external system, unique in the workspace and mode, or null */
  external_id?: string | null | undefined;
  /** Company name */
  company?: string | null | undefined;
  /**
   * Custom key-value pairs to merge by key; null removes a key. At most 100 keys and 16 KiB as JSON;
   * integers of at most 2^53 - 1, which JSON libraries keep
   */
  custom_fields?: CustomFieldsPatch | undefined;
}

/** The deleted contact */
export interface ContactDeletedEventData {
  /** Id of the contact */
  id: string;
}

/** A contact form of a web site */
export interface ContactForm {
  /** Id of the contact form */
  id: string;
  /** Display name; mails that ask for a confirmation show it */
  name: string;
  /** What names the form in its URL; public, but not to be guessed */
  key: string;
  /** Address to which the form is sent */
  url: string;
  /**
   * Origins of the pages that have the form; a submission from a page of another one, or that tells
   * none, is refused. Empty allows all
   */
  allowed_origins: string[];
  /** URL of the page that browsers are sent to once the message is received, or null for a plain page */
  redirect_url: string | null;
  /** Id of the inbox of its conversations, or null */
  inbox_id: string | null;
  /** Id of the mailbox through which replies leave, or null: then replies are recorded, not sent */
  mailbox_id: string | null;
  /** Names of the tags */
  tags: string[];
  /**
   * Whether a message waits until its sender confirms its address by a link that is mailed to it.
   * Without it, anybody can write in the name of anybody. In live mode it needs a mailbox of the
   * installation
   */
  confirmation: boolean;
  /** Time of creation */
  created_at: string;
  /** Time of the last change */
  updated_at: string;
}

/**
 * A contact by `id`, `external_id`, `email` or `phone`, of which the first that is given decides.
 * Beside an `id`, the others must be those of the same contact. If nobody has the external id, the
 * contact is found by the e-mail address; a phone number that several contacts have is that of the
 * oldest. What is null, empty or blank is not given
 */
export interface ContactReference {
  /** Id of an existing contact */
  id?: string | null | undefined;
  /** E-mail address of the contact */
  email?: string | null | undefined;
  /** Id of the contact in an external system */
  external_id?: string | null | undefined;
  /**
   * Phone number of the contact, in any grouping; beside another identifier, that of a contact to be
   * created
   */
  phone?: string | null | undefined;
  /** Full name, used if a new contact is created; an empty one is none */
  name?: string | null | undefined;
}

/** The contact of a record */
export interface ContactSummary {
  /** Id of the contact */
  id: string;
  /** Full name of the contact */
  name: string | null;
  /** E-mail address of the contact */
  email: string | null;
  /** Phone number of the contact, as it was given */
  phone: string | null;
}

/** A conversation with a contact; its messages are listed separately */
export interface Conversation {
  /** Id of the conversation */
  id: string;
  /**
   * Number by which people name the record, unique in its workspace and mode; later records have
   * higher ones, and some are left out
   *
   * Servers before the next release do not send it.
   */
  number?: number | null;
  /** Subject line, or null */
  subject: string | null;
  /** Id of the conversation in an external system, unique in the workspace and mode, or null */
  external_id: string | null;
  /** Priority */
  priority: Extensible<Priority>;
  /** Id of the inbox, or null */
  inbox_id: string | null;
  /** Current status of the conversation */
  status: Extensible<ConversationStatus>;
  /** Channel through which the contact writes */
  channel: Extensible<Channel>;
  /** The user assigned to the conversation, or null */
  assignee: Assignee | null;
  /**
   * Time at which its snooze ends; null unless snoozed
   *
   * Servers before the next release do not send it.
   */
  snoozed_until?: string | null;
  /**
   * Whether a message of the contact ends the snooze; one that a program wrote for it does not
   *
   * Servers before the next release do not send it.
   */
  wake_on_reply?: boolean | null;
  /**
   * The team that the conversation belongs to, or null
   *
   * Servers before the next release do not send it.
   */
  team?: TeamSummary | null;
  /** The contact of the conversation */
  contact: ContactSummary;
  /** Id of the mailbox through which replies leave, or null */
  mailbox_id: string | null;
  /** Id of the connection through which replies leave, or null */
  connection_id: string | null;
  /**
   * Addresses beside that of the contact that a message was sent to by mail, in `to` or `cc`; of more
   * than 100, the latest
   *
   * Servers before the next release do not send it.
   */
  participants?: MailAddress[] | null;
  /** Names of the tags */
  tags: string[];
  /** Custom key-value pairs; values are strings, numbers, booleans or arrays of them */
  custom_fields: CustomFields;
  /**
   * Ids of the conversations that were merged into it, at most 500; their ids lead to this
   * conversation
   *
   * Servers before the next release do not send it.
   */
  merged_from?: string[] | null;
  /** Time of the last message, notes included; null if there is none */
  last_message_at: string | null;
  /** Who wrote the last message: `user` or `contact`; null if there is none */
  last_message_by: Extensible<AuthorType> | null;
  /** Number of messages, notes included */
  messages_count: number;
  /**
   * Time of the first message of the contact that no reply of a user followed; null unless the contact
   * waits. Notes do not count as replies
   */
  waiting_since: string | null;
  /** Time at which it was closed; null unless closed */
  closed_at: string | null;
  /** Time of creation */
  created_at: string;
  /** Time of the last change */
  updated_at: string;
}

/** The deleted conversation */
export interface ConversationDeletedEventData {
  /** Id of the conversation */
  id: string;
}

/** Record to return beside it */
export type ConversationInclude = 'contact' | 'last_message' | 'assignee';

/** The merged conversation */
export interface ConversationMergedEventData {
  /** Id of the conversation */
  id: string;
  /** Id of the conversation that it was merged into */
  merged_into: string;
}

/** The conversation that the messages were in */
export interface ConversationSplitEventData {
  /** Id of the conversation */
  id: string;
  /** Id of the new conversation */
  split_into: string;
  /** Ids of the messages that were moved */
  message_ids: string[];
}

/** Current status of the conversation */
export type ConversationStatus = 'open' | 'pending' | 'closed';

export type CountRelation = 'eq' | 'gte';

export interface CreateConnectionRequest {
  /** Display name */
  name: string;
  /** Id of the inbox of its new conversations, or null */
  inbox_id?: string | null | undefined;
  /** The channel that the connector attaches; `custom` for any other */
  type?: ConnectionType | undefined;
}

export interface CreateContactFormRequest {
  /** Display name; mails that ask for a confirmation show it */
  name: string;
  /**
   * Origins of the pages that have the form; a submission from a page of another one, or that tells
   * none, is refused. Empty allows all
   */
  allowed_origins?: string[] | undefined;
  /** URL of the page that browsers are sent to once the message is received, or null for a plain page */
  redirect_url?: string | null | undefined;
  /** Id of the inbox of its conversations, or null */
  inbox_id?: string | null | undefined;
  /** Id of the mailbox through which replies leave, or null: then replies are recorded, not sent */
  mailbox_id?: string | null | undefined;
  /**
   * Whether a message waits until its sender confirms its address by a link that is mailed to it.
   * Without it, anybody can write in the name of anybody. In live mode it needs a mailbox of the
   * installation
   */
  confirmation?: boolean | undefined;
  /** Names of the tags of its conversations, at most 50 */
  tags?: string[] | undefined;
}

export interface CreateContactRequest {
  /** E-mail address, unique in the workspace (case-insensitive) */
  email?: string | null | undefined;
  /** Full name; an empty one is null */
  name?: string | null | undefined;
  /** Phone number, as it was given */
  phone?: string | null | undefined;
  /** Id of the contact in an external system, unique in the workspace and mode, or null */
  external_id?: string | null | undefined;
  /** Company name */
  company?: string | null | undefined;
  /** Empty by default */
  custom_fields?: CustomFieldsPatch | undefined;
}

export interface CreateConversationRequest {
  /**
   * The contact of the conversation, by id, `external_id`, e-mail address or phone number; created if
   * nobody has it
   */
  contact: ContactReference;
  /** Subject line; an empty one is null */
  subject?: string | null | undefined;
  /** Id of the conversation in an external system, unique in the workspace and mode, or null */
  external_id?: string | null | undefined;
  /** First message of the conversation, or null */
  message?: NewMessage | null | undefined;
  /** Channel through which the contact writes */
  channel?: Channel | undefined;
  /** Priority */
  priority?: Priority | undefined;
  /** Id of the inbox, or null */
  inbox_id?: string | null | undefined;
  /**
   * Id of the mailbox through which replies leave, or null for none; by default that of the inbox, if
   * it has one
   *
   * Servers before the next release do not send it.
   */
  mailbox_id?: string | null | undefined;
  /**
   * Id of the connection through which replies leave, or null
   *
   * Servers before the next release do not send it.
   */
  connection_id?: string | null | undefined;
  /** Names of the tags (case-insensitive), at most 50 */
  tags?: string[] | undefined;
  /** Id of an active user of the workspace, or null to unassign */
  assignee_id?: string | null | undefined;
  /**
   * Id of a team of the workspace, or null for none; by default that of the inbox, if it has one
   *
   * Servers before the next release do not send it.
   */
  team_id?: string | null | undefined;
  /**
   * Snoozes an open or pending record until a time within a year, or wakes it (null). Resolving or
   * closing it ends the snooze
   *
   * Servers before the next release do not send it.
   */
  snoozed_until?: string | null | undefined;
  /**
   * Whether a message of the contact ends the snooze (default true); one that a program wrote for it
   * does not. Only a snoozed record may have `false`
   *
   * Servers before the next release do not send it.
   */
  wake_on_reply?: boolean | null | undefined;
  /** Empty by default */
  custom_fields?: CustomFieldsPatch | undefined;
}

export interface CreateFileForm {
  /** Path of a folder */
  folder?: string | undefined;
  /** The file */
  file: FileInput;
}

export interface CreateInboxRequest {
  /** Display name */
  name: string;
  /**
   * Id of the team to which tickets and conversations that begin in the inbox belong, unless they name
   * another; or null
   *
   * Servers before the next release do not send it.
   */
  team_id?: string | null | undefined;
}

export interface CreateIncomingMailRequest {
  /** Id of the mailbox */
  mailbox_id: string;
  /** The mail with its header fields (RFC 5322) */
  source: string;
}

export interface CreateJobRequest {
  /** What a job changes: `ticket`, `conversation` or `contact` */
  resource: JobResource;
  /** Ids of the records, at most 5000; duplicates are ignored. Required without `filter` */
  ids?: string[] | null | undefined;
  /**
   * The records that match when the job begins, as in views; tickets and conversations only. Required
   * without `ids`
   */
  filter?: RecordFilterInput | null | undefined;
  /** Fields to change in every record, as in the bulk update of the resource; 64 KiB as JSON at most */
  update: Record<string, unknown>;
}

export interface CreateMacroRequest {
  /** Display name */
  name: string;
  /**
   * Text of the message, or null for a macro without one. `{{contact.first_name|there}}` is a
   * variable, with the text that stands in for an empty value; without one an empty value leaves
   * nothing. Rendered, it is plain text
   */
  body?: string | null | undefined;
  /** What the text of a macro becomes: a `reply` to the contact, or an internal `note` */
  message_type?: MacroMessageType | undefined;
  /** Empty by default */
  actions?: MacroActionsInput | undefined;
  /**
   * Who sees a view or a macro: its owner alone, the members of a team and admins, or all users of the
   * workspace
   */
  visibility?: ViewVisibility | undefined;
  /** Id of the team that sees it, with `visibility: team`; otherwise null */
  team_id?: string | null | undefined;
}

export interface CreateMailboxRequest {
  /** Display name */
  name: string;
  /** Id of the inbox whose conversations have this mailbox by default, or null */
  inbox_id?: string | null | undefined;
  /** Address of the mailbox, from which replies are sent. It belongs to one mailbox of the installation */
  address: string;
  /** Name beside the address of the sender; by default that of the user who replies */
  from_name?: string | null | undefined;
  /** Text below each reply, or null */
  signature?: string | null | undefined;
  /** Seconds for which a reply waits, and within which its redaction cancels it */
  send_delay?: number | undefined;
  /**
   * What becomes of a mail that was handed over without an answer of the server. `hold`: it stays
   * `unknown`; `retry`: it is sent once more after 15 minutes, with the same Message-ID, and may
   * arrive twice
   */
  on_unknown?: UnknownOutcome | undefined;
  /**
   * Whether the server delivers mail to `support+anything@example.com` to this mailbox, as Google and
   * Microsoft 365 do. Answers then go to an address with a token, by which they find their
   * conversation; a server that does not would refuse them
   */
  subaddressing?: boolean | undefined;
  /** Further addresses of the mailbox */
  aliases?: string[] | undefined;
  /**
   * How fast mails leave: by default 600 a minute, without a limit for a day, over 2 connections. Ask
   * your provider for its limits
   */
  limits?: CreateMailboxRequestLimits | undefined;
  /**
   * The automatic answer to the first mail of a conversation, once a day for each address, and only
   * where the domain of the sender proves that it sent the mail. It has neither the subject nor the
   * text of that mail. Off by default
   */
  acknowledgement?: CreateMailboxRequestAcknowledgement | undefined;
  /**
   * How mails leave. An update replaces all of it: what it leaves out has its default. Secrets alone
   * are kept if they are left out, while host, port, encryption, user and application stay the same;
   * otherwise they have to be given again: another server must not get them
   */
  transport: CreateMailboxRequestTransport;
  /**
   * The id that your mail server or provider writes into `Authentication-Results` of the mails that it
   * takes, or null. With it, the topmost such field with this id proves the sender of a mail that is
   * fetched, or comes by LMTP or from a provider; without it, a signature (DKIM) alone does. The
   * server has to remove fields with its id that others have written (RFC 8601 section 5)
   */
  authserv_id?: string | null | undefined;
  /**
   * How a provider hands over mails that arrive, or null. A secret that is left out is kept while
   * `type` stays the same; the URL is another one after another type or null
   */
  receiving?: CreateMailboxRequestReceiving | null | undefined;
  /**
   * Imports the mails that are in the inbox of the IMAP server already, as closed conversations with
   * the dates of the mails. Nothing is sent, and the conversations and messages have no events. What
   * was imported before is not imported again. Null ends it, and keeps what was imported. Only for the
   * transport `imap_smtp`
   */
  import?: CreateMailboxRequestImport | null | undefined;
}

/**
 * The automatic answer to the first mail of a conversation, once a day for each address, and only
 * where the domain of the sender proves that it sent the mail. It has neither the subject nor the text
 * of that mail. Off by default
 */
export interface CreateMailboxRequestAcknowledgement {
  /** Whether acknowledgements are sent */
  enabled: boolean;
  /** Text of the acknowledgement; by default that the mail was received */
  text?: string | null | undefined;
}

export interface CreateMailboxRequestImport {
  /**
   * Time from which on mails are imported: ISO 8601 date or datetime in the past; UTC unless it has an
   * offset
   */
  since: string;
}

/**
 * How fast mails leave: by default 600 a minute, without a limit for a day, over 2 connections. Ask
 * your provider for its limits
 */
export interface CreateMailboxRequestLimits {
  /** Most attempts to send a mail in a minute */
  per_minute?: number | undefined;
  /** Most attempts to send a mail in 24 hours, or null for no limit */
  per_day?: number | null | undefined;
  /** Most connections at a time */
  concurrency?: number | undefined;
}

export interface CreateMailboxRequestReceiving {
  /**
   * Provider that takes the mails of the mailbox and hands them over by HTTP. `postmark`: Postmark;
   * `mailgun`: Mailgun; `sendgrid`: Twilio SendGrid; `ses`: Amazon SES through an SNS topic
   */
  type: ReceivingType;
  /**
   * Password in the URL that the provider calls, with any user name, for `postmark` and for `sendgrid`
   * without a signing key: 16 characters at least. Never returned
   */
  password?: string | undefined;
  /**
   * `signing_key`: for `mailgun` the HTTP webhook signing key, for `sendgrid` the public key of the
   * security policy. Never returned
   */
  signing_key?: string | undefined;
  /** ARN of the SNS topic, for `ses`: messages of no other one are taken */
  topic_arn?: string | undefined;
}

/**
 * How mails leave. An update replaces all of it: what it leaves out has its default. Secrets alone are
 * kept if they are left out, while host, port, encryption, user and application stay the same;
 * otherwise they have to be given again: another server must not get them
 */
export interface CreateMailboxRequestTransport {
  /**
   * How mails leave. `smtp`: through a submission server; `imap_smtp`: as `smtp`, and mails that
   * arrive are fetched from the inbox of an IMAP server; `graph`: through Microsoft Graph, for tenants
   * that refuse SMTP authentication, and with `after_receiving` mails that arrive are fetched from the
   * inbox; `sandbox`: not at all, their outcome is simulated by the address of the recipient
   */
  type: TransportType;
  /** Name of the submission server */
  host?: string | undefined;
  /** Its port: 25, 465, 587, 2525 or one that the operator allows; by default 465 with `tls`, else 587 */
  port?: number | undefined;
  /** `security`: by default `tls` on port 465, else `starttls` */
  security?: TransportSecurity | undefined;
  /** How the mailbox signs in; by default `password` if a username is given, else `none` */
  authentication?: TransportAuthentication | undefined;
  /** User name at the server */
  username?: string | undefined;
  /** Password, for `authentication: password`. Never returned */
  password?: string | undefined;
  /** Issuer of the tokens */
  oauth_provider?: OAuthProvider | undefined;
  /** Id of the OAuth application */
  client_id?: string | undefined;
  /** Secret of the OAuth application. Never returned */
  client_secret?: string | undefined;
  /** Id of the Microsoft tenant */
  tenant_id?: string | undefined;
  /** Refresh token of the OAuth application for the mailbox. Never returned */
  refresh_token?: string | undefined;
  /**
   * Name of the IMAP server, for `imap_smtp`, with the same user and the same secrets; by default
   * `host`
   */
  imap_host?: string | undefined;
  /**
   * Its port: 993, 143 or one that the operator allows; by default 993, or 143 with `starttls` or
   * `none`
   */
  imap_port?: number | undefined;
  /** `imap_security`: by default `starttls` on port 143, else `tls` */
  imap_security?: TransportSecurity | undefined;
  /**
   * `after_receiving`: with `imap_smtp` by default `leave`. With `graph`, `leave` has the mails that
   * arrive fetched from the inbox, which needs the permission `Mail.Read`; without it the mailbox only
   * sends, also where an update leaves it out
   */
  after_receiving?: AfterReceiving | undefined;
}

export interface CreateMessageRequest {
  /**
   * Text of the message. Required and not blank, unless files are attached; with `email.html` it may
   * be left out
   */
  body?: string | undefined;
  /** Id of the message in an external system, unique in the workspace and mode, or null */
  external_id?: string | null | undefined;
  /** Type of message; defaults to `reply` for users and `comment` for contacts */
  type?: MessageType | undefined;
  /**
   * Author of the message: the user of the credential (the default), another user, or the contact of
   * the conversation
   */
  author?: NewMessageAuthor | undefined;
  /**
   * Whether a reply of a user leaves through the mailbox or the connection of the conversation; false
   * records it only
   */
  send?: boolean | undefined;
  /**
   * What a reply by mail has beside its text. Only for a message that leaves through a mailbox; 50
   * recipients at most, none of whom is a mailbox of the workspace
   *
   * Servers before the next release do not send it.
   */
  email?: NewMessageEmail | null | undefined;
  /**
   * Ids of active users whom a note mentions, at most 20: they are notified, and follow the
   * conversation. Only for notes
   *
   * Servers before the next release do not send it.
   */
  mentions?: string[] | null | undefined;
  /**
   * Ids of files to attach: each was uploaded by `POST /v1/files`, in the same mode. They require the
   * scope `files:read`
   */
  attachments?: (string | FileInput)[] | undefined;
}

export interface CreateMessageTicketRequest {
  /**
   * Text of the message. Required and not blank, unless files are attached; with `email.html` it may
   * be left out
   */
  body?: string | undefined;
  /** Id of the message in an external system, unique in the workspace and mode, or null */
  external_id?: string | null | undefined;
  /** Type of message; defaults to `reply` for users and `comment` for contacts */
  type?: MessageType | undefined;
  /**
   * Author of the message: the user of the credential (the default), another user, or the contact of
   * the conversation
   */
  author?: NewMessageAuthor | undefined;
  /**
   * Whether a reply of a user leaves through the mailbox or the connection of the conversation; false
   * records it only
   */
  send?: boolean | undefined;
  /**
   * What a reply by mail has beside its text. Only for a message that leaves through a mailbox; 50
   * recipients at most, none of whom is a mailbox of the workspace
   *
   * Servers before the next release do not send it.
   */
  email?: NewMessageEmail | null | undefined;
  /**
   * Ids of active users whom a note mentions, at most 20: they are notified, and follow the
   * conversation. Only for notes
   *
   * Servers before the next release do not send it.
   */
  mentions?: string[] | null | undefined;
  /**
   * Ids of files to attach: each was uploaded by `POST /v1/files`, in the same mode. They require the
   * scope `files:read`
   */
  attachments?: (string | FileInput)[] | undefined;
}

export interface CreateNotificationDeviceRequest {
  /** Name of the browser for its user, or null */
  name?: string | null | undefined;
  /** URL at the push service, `endpoint` of the PushSubscription */
  endpoint: string;
  /** Keys with which payloads are encrypted, `keys` of the PushSubscription */
  keys: CreateNotificationDeviceRequestKeys;
}

/** Keys with which payloads are encrypted, `keys` of the PushSubscription */
export interface CreateNotificationDeviceRequestKeys {
  /** Public key of the browser */
  p256dh: string;
  /** Secret of the browser */
  auth: string;
}

export interface CreateSenderRuleRequest {
  /** An address, or a domain with its subdomains */
  sender: string;
  /**
   * `block`: mails of the sender are quarantined as `blocked`; `allow`: they are not quarantined as
   * `spam` or `flood`, unless the domain asks to refuse mails that nothing proves, and nothing proves
   * them
   */
  action: SenderAction;
}

export interface CreateSendingDomainRequest {
  /** Name of the domain */
  domain: string;
}

export interface CreateSuppressionRequest {
  /** The address */
  address: string;
}

export interface CreateTagRequest {
  /** Name, unique in the workspace (case-insensitive) */
  name: string;
  /** Color as `#rrggbb` */
  color?: string | undefined;
}

export interface CreateTeamRequest {
  /** Display name, unique in the workspace */
  name: string;
  /** Purpose of the team, or null */
  description?: string | null | undefined;
  /**
   * How open records of the team that nobody is assigned to are assigned: only to members who are
   * online; empty by default
   *
   * Servers before the next release do not send it.
   */
  assignment?: CreateTeamRequestAssignment | null | undefined;
}

/**
 * How open records of the team that nobody is assigned to are assigned: only to members who are
 * online; empty by default
 */
export interface CreateTeamRequestAssignment {
  /**
   * Who gets the next record of the team: nobody by itself (`manual`), each available member in turn
   * (`round_robin`), or the one with the fewest open records
   */
  mode?: AssignmentMode | undefined;
  /**
   * Number of open records from which on a member is assigned no more by this team; null without a
   * limit
   */
  max_open_per_user?: number | null | undefined;
}

export interface CreateTicketRequest {
  /** Subject line; without it, or if it is blank, the first words of `description` or of `message` */
  subject?: string | null | undefined;
  /** Full text of the request */
  description?: string | null | undefined;
  /** Id of the ticket in an external system, unique in the workspace and mode, or null */
  external_id?: string | null | undefined;
  /** Priority */
  priority?: Priority | undefined;
  /** Id of the inbox, or null */
  inbox_id?: string | null | undefined;
  /** Names of the tags (case-insensitive), at most 50 */
  tags?: string[] | undefined;
  /** Id of an active user of the workspace, or null to unassign */
  assignee_id?: string | null | undefined;
  /**
   * Id of a team of the workspace, or null for none; by default that of the inbox, if it has one
   *
   * Servers before the next release do not send it.
   */
  team_id?: string | null | undefined;
  /**
   * Snoozes an open or pending record until a time within a year, or wakes it (null). Resolving or
   * closing it ends the snooze
   *
   * Servers before the next release do not send it.
   */
  snoozed_until?: string | null | undefined;
  /**
   * Whether a message of the contact ends the snooze (default true); one that a program wrote for it
   * does not. Only a snoozed record may have `false`
   *
   * Servers before the next release do not send it.
   */
  wake_on_reply?: boolean | null | undefined;
  /** Empty by default */
  custom_fields?: CustomFieldsPatch | undefined;
  /**
   * Id of a conversation with the same contact, or null. A reply in it since the creation of the
   * ticket counts as the first response, and a message of the contact reopens the ticket. Also
   * requires the scope `conversations:read`
   */
  conversation_id?: string | null | undefined;
  /**
   * The contact who requests the ticket, by id, `external_id`, e-mail address or phone number; created
   * if nobody has it
   */
  contact?: ContactReference | null | undefined;
  /**
   * Message to the contact, or from it, in the linked conversation: that of `conversation_id`, else a
   * new one. Requires one of `contact` and `conversation_id`, and the scope `conversations:write`
   */
  message?: NewMessage | null | undefined;
  /**
   * Ids of files that came with the request, each uploaded by `POST /v1/files` in the same mode. They
   * are a message of the contact in the linked conversation, so that they require what `message`
   * requires, and the scope `files:read`; files of a `message` go into `message.attachments`
   */
  attachments?: string[] | undefined;
}

export interface CreateUserRequest {
  /** Full name */
  name: string;
  /** Role, which limits what the user and their tokens may do */
  role?: UserRole | undefined;
  /** URL of the profile picture (http or https), or null */
  avatar_url?: string | null | undefined;
  /** E-mail address */
  email: string;
}

export interface CreateViewRequest {
  /** Display name */
  name: string;
  /** Empty by default */
  filter?: RecordFilterInput | undefined;
  /** Field to sort by, one of those of the list of the resource */
  sort?: ViewSort | undefined;
  /** Sort direction */
  order?: SortOrder | undefined;
  /**
   * Who sees a view or a macro: its owner alone, the members of a team and admins, or all users of the
   * workspace
   */
  visibility?: ViewVisibility | undefined;
  /** Id of the team that sees it, with `visibility: team`; otherwise null */
  team_id?: string | null | undefined;
  /** What a view lists: `ticket` or `conversation` */
  resource: ViewResource;
}

export interface CreateWebhookRequest {
  /** URL of the endpoint (http or https) that receives POST requests */
  url: string;
  /** Note about the purpose of the webhook, or null */
  description?: string | null | undefined;
  /**
   * Maximum delivery attempts per second, retries included; null means unlimited. Unused capacity of
   * one second can be used as a burst
   */
  rate_limit?: number | null | undefined;
  /**
   * Conditions on the record of an event, which alone is delivered then; or null. All event types must
   * be of one resource: `ticket`, `conversation` or `message`. The fields are those of views, for
   * messages `message.type` and the like; after `previous.`, such as in `previous.status`, those of
   * the record before the change. What has no whole record, such as a deletion, is always delivered
   *
   * Servers before the next release do not send it.
   */
  filter?: RecordFilterInput | null | undefined;
  /** Event types, prefixes like `ticket.*`, or `*` */
  events: string[];
  /** Signing secret: 8 to 256 printable ASCII characters, or `whsec_` and the base64 of 24 to 64 bytes */
  secret?: string | undefined;
  /** Status of the webhook; nothing is delivered while it is disabled */
  status?: WebhookStatus | undefined;
}

/** The current credential */
export interface Credential {
  /**
   * Id of the API key or personal access token, of the grant of an OAuth access token, or of the
   * session of a signed-in user
   */
  id: string;
  /** Type of the credential */
  type: Extensible<CredentialType>;
  /** Name of the credential; of an OAuth access token, the name of its app */
  name: string;
  /**
   * Owner of the credential: `user` if it acts as the user in this response, `workspace` for API keys,
   * where the user in this response is the creator of the key, who may be inactive
   */
  owner: Extensible<CredentialOwner>;
  /** Id of the user who created the API key; null for other credentials */
  created_by: string | null;
  /** Scopes that the credential has at present */
  scopes: Extensible<Scope>[];
  /** Mode of the data: `live` or `test` */
  mode: Extensible<Mode>;
  /** Time of expiry, or null if it does not expire */
  expires_at: string | null;
  /** Id of the OAuth app that it was issued to, or null */
  app_id: string | null;
}

export type CredentialOwner = 'user' | 'workspace';

export type CredentialType = 'api_key' | 'personal_access_token' | 'oauth_access_token' | 'session';

/** Custom key-value pairs; values are strings, numbers, booleans or arrays of them */
export type CustomFields = Record<string, string | number | boolean | (string | number | boolean)[]>;

/**
 * Custom key-value pairs to merge by key; null removes a key. At most 100 keys and 16 KiB as JSON;
 * integers of at most 2^53 - 1, which JSON libraries keep
 */
export type CustomFieldsPatch = Record<
  string,
  string | number | boolean | (string | number | boolean)[] | null
>;

/** The delivery of one event to one webhook */
export interface Delivery {
  /** Id of the delivery */
  id: string;
  /** Id of the webhook */
  webhook_id: string;
  /** Id of the event, sent as the header `webhook-id` */
  event_id: string;
  /** Event type */
  event: string;
  /**
   * Status of the delivery. `pending`: waiting for its next attempt; `sending`: an attempt is in
   * progress; `delivered`: the endpoint returned 2xx; `failed`: no attempts are left; `cancelled`: the
   * webhook was disabled
   */
  status: Extensible<DeliveryStatus>;
  /** Earliest time of the next attempt; null unless pending */
  next_attempt_at: string | null;
  /** Result of the latest attempt, or null if there was none */
  last_attempt: LastDeliveryAttempt | null;
  /** Time of creation */
  created_at: string;
}

/** One HTTP request to the endpoint */
export interface DeliveryAttempt {
  /** Start time of the attempt */
  started_at: string;
  /** Duration in milliseconds */
  duration_ms: number;
  /** Cause of the attempt: the retry schedule, a manual retry or a test event */
  trigger: Extensible<DeliveryTrigger>;
  /** HTTP status of the response, or null if there was none */
  status_code: number | null;
  /** Error of the attempt, or null if it succeeded */
  error: string | null;
  /** First 4 KiB of the response body, if it is text */
  response: string;
  /** Request headers, without signatures */
  request_headers: Record<string, string>;
}

/**
 * Status of the delivery. `pending`: waiting for its next attempt; `sending`: an attempt is in
 * progress; `delivered`: the endpoint returned 2xx; `failed`: no attempts are left; `cancelled`: the
 * webhook was disabled
 */
export type DeliveryStatus = 'pending' | 'sending' | 'delivered' | 'failed' | 'cancelled';

export type DeliveryTrigger = 'schedule' | 'manual' | 'test';

/** A delivery with its payload and attempts */
export interface DeliveryWithAttempts {
  /** Id of the delivery */
  id: string;
  /** Id of the webhook */
  webhook_id: string;
  /** Id of the event, sent as the header `webhook-id` */
  event_id: string;
  /** Event type */
  event: string;
  /**
   * Status of the delivery. `pending`: waiting for its next attempt; `sending`: an attempt is in
   * progress; `delivered`: the endpoint returned 2xx; `failed`: no attempts are left; `cancelled`: the
   * webhook was disabled
   */
  status: Extensible<DeliveryStatus>;
  /** Earliest time of the next attempt; null unless pending */
  next_attempt_at: string | null;
  /** Result of the latest attempt, or null if there was none */
  last_attempt: LastDeliveryAttempt | null;
  /** Time of creation */
  created_at: string;
  /** Latest 100 attempts, oldest first */
  attempts: DeliveryAttempt[];
  /** Exact request body */
  payload: string;
}

/** A DNS record of a sending domain */
export interface DnsRecord {
  /** What it is for */
  purpose: Extensible<DnsRecordPurpose>;
  /** Type of the record */
  type: 'TXT';
  /** Name of the record */
  name: string;
  /** Value of the record */
  value: string;
  /** What the last verification found */
  status: Extensible<DnsRecordStatus>;
}

export type DnsRecordPurpose = 'dkim' | 'spf' | 'dmarc';

export type DnsRecordStatus = 'unknown' | 'found' | 'missing' | 'different';

/** What a user has begun to write in a conversation */
export interface Draft {
  /** Id of the conversation, in which a user has one draft */
  id: string;
  /** Id of the user who writes it */
  user_id: string;
  /** Type of the message that it becomes */
  type: Extensible<MessageType>;
  /** Text so far */
  body: string;
  /** Recipients, subject and HTML, as for a message; or null */
  email: DraftEmail | null;
  /** Ids of the files that it is to have */
  attachments: string[];
  /** Time of creation */
  created_at: string;
  /** Time of the last change */
  updated_at: string;
}

/**
 * What a reply by mail has beside its text. Only for a message that leaves through a mailbox; 50
 * recipients at most, none of whom is a mailbox of the workspace
 */
export interface DraftEmail {
  /** Addresses of the recipients; by default those of `reply_recipients` */
  to?: string[];
  /**
   * Addresses of the recipients of a copy; by default those of `reply_recipients`, and none if `to` is
   * given
   */
  cc?: string[];
  /** Addresses of the recipients of a copy whom no other recipient sees */
  bcc?: string[];
  /** Subject line; by default that of the conversation, as a reply */
  subject?: string;
  /**
   * Body in HTML, sent beside the text in a form that cannot harm: scripts, forms and unknown styles
   * are removed. Without a `body` the text is made of it
   */
  html?: string;
}

/** Code, message and details of an error */
export interface ErrorBody {
  /** Machine-readable error code */
  code: Extensible<ErrorCode>;
  /** Human-readable message */
  message: string;
  /** Path of the invalid parameter, such as `contact.email` or `ids[3]` */
  param?: string;
  /** Error type, which determines the HTTP status */
  type: Extensible<ErrorType>;
  /** Validation errors, at most 100; the first one is repeated above */
  details?: ErrorDetail[];
  /** Id of the request. Include it when you report a problem */
  request_id: string;
  /** URL of the documentation of this error code */
  doc_url: string;
}

export type ErrorCode =
  | 'missing_api_key'
  | 'invalid_api_key'
  | 'token_expired'
  | 'insufficient_scope'
  | 'forbidden'
  | 'role_forbidden'
  | 'mode_forbidden'
  | 'address_not_allowed'
  | 'csrf_failed'
  | 'invalid_parameter'
  | 'missing_parameter'
  | 'unknown_parameter'
  | 'read_only_parameter'
  | 'duplicate_value'
  | 'ambiguous_match'
  | 'too_many_items'
  | 'position_expired'
  | 'file_too_large'
  | 'unsupported_file_type'
  | 'malformed_json'
  | 'malformed_multipart'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'unsupported_encoding'
  | 'not_found'
  | 'rate_limit_exceeded'
  | 'idempotency_mismatch'
  | 'idempotency_in_progress'
  | 'precondition_failed'
  | 'not_editable'
  | 'internal_error'
  | 'service_unavailable'
  | 'outcome_unknown';

/** One validation error */
export interface ErrorDetail {
  /** Machine-readable error code */
  code: Extensible<ErrorCode>;
  /** Human-readable message */
  message: string;
  /** Path of the invalid parameter, such as `contact.email` or `ids[3]` */
  param?: string;
  /** Part of the request that has the parameter */
  in: Extensible<ErrorLocation>;
}

export type ErrorLocation = 'body' | 'query' | 'header' | 'path';

export type ErrorType =
  | 'invalid_request_error'
  | 'authentication_error'
  | 'authorization_error'
  | 'not_found_error'
  | 'rate_limit_error'
  | 'api_error';

/** The user, API key or system that caused the event */
export interface EventActor {
  type: Extensible<ActorType>;
  /** Id of the user or API key, or null for the system */
  id: string | null;
  /** The credential of the request that caused the event, or null for the system */
  credential: ActorCredential | null;
}

/** Event type */
export type EventType =
  | 'contact.created'
  | 'contact.deleted'
  | 'contact.updated'
  | 'conversation.assigned'
  | 'conversation.created'
  | 'conversation.deleted'
  | 'conversation.merged'
  | 'conversation.snoozed'
  | 'conversation.split'
  | 'conversation.status_changed'
  | 'conversation.team_changed'
  | 'conversation.unmerged'
  | 'conversation.updated'
  | 'conversation.woken'
  | 'file.created'
  | 'file.deleted'
  | 'incoming_mail.quarantined'
  | 'mailbox.connected'
  | 'mailbox.disconnected'
  | 'message.created'
  | 'message.delivery_updated'
  | 'message.redacted'
  | 'message.updated'
  | 'tag.created'
  | 'tag.deleted'
  | 'tag.updated'
  | 'ticket.assigned'
  | 'ticket.created'
  | 'ticket.deleted'
  | 'ticket.merged'
  | 'ticket.sla_breached'
  | 'ticket.sla_warning'
  | 'ticket.snoozed'
  | 'ticket.status_changed'
  | 'ticket.team_changed'
  | 'ticket.unmerged'
  | 'ticket.updated'
  | 'ticket.woken'
  | 'webhook.disabled'
  | 'webhook.test';

/** A condition of a filter */
export interface FilterCondition {
  /**
   * Name of a field, as in the filters of the list: `status`, `assignee`, `tag`; a time such as
   * `created_at`; or `custom.` and the key of a custom field
   */
  field: string;
  /** How a field is compared with a value */
  op: Extensible<FilterOperator>;
  /**
   * What the field is compared with: a value as the filter of the list has it, a list of values with
   * `in` and `not_in`, null for a record without one, `me` for the user of the credential, or a time,
   * also relative to the present: `{"ago": "2h"}`, `{"from_now": "30m"}`
   */
  value: unknown;
}

/** A condition of a filter */
export interface FilterConditionInput {
  /**
   * Name of a field, as in the filters of the list: `status`, `assignee`, `tag`; a time such as
   * `created_at`; or `custom.` and the key of a custom field
   */
  field: string;
  /** How a field is compared with a value */
  op: FilterOperator;
  /**
   * What the field is compared with: a value as the filter of the list has it, a list of values with
   * `in` and `not_in`, null for a record without one, `me` for the user of the credential, or a time,
   * also relative to the present: `{"ago": "2h"}`, `{"from_now": "30m"}`
   */
  value: unknown;
}

/** How a field is compared with a value */
export type FilterOperator = 'eq' | 'ne' | 'in' | 'not_in' | 'lt' | 'lte' | 'gt' | 'gte' | 'contains';

/** A user who is notified of what happens to a record */
export interface Follower {
  /** Id of the user */
  user_id: string;
  /** Time since which the user follows it */
  followed_at: string;
}

/** Who follows a record */
export interface Followers {
  /** The followers, at most 50, the first one first */
  followers: Follower[];
}

export interface HistoryChange {
  /** Value before the change */
  from: unknown;
  /** Value after the change */
  to: unknown;
}

/** A change of a record */
export interface HistoryEntry {
  /** Id of the event */
  id: string;
  /** Event type */
  event: string;
  /** Time of the event */
  timestamp: string;
  /** The user, API key or system that caused the event */
  actor: EventActor;
  /** The fields that changed, by name; empty for the creation */
  changes: Record<string, HistoryChange>;
}

/** A group of tickets, such as those of one team or topic */
export interface Inbox {
  /** Id of the inbox */
  id: string;
  /** Display name */
  name: string;
  /**
   * Id of the team to which tickets and conversations that begin in the inbox belong, unless they name
   * another; or null
   *
   * Servers before the next release do not send it.
   */
  team_id?: string | null;
  /** Time of creation */
  created_at: string;
  /** Time of the last change */
  updated_at: string;
}

/** The records that `include` asked for, each once, in no order */
export interface Included {
  /** `contacts`: with `include=contact` */
  contacts?: Contact[];
  /** `conversations`: with `include=conversation` */
  conversations?: Conversation[];
  /** `messages`: with `include=last_message` */
  messages?: Message[];
  /** `users`: with `include=assignee` */
  users?: User[];
}

/** A mail that arrived at a mailbox */
export interface IncomingMail {
  /** Id of the incoming mail */
  id: string;
  /** Id of the mailbox that it came to, which may have been deleted */
  mailbox_id: string;
  /**
   * What became of a mail. `stored`: not read yet; `importing`: the same of a mail of the past;
   * `delivered`: it is a message; `quarantined`: held back, until it is released or discarded, for 90
   * days at most; `ignored`: it is no message, such as a copy of one or a report about a mail that was
   * sent; `failed`: it could not be read or recorded, and can be retried, or it was too large to be
   * stored; `discarded`: by a user, or after 90 days
   */
  status: Extensible<IncomingMailStatus>;
  /** Why it is quarantined, ignored or failed; or null */
  reason: IncomingMailReason | null;
  /** Kind of mail; null until it was read */
  type: Extensible<IncomingMailType> | null;
  /** The sender that its header names; null until it was read, and without one */
  from: MailAddress | null;
  /** The addresses that it was delivered to */
  to: string[];
  /** Subject line, or null */
  subject: string | null;
  /** Size of its source in bytes, as far as it is known */
  size: number;
  /** What is known of its sender; null until it was read */
  authentication: MailAuthentication | null;
  /** Id of the conversation that it became a message of, or null */
  conversation_id: string | null;
  /** Id of the message that it became, or null */
  message_id: string | null;
  /** The acknowledgement of the mail; null if it began no conversation, or the mailbox sends none */
  acknowledgement: IncomingMailAcknowledgement | null;
  /**
   * Signed, expiring URL of the mail as it arrived, issued anew at every read; null once it is
   * deleted, and for a mail that was not stored
   */
  source_url: string | null;
  /** Time at which it was stored, or at which its server got it if it was imported */
  received_at: string;
  /** Time of creation */
  created_at: string;
  /** Time of the last change */
  updated_at: string;
}

export interface IncomingMailAcknowledgement {
  /** `withheld`: none is sent, for the `reason`; else what became of it */
  status: Extensible<IncomingMailAcknowledgementStatus>;
  /** Machine-readable cause of withholding it, or null */
  reason: string | null;
}

export type IncomingMailAcknowledgementStatus =
  | 'withheld'
  | 'queued'
  | 'sending'
  | 'sent'
  | 'delivered'
  | 'unknown'
  | 'bounced'
  | 'failed'
  | 'cancelled';

export interface IncomingMailReason {
  /** Machine-readable cause */
  code: string;
  /** Cause in words */
  message: string;
}

/**
 * What became of a mail. `stored`: not read yet; `importing`: the same of a mail of the past;
 * `delivered`: it is a message; `quarantined`: held back, until it is released or discarded, for 90
 * days at most; `ignored`: it is no message, such as a copy of one or a report about a mail that was
 * sent; `failed`: it could not be read or recorded, and can be retried, or it was too large to be
 * stored; `discarded`: by a user, or after 90 days
 */
export type IncomingMailStatus =
  | 'stored'
  | 'importing'
  | 'delivered'
  | 'quarantined'
  | 'ignored'
  | 'failed'
  | 'discarded';

export type IncomingMailType =
  | 'ordinary'
  | 'automatic'
  | 'bulk'
  | 'bounce'
  | 'complaint'
  | 'receipt'
  | 'own_copy';

/** The invitation */
export interface Invitation {
  /** The link, returned only in this response */
  url: string;
  /** Time at which the link ends */
  expires_at: string;
  /**
   * Whether the installation mails the link. An address gets three invitations in an hour and ten in a
   * day, and a workspace sends a hundred in an hour: those beyond are not mailed
   *
   * Servers before the next release do not send it.
   */
  mailed?: boolean | null;
}

/** A user that was just invited */
export interface InvitedUser {
  /** Id of the user */
  id: string;
  /** E-mail address */
  email: string;
  /** Full name */
  name: string;
  /** Role, which limits what the user and their tokens may do */
  role: Extensible<UserRole>;
  /** Account status */
  status: 'invited';
  /** URL of the profile picture, or null */
  avatar_url: string | null;
  /**
   * Whether a user takes records, and how many
   *
   * Servers before the next release do not send it.
   */
  availability?: Availability | null;
  /** Time of creation */
  created_at: string;
  /** Time of the last change */
  updated_at: string;
  /** The invitation */
  invitation: Invitation;
}

/** An update of many records in the background */
export interface Job {
  /** Id of the job */
  id: string;
  /** What a job changes: `ticket`, `conversation` or `contact` */
  resource: Extensible<JobResource>;
  /** The filter, or null for a job of ids */
  filter: RecordFilter | null;
  /** Fields to change in every record, as in the bulk update of the resource; 64 KiB as JSON at most */
  update: Record<string, unknown>;
  /**
   * Status of the job. `queued`: waits; `running`: finds or changes its records; `succeeded`: is
   * through, also if it could not change some of them; `failed`: stopped for the reason in `failure`;
   * `canceled`: stopped by a request
   */
  status: Extensible<JobStatus>;
  /** Number of records; null until all are found */
  total: number | null;
  /** Number of records that match the update now, unchanged ones included */
  succeeded: number;
  /** Number of records that matched it before */
  unchanged: number;
  /** Number of records that could not be updated */
  failed: number;
  /** Why it has stopped; null unless `failed` */
  failure: JobFailure | null;
  /** Id of the user who made it */
  owner_id: string;
  /** Time at which it began, or null */
  started_at: string | null;
  /** Time at which it ended, or null */
  finished_at: string | null;
  /** Time of creation */
  created_at: string;
  /** Time of the last change */
  updated_at: string;
}

/** The reason why a job has stopped */
export interface JobFailure {
  /**
   * `too_many_records`: the filter matches more than 50000, and nothing was changed; `owner_inactive`:
   * the user who made the job is deactivated; `insufficient_scope`: the role of this user does not
   * allow it any more; `unavailable`: a service did not answer for long
   */
  code: Extensible<JobFailureCode>;
  /** Human-readable message */
  message: string;
}

export type JobFailureCode = 'too_many_records' | 'owner_inactive' | 'insufficient_scope' | 'unavailable';

/** What a job changes: `ticket`, `conversation` or `contact` */
export type JobResource = 'ticket' | 'conversation' | 'contact';

/** Result of a job for one record */
export interface JobResult {
  /** Id of the result */
  id: string;
  /** Id of the record */
  record_id: string;
  /** Result for a record; `pending`: not processed, or not yet */
  status: Extensible<JobResultStatus>;
  /** Why the record could not be updated, or null */
  error: BulkError | null;
  /** Time of creation */
  created_at: string;
}

/** Result for a record; `pending`: not processed, or not yet */
export type JobResultStatus = 'pending' | 'updated' | 'unchanged' | 'failed';

/**
 * Status of the job. `queued`: waits; `running`: finds or changes its records; `succeeded`: is
 * through, also if it could not change some of them; `failed`: stopped for the reason in `failure`;
 * `canceled`: stopped by a request
 */
export type JobStatus = 'queued' | 'running' | 'succeeded' | 'failed' | 'canceled';

export interface LastDeliveryAttempt {
  /** Start time of the attempt */
  started_at: string;
  /** HTTP status of the response, or null if there was none */
  status_code: number | null;
  /** Error of the attempt, or null if it succeeded */
  error: string | null;
}

export interface LinkTicketRequest {
  /** What the other ticket is to this one */
  type: NewTicketLinkType;
  /** Id of the other ticket */
  linked_ticket_id: string;
}

/** Values of `sort` in `listConnections` */
export type ListConnectionsSort = 'created_at' | 'name';

/** Values of `sort` in `listContactForms` */
export type ListContactFormsSort = 'created_at';

/** Values of `sort` in `listContactHistory` */
export type ListContactHistorySort = 'logged_at';

/** Values of `sort` in `listContacts` */
export type ListContactsSort = 'created_at' | 'updated_at' | 'name' | 'email' | 'company';

/** Values of `sort` in `listConversationHistory` */
export type ListConversationHistorySort = 'logged_at';

/** Values of `snoozed` in `listConversations` */
export type ListConversationsSnoozed = 'true' | 'false';

/** Values of `sort` in `listConversations` */
export type ListConversationsSort = 'created_at' | 'updated_at' | 'last_message_at' | 'priority';

/** Values of `sort` in `listDeliveries` */
export type ListDeliveriesSort = 'created_at';

/** Values of `sort` in `listEvents` */
export type ListEventsSort = 'logged_at';

/** Values of `sort` in `listFiles` */
export type ListFilesSort = 'created_at';

/** Values of `sort` in `listInboxes` */
export type ListInboxesSort = 'created_at' | 'name';

/** Values of `sort` in `listIncomingMails` */
export type ListIncomingMailsSort = 'created_at';

/** Values of `sort` in `listJobResults` */
export type ListJobResultsSort = 'created_at';

/** Values of `sort` in `listJobs` */
export type ListJobsSort = 'created_at';

/** Values of `sort` in `listMacros` */
export type ListMacrosSort = 'created_at' | 'name';

/** Values of `sort` in `listMailboxes` */
export type ListMailboxesSort = 'created_at' | 'name';

/** Values of `sort` in `listMessages` */
export type ListMessagesSort = 'created_at';

/** Values of `sort` in `listMessagesTickets` */
export type ListMessagesTicketsSort = 'created_at';

/** Values of `sort` in `listNotificationDevices` */
export type ListNotificationDevicesSort = 'created_at';

/** Values of `read` in `listNotifications` */
export type ListNotificationsRead = 'true' | 'false';

/** Values of `sort` in `listNotifications` */
export type ListNotificationsSort = 'created_at';

/** Values of `sort` in `listSenderRules` */
export type ListSenderRulesSort = 'created_at';

/** Values of `sort` in `listSendingDomains` */
export type ListSendingDomainsSort = 'created_at';

/** Values of `sort` in `listSuppressions` */
export type ListSuppressionsSort = 'created_at';

/** Values of `sort` in `listTags` */
export type ListTagsSort = 'created_at' | 'name';

/** Values of `sort` in `listTeamMembers` */
export type ListTeamMembersSort = 'created_at' | 'joined_at' | 'name' | 'email';

/** Values of `sort` in `listTeams` */
export type ListTeamsSort = 'created_at' | 'name';

/** Values of `sort` in `listTicketHistory` */
export type ListTicketHistorySort = 'logged_at';

/** Values of `snoozed` in `listTickets` */
export type ListTicketsSnoozed = 'true' | 'false';

/** Values of `sort` in `listTickets` */
export type ListTicketsSort = 'created_at' | 'updated_at' | 'priority' | 'status' | 'first_response_due';

/** Values of `sort` in `listUsers` */
export type ListUsersSort = 'created_at' | 'updated_at' | 'name' | 'email';

/** Values of `sort` in `listViewRecords` */
export type ListViewRecordsSort = 'created_at' | 'updated_at' | 'priority';

/** Values of `sort` in `listViews` */
export type ListViewsSort = 'created_at' | 'name';

/** Values of `sort` in `listWebhooks` */
export type ListWebhooksSort = 'created_at';

/** An event of the last 30 days */
export interface LoggedEvent {
  /** Id of the event, also sent as the header `webhook-id`. Use it to deduplicate deliveries */
  id: string;
  /** Event type */
  event: string;
  /** Version of the API whose form `data` has */
  api_version: 'v1';
  /** Time of the event */
  timestamp: string;
  /** Id of the workspace */
  workspace_id: string;
  /** Mode of the data: `live` or `test` */
  mode: Extensible<Mode>;
  /** The user, API key or system that caused the event */
  actor: EventActor;
  /** What is measured. `first_response`: the time until a user first replies. More metrics may follow */
  metric?: Extensible<SlaMetricName>;
  /** Id of the SLA policy; null for the targets of the workspace */
  policy_id?: string | null;
  /** The record as it was after the change, in the form in which webhooks of this event type receive it */
  data: Record<string, unknown>;
  /** Previous values of the changed fields, for events that report a change */
  previous?: Record<string, unknown>;
}

/** A prepared message with changes of a record, for users to apply */
export interface Macro {
  /** Id of the macro */
  id: string;
  /** Display name */
  name: string;
  /**
   * Text of the message, or null for a macro without one. `{{contact.first_name|there}}` is a
   * variable, with the text that stands in for an empty value; without one an empty value leaves
   * nothing. Rendered, it is plain text
   */
  body: string | null;
  /** What the text of a macro becomes: a `reply` to the contact, or an internal `note` */
  message_type: Extensible<MacroMessageType>;
  /** What a macro changes in a record; what is left out stays */
  actions: MacroActions;
  /**
   * Who sees a view or a macro: its owner alone, the members of a team and admins, or all users of the
   * workspace
   */
  visibility: Extensible<ViewVisibility>;
  /** Id of the team that sees it, with `visibility: team`; otherwise null */
  team_id: string | null;
  /** Id of the user who created it */
  owner_id: string;
  /** Time of creation */
  created_at: string;
  /** Time of the last change */
  updated_at: string;
}

/** What a macro changes in a record; what is left out stays */
export interface MacroActions {
  /** The new status; conversations have no `resolved` */
  status?: Extensible<TicketStatus>;
  /** Priority */
  priority?: Extensible<Priority>;
  /**
   * Id of the user to assign, `me` for the user who applies the macro (of an API key: its creator), or
   * null to unassign
   */
  assignee_id?: string | null;
  /** Id of a team of the workspace, or null */
  team_id?: string | null;
  /** Names of tags to add */
  add_tags?: string[];
  /** Names of tags to remove */
  remove_tags?: string[];
  /** Snoozes the record for a time from then on, in minutes, hours or days: `30m`, `4h`, `2d` */
  snooze_for?: string;
}

/** What a macro changes in a record; what is left out stays */
export interface MacroActionsInput {
  /** The new status; conversations have no `resolved` */
  status?: TicketStatus | undefined;
  /** Priority */
  priority?: Priority | undefined;
  /**
   * Id of the user to assign, `me` for the user who applies the macro (of an API key: its creator), or
   * null to unassign
   */
  assignee_id?: string | null | undefined;
  /** Id of a team of the workspace, or null */
  team_id?: string | null | undefined;
  /** Names of tags to add */
  add_tags?: string[] | undefined;
  /** Names of tags to remove (case-insensitive) */
  remove_tags?: string[] | undefined;
  /** Snoozes the record for a time from then on, in minutes, hours or days: `30m`, `4h`, `2d` */
  snooze_for?: string | undefined;
}

/** What a macro does to a record */
export interface MacroApplication {
  /** Id of the macro */
  macro_id: string;
  /** Id of the conversation, or null for a ticket */
  conversation_id: string | null;
  /** Id of the ticket, or null for a conversation */
  ticket_id: string | null;
  /** Whether nothing was changed */
  is_preview: boolean;
  /** The message, or null for a macro without a text */
  message: MacroMessage | null;
  /** The fields that change; empty if the record has all values already */
  changes: MacroChange[];
}

/** A field of a record that a macro changes */
export interface MacroChange {
  /** Name of the field */
  field: Extensible<MacroChangeField>;
  /** Value before */
  from: unknown;
  /** Value after */
  to: unknown;
}

export type MacroChangeField = 'status' | 'priority' | 'assignee_id' | 'team_id' | 'tags' | 'snoozed_until';

/** The message of a macro */
export interface MacroMessage {
  /** Id of the message; null in a preview */
  id: string | null;
  /** What the text of a macro becomes: a `reply` to the contact, or an internal `note` */
  type: Extensible<MacroMessageType>;
  /** Rendered text */
  body: string;
}

/** What the text of a macro becomes: a `reply` to the contact, or an internal `note` */
export type MacroMessageType = 'reply' | 'note';

/** A sender or recipient of a mail */
export interface MailAddress {
  /** E-mail address */
  address: string;
  /** Name beside the address, or null */
  name: string | null;
}

/** What proves the sender of a mail */
export interface MailAuthentication {
  /**
   * Whether the domain of the sender is proven, by a signature (DKIM) or by the server that sent the
   * mail (SPF); of a contact form, whether the sender has confirmed its address
   */
  verified: boolean;
  /** Outcome of DMARC */
  dmarc: Extensible<MailAuthenticationDmarc>;
  /** Outcome of the signatures in the name of the domain of the sender */
  dkim: Extensible<MailAuthenticationDmarc>;
  /** Outcome for the server that sent the mail */
  spf: Extensible<MailAuthenticationDmarc>;
}

export type MailAuthenticationDmarc = 'pass' | 'fail' | 'none' | 'error';

/** What a mail contains beside the text of its message */
export interface MailContent {
  /** The fields of its head in their order, of at most 256 KiB; empty if it has no source */
  headers: MailContentHeader[];
  /**
   * Signed, expiring URL of the HTML of an incoming mail as a document for a sandboxed frame: without
   * scripts and forms, with links that open pages of their own, and without content of other servers.
   * Null without HTML, and for HTML that is too large
   */
  html_url: string | null;
  /**
   * The same with images of other servers, whose request tells the sender that the mail is read; null
   * if it has none
   */
  html_url_with_remote_content: string | null;
  /**
   * Signed, expiring URL of the mail as it arrived or was composed; null before it is composed, and
   * once it is deleted
   */
  source_url: string | null;
}

export interface MailContentHeader {
  /** Name of the field, in lower case */
  name: string;
  /** Its value in one line, as it came */
  value: string;
}

/** A mailbox through which replies leave */
export interface Mailbox {
  /** Id of the mailbox */
  id: string;
  /** Display name */
  name: string;
  /** Id of the inbox whose conversations have this mailbox by default, or null */
  inbox_id: string | null;
  /** Address of the mailbox, from which replies are sent */
  address: string;
  /** Name beside the address of the sender, or null for that of the user */
  from_name: string | null;
  /** Text below each reply, or null */
  signature: string | null;
  /** Seconds for which a reply waits, and within which its redaction cancels it */
  send_delay: number;
  /**
   * What becomes of a mail that was handed over without an answer of the server. `hold`: it stays
   * `unknown`; `retry`: it is sent once more after 15 minutes, with the same Message-ID, and may
   * arrive twice
   */
  on_unknown: Extensible<UnknownOutcome>;
  /**
   * Whether the server delivers mail to `support+anything@example.com` to this mailbox, as Google and
   * Microsoft 365 do. Answers then go to an address with a token, by which they find their
   * conversation; a server that does not would refuse them
   */
  subaddressing: boolean;
  /** Further addresses of the mailbox */
  aliases: string[];
  /** How fast mails leave */
  limits: MailboxLimits;
  /** The automatic answer to the first mail of a conversation */
  acknowledgement: MailboxAcknowledgement;
  /**
   * How the mails of a mailbox leave, and how they arrive with `imap_smtp` and `graph`, without its
   * secrets
   */
  transport: Transport;
  /** The id of whose `Authentication-Results` prove senders, or null */
  authserv_id: string | null;
  /** How a provider hands over mails that arrive, or null */
  receiving: Receiving | null;
  /** The import of older mails from its IMAP server, or null */
  import: MailboxImport | null;
  /**
   * `connected`: the mailbox works; `disconnected`: its server refuses it or cannot be reached, and it
   * is tried again; `disabled`: by an admin. Mails wait meanwhile, and fail as `expired` after three
   * days; those of a mailbox that is only refused where its mails are fetched leave, as `affects` of
   * the reason tells
   */
  status: Extensible<MailboxStatus>;
  /** Why it is disconnected, or null */
  status_reason: MailboxStatusReason | null;
  /** Time at which a mail was last sent, or null */
  last_sent_at: string | null;
  /** Time at which a mail that arrived was last read, or null */
  last_received_at: string | null;
  /** Time of creation */
  created_at: string;
  /** Time of the last change */
  updated_at: string;
}

/** The automatic answer to the first mail of a conversation */
export interface MailboxAcknowledgement {
  /** Whether acknowledgements are sent */
  enabled: boolean;
  /** Text of the acknowledgement, or null for the default */
  text: string | null;
}

/** The import of the mails that a folder had before */
export interface MailboxImport {
  /** Time from which on mails are imported, by the date at which their server got them */
  since: string;
  /**
   * How far an import is. `pending`: it has not begun, as the IMAP server was not reached yet;
   * `running`: mails are being imported; `completed`: all of them are
   */
  status: Extensible<MailboxImportStatus>;
  /** Mails that have become messages */
  imported: number;
  /** Time at which it was completed, or null */
  completed_at: string | null;
}

export type MailboxImportStatus = 'pending' | 'running' | 'completed';

/** How fast mails leave */
export interface MailboxLimits {
  /** Most attempts to send a mail in a minute */
  per_minute: number;
  /** Most attempts to send a mail in 24 hours, or null for no limit */
  per_day: number | null;
  /** Most connections at a time */
  concurrency: number;
}

/** The mails that a test has sent from a mailbox to itself, and what is known of their way back */
export interface MailboxProbe {
  /**
   * `none`: the mailbox was not tested, or receives no mails; `pending`: mails are on their way;
   * `failed`: at least one check has failed
   */
  status: Extensible<MailboxProbeStatus>;
  /** Time at which the mails were sent, or null */
  started_at: string | null;
  /** The checks, in their order */
  checks: MailboxProbeCheck[];
}

export interface MailboxProbeCheck {
  /** What was checked */
  name: Extensible<MailboxProbeCheckName>;
  /** Its outcome */
  status: Extensible<MailboxProbeCheckStatus>;
  /** Outcome in words */
  detail: string;
}

export type MailboxProbeCheckName =
  | 'arrival'
  | 'subaddressing'
  | 'message_id'
  | 'references'
  | 'authentication';

export type MailboxProbeCheckStatus = 'pending' | 'passed' | 'failed' | 'skipped';

export type MailboxProbeStatus = 'none' | 'pending' | 'passed' | 'failed';

/**
 * `connected`: the mailbox works; `disconnected`: its server refuses it or cannot be reached, and it
 * is tried again; `disabled`: by an admin. Mails wait meanwhile, and fail as `expired` after three
 * days; those of a mailbox that is only refused where its mails are fetched leave, as `affects` of the
 * reason tells
 */
export type MailboxStatus = 'connected' | 'disconnected' | 'disabled';

/** Why a mailbox is disconnected */
export interface MailboxStatusReason {
  /** Machine-readable cause */
  code: string;
  /** Cause in words */
  message: string;
  /** `sending`: mails wait; `receiving`: mails leave, and those that arrive are not fetched */
  affects: Extensible<MailboxStatusReasonAffects>;
}

export type MailboxStatusReasonAffects = 'sending' | 'receiving';

/** Result of testing a mailbox */
export interface MailboxTestResult {
  /** The checks, in their order; those after a failed one are skipped */
  checks: MailboxTestResultCheck[];
  /** The mails that a test has sent from a mailbox to itself, and what is known of their way back */
  probe: MailboxProbe;
}

export interface MailboxTestResultCheck {
  /** What was checked */
  name: Extensible<MailboxTestResultCheckName>;
  /** Its outcome */
  status: Extensible<MailboxTestResultCheckStatus>;
  /** Outcome in words */
  detail: string;
}

export type MailboxTestResultCheckName =
  | 'dns'
  | 'connection'
  | 'tls'
  | 'authentication'
  | 'sending'
  | 'receiving'
  | 'signature';

export type MailboxTestResultCheckStatus = 'passed' | 'failed' | 'skipped';

/** The user and workspace of the current credential */
export interface Me {
  /** Id of the user */
  id: string;
  /** E-mail address */
  email: string;
  /** Full name */
  name: string;
  /** Role, which limits what the user and their tokens may do */
  role: Extensible<UserRole>;
  /**
   * Account status. Users are `invited` until they have chosen a password; only `active` ones can sign
   * in and be assigned
   */
  status: Extensible<UserStatus>;
  /** URL of the profile picture, or null */
  avatar_url: string | null;
  /**
   * Whether a user takes records, and how many
   *
   * Servers before the next release do not send it.
   */
  availability?: Availability | null;
  /** Time of creation */
  created_at: string;
  /** Time of the last change */
  updated_at: string;
  /** The current credential */
  credential: Credential;
  /** Plan of the workspace, which determines the rate limit */
  plan: Extensible<Plan>;
  /** The workspace of the credential */
  workspace: WorkspaceSummary;
}

/** What a member of a team works at */
export interface MemberLoad {
  /** The member */
  user: Assignee;
  /**
   * Whether a user takes records: only one who is `online` is assigned records by their teams. It
   * stays until it is changed: a closed browser does not end it
   */
  availability: Extensible<AvailabilityStatus>;
  /** Number of open records of the team that are assigned to the member */
  open: number;
  /** Number of open records that are assigned to the member */
  open_in_all_teams: number;
}

export interface MergeConversationRequest {
  /** Ids of the conversations to merge into this one, at most 50 */
  from_ids: string[];
}

export interface MergeTicketRequest {
  /** Ids of the tickets to merge into this one, at most 50 */
  from_ids: string[];
}

/** A message, internal note or comment in a conversation */
export interface Message {
  /** Id of the message */
  id: string;
  /** Id of the conversation */
  conversation_id: string;
  /** Text of the message; empty if it was redacted */
  body: string;
  /**
   * Text of earlier messages that a mail repeats, which `body` is without; or null
   *
   * Servers before the next release do not send it.
   */
  quoted_body?: string | null;
  /**
   * Type of message. `reply`: for the contact; `note`: internal, visible to the team only; `comment`:
   * for the contact too, but never sent. A reply of a user is sent, unless `send` is false, if its
   * conversation has a `mailbox_id` or `connection_id`; others are recorded, not sent
   */
  type: Extensible<MessageType>;
  /** Id of the message in an external system, unique in the workspace and mode, or null */
  external_id: string | null;
  /** Author of the message */
  author: MessageAuthor;
  /** Files attached to the message */
  attachments: Attachment[];
  /**
   * Its addresses and its subject, if it is a mail, or null
   *
   * Servers before the next release do not send it.
   */
  email?: MessageEmail | null;
  /**
   * Id of the mailbox through which it leaves or came, or null
   *
   * Servers before the next release do not send it.
   */
  mailbox_id?: string | null;
  /**
   * Id of the connection through which it leaves or came, or null
   *
   * Servers before the next release do not send it.
   */
  connection_id?: string | null;
  /** The sending of the message; null if it is recorded, not sent */
  delivery: MessageDelivery | null;
  /**
   * Time at which the contact sent it, as a connector or the mail has told; or null
   *
   * Servers before the next release do not send it.
   */
  sent_at?: string | null;
  /**
   * Time at which its text was changed last, or null
   *
   * Servers before the next release do not send it.
   */
  edited_at?: string | null;
  /**
   * Id of the user who changed its text last, or null
   *
   * Servers before the next release do not send it.
   */
  edited_by?: string | null;
  /** Time at which its text and attachments were removed, or null */
  redacted_at: string | null;
  /**
   * Id of the user who removed them; null also if an operator has erased its contact
   *
   * Servers before the next release do not send it.
   */
  redacted_by?: string | null;
  /**
   * Ids of the users whom a note mentions
   *
   * Servers before the next release do not send it.
   */
  mentions?: string[] | null;
  /** Time of creation */
  created_at: string;
}

/** Author of the message */
export interface MessageAuthor {
  /** Type of the author */
  type: Extensible<AuthorType>;
  /** Id of the user or contact */
  id: string;
  /** Name of the author */
  name: string | null;
}

/** The sending of a message to its recipients */
export interface MessageDelivery {
  /**
   * How far the sending of a message is. `queued`: waits; `sending`: is being handed over, which
   * connectors alone report: a mail is `queued` until it is `sent`; `sent`: the server of the mailbox
   * has taken it over; `delivered`: the server of the recipient has taken it; `unknown`: it was handed
   * over and no answer came; `bounced`: refused after it was sent; `failed`: not sent; `cancelled`:
   * redacted before it was sent
   */
  status: Extensible<MessageDeliveryStatus>;
  /** Time of the last change of the status */
  updated_at: string;
  /** Why it waits, or was not sent or delivered; or null */
  error: MessageDeliveryError | null;
  /** The recipients, each with the status of its own */
  recipients: MessageDeliveryRecipient[];
}

export interface MessageDeliveryError {
  /** Machine-readable cause */
  code: string;
  /** Enhanced status code of the receiving mail server, or null */
  smtp_status: string | null;
  /** Cause in words */
  message: string;
}

export interface MessageDeliveryRecipient {
  /** Address of the recipient */
  address: string;
  /**
   * How far the sending of a message is. `queued`: waits; `sending`: is being handed over, which
   * connectors alone report: a mail is `queued` until it is `sent`; `sent`: the server of the mailbox
   * has taken it over; `delivered`: the server of the recipient has taken it; `unknown`: it was handed
   * over and no answer came; `bounced`: refused after it was sent; `failed`: not sent; `cancelled`:
   * redacted before it was sent
   */
  status: Extensible<MessageDeliveryStatus>;
  /**
   * Why it waits, or was not sent or delivered; or null
   *
   * Servers before the next release do not send it.
   */
  error?: MessageDeliveryError | null;
}

export type MessageDeliveryStatus =
  | 'queued'
  | 'sending'
  | 'sent'
  | 'delivered'
  | 'unknown'
  | 'bounced'
  | 'failed'
  | 'cancelled';

/** A message as a mail */
export interface MessageEmail {
  /** Whether it came or leaves */
  direction: Extensible<MessageEmailDirection>;
  /** The sender of an incoming mail; null for an outgoing one, which the mailbox sends */
  from: MailAddress | null;
  /** Where the sender of an incoming mail asks for answers, if not at its own address */
  reply_to: MailAddress[];
  /** The recipients */
  to: MailAddress[];
  /** Recipients of a copy */
  cc: MailAddress[];
  /** Recipients of a copy whom no other recipient sees */
  bcc: MailAddress[];
  /** Subject line, or null for none */
  subject: string | null;
  /** Whether it has a body in HTML beside its text */
  has_html: boolean;
  /**
   * Whether a program wrote it, such as an out-of-office notice: it reopens nothing, and nobody waits
   * for an answer to it
   */
  is_automatic: boolean;
  /**
   * Whether the sender takes part in the conversation. A reply is not sent to one who does not, unless
   * it names the address
   */
  is_participant: boolean;
  /** Whether parts of an incoming mail were left out, which its source has */
  is_truncated: boolean;
  /**
   * What proves the sender of an incoming mail; null for an outgoing one, and for one that was
   * imported
   */
  authentication: MailAuthentication | null;
}

export type MessageEmailDirection = 'incoming' | 'outgoing';

/**
 * Type of message. `reply`: for the contact; `note`: internal, visible to the team only; `comment`:
 * for the contact too, but never sent. A reply of a user is sent, unless `send` is false, if its
 * conversation has a `mailbox_id` or `connection_id`; others are recorded, not sent
 */
export type MessageType = 'reply' | 'note' | 'comment';

export type Mode = 'live' | 'test';

/** Requests in live mode */
export interface ModeUsage {
  /** Requests that counted against the limit */
  requests: number;
  /** Requests that were refused with 429 because the limit was used up */
  rate_limited: number;
}

export interface NewMessage {
  /**
   * Text of the message. Required and not blank, unless files are attached; with `email.html` it may
   * be left out
   */
  body?: string | undefined;
  /** Id of the message in an external system, unique in the workspace and mode, or null */
  external_id?: string | null | undefined;
  /** Type of message; defaults to `reply` for users and `comment` for contacts */
  type?: MessageType | undefined;
  /**
   * Author of the message: the user of the credential (the default), another user, or the contact of
   * the conversation
   */
  author?: NewMessageAuthor | undefined;
  /**
   * Whether a reply of a user leaves through the mailbox or the connection of the conversation; false
   * records it only
   */
  send?: boolean | undefined;
  /**
   * What a reply by mail has beside its text. Only for a message that leaves through a mailbox; 50
   * recipients at most, none of whom is a mailbox of the workspace
   *
   * Servers before the next release do not send it.
   */
  email?: NewMessageEmail | null | undefined;
  /**
   * Ids of active users whom a note mentions, at most 20: they are notified, and follow the
   * conversation. Only for notes
   *
   * Servers before the next release do not send it.
   */
  mentions?: string[] | null | undefined;
  /**
   * Ids of files to attach: each was uploaded by `POST /v1/files`, in the same mode. They require the
   * scope `files:read`
   */
  attachments?: string[] | undefined;
}

/**
 * Author of the message: the user of the credential (the default), another user, or the contact of the
 * conversation
 */
export interface NewMessageAuthor {
  /** Type of the author */
  type: AuthorType;
  /** Id of another user who has written the message. Only for API keys with the scope `users:write` */
  id?: string | undefined;
}

/**
 * What a reply by mail has beside its text. Only for a message that leaves through a mailbox; 50
 * recipients at most, none of whom is a mailbox of the workspace
 */
export interface NewMessageEmail {
  /** Addresses of the recipients; by default those of `reply_recipients` */
  to?: string[] | undefined;
  /**
   * Addresses of the recipients of a copy; by default those of `reply_recipients`, and none if `to` is
   * given
   */
  cc?: string[] | undefined;
  /** Addresses of the recipients of a copy whom no other recipient sees */
  bcc?: string[] | undefined;
  /** Subject line; by default that of the conversation, as a reply */
  subject?: string | undefined;
  /**
   * Body in HTML, sent beside the text in a form that cannot harm: scripts, forms and unknown styles
   * are removed. Without a `body` the text is made of it
   */
  html?: string | undefined;
}

/** What the other ticket is to this one */
export type NewTicketLinkType = 'related' | 'duplicate_of' | 'parent';

/**
 * Why a user is notified. `assigned`: a record was assigned to them; `mentioned`: a note mentions
 * them; `reply`: the contact wrote on a record that is assigned to them or that they follow;
 * `sla_warning`: the first response to a ticket of theirs is soon due; `woken`: a snooze of theirs has
 * ended
 */
export type NotificationCause = 'assigned' | 'mentioned' | 'reply' | 'sla_warning' | 'woken';

/** Where notifications of a cause arrive */
export interface NotificationChannels {
  /** Whether they are in the list of notifications */
  in_app: boolean;
  /** Whether they are pushed to the devices of the user */
  push: boolean;
  /** Whether the user gets a mail about those that stay unread for an hour */
  mail: boolean;
}

/** Channels to change */
export interface NotificationChannelsPatch {
  /** Whether they are in the list of notifications */
  in_app?: boolean | undefined;
  /** Whether they are pushed to the devices of the user */
  push?: boolean | undefined;
  /** Whether the user gets a mail about those that stay unread for an hour */
  mail?: boolean | undefined;
}

/** How many notifications a user has not read */
export interface NotificationCounts {
  /** Number of unread notifications */
  unread: number;
}

/** A browser that gets push messages */
export interface NotificationDevice {
  /** Id of the notification device */
  id: string;
  /** Name that the user has given it, or null */
  name: string | null;
  /** Host of the push service of the browser */
  push_service: string;
  /** Time of creation */
  created_at: string;
}

/** Whether and with which key notifications are pushed */
export interface NotificationPush {
  /** Whether notifications are pushed */
  available: boolean;
  /** Public key for `applicationServerKey` of `pushManager.subscribe`; null if nothing is pushed */
  public_key: string | null;
}

/** Where the notifications of a user arrive, by cause */
export interface NotificationSettings {
  /** Notifications with the cause `assigned` */
  assigned: NotificationChannels;
  /** Notifications with the cause `mentioned` */
  mentioned: NotificationChannels;
  /** Notifications with the cause `reply` */
  reply: NotificationChannels;
  /** Notifications with the cause `sla_warning` */
  sla_warning: NotificationChannels;
  /** Notifications with the cause `woken` */
  woken: NotificationChannels;
}

/** Issuer of the tokens */
export type OAuthProvider = 'google' | 'microsoft';

/** Pagination of a list */
export interface PageMeta {
  /** Page number; null with `cursor` */
  current_page: number | null;
  /** Number of items per page */
  per_page: number;
  /** Number of pages; null with `cursor`, and if `total_count` is a lower bound */
  total_pages: number | null;
  /** Number of matching items */
  total_count: number;
  /**
   * Accuracy of `total_count`: `eq` if exact, `gte` if counting stopped at 10,000, or at 1,000 with
   * `q`
   */
  total_count_relation: Extensible<CountRelation>;
  /** Cursor of the next page, or null on the last one */
  next_cursor: string | null;
  /**
   * `resume_cursor`: with `sort=updated_at` and `order=asc`, and for events with `order=asc`, on every
   * page: the cursor to continue with later, which misses no change and repeats those of the last
   * minute; otherwise null
   */
  resume_cursor: string | null;
}

export type Plan = 'starter' | 'professional' | 'business' | 'unlimited';

/** A user in a conversation */
export interface Presence {
  /** Id of the conversation */
  conversation_id: string;
  /** Id of the user */
  user_id: string;
  /** What the user does in the conversation: reads it, or writes a message */
  state: Extensible<PresenceState>;
  /** Time at which it ends, unless the user is reported again */
  expires_at: string;
}

/** What the user does in the conversation: reads it, or writes a message */
export type PresenceState = 'viewing' | 'composing';

/** Priority */
export type Priority = 'urgent' | 'high' | 'normal' | 'low';

/** What marking all notifications as read has done */
export interface ReadNotifications {
  /** Number of notifications that were unread before */
  marked: number;
}

export interface ReceiveMessageRequest {
  /** Id of the message in the channel, unique in the connection */
  external_id: string;
  /** Id of the conversation in the channel, such as the numbers of both sides */
  external_conversation_id: string;
  /** The sender */
  from: ReceiveMessageRequestFrom;
  /** Text of the message; may be empty beside files */
  body?: string | undefined;
  /**
   * Ids of files to attach: each was uploaded by `POST /v1/files`, in the same mode. They require the
   * scope `files:read`
   */
  attachments?: string[] | undefined;
  /** Time at which it was sent in the channel, as ISO 8601, or null */
  sent_at?: string | null | undefined;
}

/** The sender */
export interface ReceiveMessageRequestFrom {
  /** What identifies the sender in the channel, such as a phone number or a user name */
  handle: string;
  /** Name of the sender, or null */
  name?: string | null | undefined;
  /** E-mail address of the sender, or null */
  email?: string | null | undefined;
  /** Phone number of the sender, or null */
  phone?: string | null | undefined;
}

/** What the call has done */
export interface ReceivedMeta {
  /** Whether the message was created; else it was there */
  created: boolean;
}

/** How a provider hands over mails that arrive, without its secrets */
export interface Receiving {
  /**
   * Provider that takes the mails of the mailbox and hands them over by HTTP. `postmark`: Postmark;
   * `mailgun`: Mailgun; `sendgrid`: Twilio SendGrid; `ses`: Amazon SES through an SNS topic
   */
  type: Extensible<ReceivingType>;
  /** Address that the provider calls, with a token that nobody can guess */
  url: string;
  /**
   * What proves that a request is of the provider. `password`: the password in the URL that it calls;
   * `signature`: its signature
   */
  authentication: Extensible<ReceivingAuthentication>;
  /** ARN of the SNS topic, for `ses`, or null */
  topic_arn: string | null;
}

export type ReceivingAuthentication = 'password' | 'signature';

/**
 * Provider that takes the mails of the mailbox and hands them over by HTTP. `postmark`: Postmark;
 * `mailgun`: Mailgun; `sendgrid`: Twilio SendGrid; `ses`: Amazon SES through an SNS topic
 */
export type ReceivingType = 'postmark' | 'mailgun' | 'sendgrid' | 'ses';

/** Conditions on tickets or conversations; without any, all match */
export interface RecordFilter {
  /** Conditions that must all be true; at most 25 together */
  all?: FilterCondition[];
  /** Conditions of which one must be true, unless there are none; at most 25 together */
  any?: FilterCondition[];
}

/** Conditions on tickets or conversations; without any, all match */
export interface RecordFilterInput {
  /** Conditions that must all be true; at most 25 together */
  all?: FilterConditionInput[] | undefined;
  /** Conditions of which one must be true, unless there are none; at most 25 together */
  any?: FilterConditionInput[] | undefined;
}

export interface RecoverWebhookRequest {
  /** Earliest creation time (inclusive) */
  created_after: string | Date;
  /** Latest creation time (exclusive); the current time by default */
  created_before?: string | Date | undefined;
}

/** Result of a replay */
export interface Recovery {
  /** Number of replayed deliveries */
  recovered: number;
  /** Whether failed deliveries remain in the range */
  has_more: boolean;
}

/** Whom a reply goes to */
export interface ReplyRecipients {
  /** Id of the mailbox through which replies leave, or null */
  mailbox_id: string | null;
  /** The recipients; empty if nobody has an address */
  to: MailAddress[];
  /** Recipients of a copy */
  cc: MailAddress[];
  /** Subject line, or null */
  subject: string | null;
}

/** What the records are grouped by */
export type ReportGroup = 'team' | 'assignee' | 'channel' | 'inbox' | 'tag';

/** Length of the intervals: hours, days or weeks (from Monday) of the time zone */
export type ReportInterval = 'hour' | 'day' | 'week';

/** What a report covers */
export interface ReportMeta {
  /**
   * What is measured: records created (`volume`), records that are neither resolved nor closed at the
   * end of each interval (`backlog`), the time to the first reply of a user (`first_response`) and to
   * resolution or closing (`resolution`), reopenings (`reopened`), and the share of first-response
   * targets that were met (`sla_met`, of tickets alone)
   */
  metric: Extensible<ReportMetric>;
  /** What is counted: tickets or conversations */
  resource: Extensible<ViewResource>;
  /** What the records are grouped by */
  by: Extensible<ReportGroup> | null;
  /** Length of the intervals: hours, days or weeks (from Monday) of the time zone */
  interval: Extensible<ReportInterval>;
  /** Time zone of the intervals (IANA) */
  time_zone: string;
  /** Start of the report (inclusive) */
  occurred_after: string;
  /** End of the report (exclusive) */
  occurred_before: string;
}

/**
 * What is measured: records created (`volume`), records that are neither resolved nor closed at the
 * end of each interval (`backlog`), the time to the first reply of a user (`first_response`) and to
 * resolution or closing (`resolution`), reopenings (`reopened`), and the share of first-response
 * targets that were met (`sla_met`, of tickets alone)
 */
export type ReportMetric = 'volume' | 'backlog' | 'first_response' | 'resolution' | 'reopened' | 'sla_met';

/** What a report has of an interval, and of a group in it */
export interface ReportPoint {
  /** Start of the interval (inclusive) */
  start_at: string;
  /** End of the interval (exclusive) */
  end_at: string;
  /**
   * Id of the team, assignee or inbox, name of the channel or tag; null for records without one, and
   * without `by`
   */
  group: string | null;
  /** Number of records, responses, resolutions, reopenings or measured targets */
  count: number;
  /** Median of the times, in seconds; null for metrics without times */
  median_seconds: number | null;
  /** 90th percentile of the times, in seconds */
  p90_seconds: number | null;
  /** Targets that were met; null for other metrics than `sla_met` */
  met: number | null;
  /** Targets that were breached */
  breached: number | null;
  /** Share of the targets that were met, from 0 to 1 */
  met_share: number | null;
}

export interface ReportPresenceRequest {
  /** What the user does in the conversation: reads it, or writes a message */
  state: PresenceState;
}

/** What is counted: tickets or conversations */
export type ReportResource = 'ticket' | 'conversation';

/** How far the connector has come. A report of an earlier state changes nothing */
export type ReportedDeliveryStatus = 'sending' | 'sent' | 'delivered' | 'unknown' | 'bounced' | 'failed';

export interface ResendMessageRequest {
  /**
   * Other recipients or another subject; what is left out stays. Only for a message that leaves by
   * mail
   */
  email?: ResendMessageRequestEmail | undefined;
}

/** Other recipients or another subject; what is left out stays. Only for a message that leaves by mail */
export interface ResendMessageRequestEmail {
  /**
   * Addresses of the recipients; by default those whom it has not reached, or the contact if it had no
   * recipients
   */
  to?: string[] | undefined;
  /**
   * Addresses of the recipients of a copy; by default those whom it has not reached, also if `to` is
   * given
   */
  cc?: string[] | undefined;
  /**
   * Addresses of the recipients of a copy whom no other recipient sees; by default those whom it has
   * not reached, also if `to` is given
   */
  bcc?: string[] | undefined;
  /** Subject line; by default the one that it had */
  subject?: string | undefined;
}

export interface RotateWebhookSecretRequest {
  /** Signing secret: 8 to 256 printable ASCII characters, or `whsec_` and the base64 of 24 to 64 bytes */
  secret?: string | undefined;
}

export interface SaveDraftRequest {
  /** Type of the message that it becomes */
  type?: MessageType | undefined;
  /** Text so far */
  body: string;
  /** Recipients, subject and HTML, as for a message; or null */
  email?: NewMessageEmail | null | undefined;
  /**
   * Ids of files to attach: each was uploaded by `POST /v1/files`, in the same mode. They require the
   * scope `files:read`
   */
  attachments?: string[] | undefined;
}

export type Scope =
  | 'conversations:read'
  | 'conversations:write'
  | 'contacts:read'
  | 'contacts:write'
  | 'tickets:read'
  | 'tickets:write'
  | 'users:read'
  | 'users:write'
  | 'files:read'
  | 'files:write'
  | 'views:read'
  | 'views:write'
  | 'notifications:manage'
  | 'macros:read'
  | 'macros:write'
  | 'webhooks:manage'
  | 'mailboxes:manage';

export type SearchGroup = 'conversations' | 'contacts' | 'tickets';

/** Number of matches and completeness of the search */
export interface SearchMeta {
  /** Number of matches of all types, counting at most 10,000 of each */
  total_results: number;
  /**
   * Accuracy of `total_results`: `eq` if exact, `gte` if a count reached its limit or a type was not
   * searched
   */
  total_results_relation: Extensible<CountRelation>;
  /** Groups that are empty because they could not be searched in time */
  partial: Extensible<SearchGroup>[];
}

/** Search results by type */
export interface SearchResults {
  /** Matching conversations, most relevant first */
  conversations: Conversation[];
  /** Matching contacts, most relevant first */
  contacts: Contact[];
  /** Matching tickets, most relevant first */
  tickets: Ticket[];
}

/** Resource type to search; all by default */
export type SearchType = 'conversation' | 'contact' | 'ticket';

/**
 * `block`: mails of the sender are quarantined as `blocked`; `allow`: they are not quarantined as
 * `spam` or `flood`, unless the domain asks to refuse mails that nothing proves, and nothing proves
 * them
 */
export type SenderAction = 'block' | 'allow';

/** What becomes of the mails of a sender */
export interface SenderRule {
  /** Id of the sender rule */
  id: string;
  /** The address, or the domain with its subdomains */
  sender: string;
  /**
   * `block`: mails of the sender are quarantined as `blocked`; `allow`: they are not quarantined as
   * `spam` or `flood`, unless the domain asks to refuse mails that nothing proves, and nothing proves
   * them
   */
  action: Extensible<SenderAction>;
  /**
   * `manual`: an admin has made it; `released`: a mail of the sender was released from quarantine,
   * where it was as `spam` or `flood`
   */
  origin: Extensible<SenderRuleOrigin>;
  /** Time of creation */
  created_at: string;
  /** Time of the last change */
  updated_at: string;
}

export type SenderRuleOrigin = 'manual' | 'released';

/** A domain in whose name the relay of the operator sends, and the DNS records that it needs */
export interface SendingDomain {
  /** Id of the sending domain */
  id: string;
  /** Name of the domain */
  domain: string;
  /**
   * `pending`: not verified yet; `verified`: the DKIM record was found, and mails from the domain are
   * signed with its key; `failed`: the record has gone or is another one
   */
  status: Extensible<SendingDomainStatus>;
  /** The records to publish */
  records: DnsRecord[];
  /** Time of the last verification that found the DKIM record, or null */
  verified_at: string | null;
  /** Time of creation */
  created_at: string;
  /** Time of the last change */
  updated_at: string;
}

export type SendingDomainStatus = 'pending' | 'verified' | 'failed';

/** A measured time with its deadline */
export interface SlaMetric {
  /** What is measured. `first_response`: the time until a user first replies. More metrics may follow */
  metric: Extensible<SlaMetricName>;
  /**
   * SLA status of the first response: `warning` after 75% of the target time, `breached` after all of
   * it
   */
  status: Extensible<SlaStatus>;
  /** Deadline */
  due_at: string;
  /** Time at which the timer last started: creation, or reopening */
  started_at: string;
  /** Time at which the timer stopped; null while it runs */
  stopped_at: string | null;
}

export type SlaMetricName = 'first_response';

/** SLA status of the first response: `warning` after 75% of the target time, `breached` after all of it */
export type SlaStatus = 'on_track' | 'warning' | 'breached';

/** First-response targets in force, by priority */
export interface SlaTargets {
  /** Duration */
  urgent: string;
  /** Duration */
  high: string;
  /** Duration */
  normal: string;
  /** Duration */
  low: string;
}

/** First-response targets by priority */
export interface SlaTargetsUpdate {
  /** Target time to the first response */
  urgent?: string | undefined;
  /** Target time to the first response */
  high?: string | undefined;
  /** Target time to the first response */
  normal?: string | undefined;
  /** Target time to the first response */
  low?: string | undefined;
}

/** Sort direction */
export type SortOrder = 'asc' | 'desc';

export interface SplitConversationRequest {
  /** Ids of the messages to move, at most 100 */
  message_ids: string[];
  /** Subject line of the new conversation; by default that of this one */
  subject?: string | null | undefined;
}

/** Values of `presence` in `streamEvents` */
export type StreamEventsPresence = 'true' | 'false';

/** An address to which no mail is sent */
export interface Suppression {
  /** Id of the suppression */
  id: string;
  /** The address */
  address: string;
  /**
   * `bounced`: a mail to the address was refused for good; `complained`: its owner reported a mail as
   * spam, which nothing records yet; `manual`: an admin has listed it
   */
  reason: Extensible<SuppressionReason>;
  /** When it ends by itself, or null */
  expires_at: string | null;
  /** Time of creation */
  created_at: string;
  /** Time of the last change */
  updated_at: string;
}

/**
 * `bounced`: a mail to the address was refused for good; `complained`: its owner reported a mail as
 * spam, which nothing records yet; `manual`: an admin has listed it
 */
export type SuppressionReason = 'bounced' | 'complained' | 'manual';

/** A label on conversations and tickets */
export interface Tag {
  /** Id of the tag */
  id: string;
  /** Name, in the spelling of its creation or first use */
  name: string;
  /** Color as `#rrggbb` */
  color: string;
  /** Number of conversations and tickets with this tag */
  count: number;
  /** Time of creation */
  created_at: string;
}

/** A group of users */
export interface Team {
  /** Id of the team */
  id: string;
  /** Display name */
  name: string;
  /** Purpose of the team, or null */
  description: string | null;
  /** Number of members */
  members_count: number;
  /**
   * How the open records of a team are assigned
   *
   * Servers before the next release do not send it.
   */
  assignment?: Assignment | null;
  /** Time of creation */
  created_at: string;
  /** Time of the last change */
  updated_at: string;
}

/** What a team works at, in the mode of the credential */
export interface TeamLoad {
  /** Id of the team */
  team_id: string;
  /** How the open records of a team are assigned */
  assignment: Assignment;
  /** Number of open records of the team that nobody is assigned to */
  waiting: number;
  /** Time of creation of the oldest of them, or null */
  oldest_waiting_since: string | null;
  /** The members of the team */
  members: MemberLoad[];
}

/** A user and their membership in a team */
export interface TeamMember {
  /** Id of the user */
  id: string;
  /** E-mail address */
  email: string;
  /** Full name */
  name: string;
  /** Role, which limits what the user and their tokens may do */
  role: Extensible<UserRole>;
  /**
   * Account status. Users are `invited` until they have chosen a password; only `active` ones can sign
   * in and be assigned
   */
  status: Extensible<UserStatus>;
  /** URL of the profile picture, or null */
  avatar_url: string | null;
  /**
   * Whether a user takes records, and how many
   *
   * Servers before the next release do not send it.
   */
  availability?: Availability | null;
  /** Time of creation */
  created_at: string;
  /** Time of the last change */
  updated_at: string;
  /** Time at which the user joined the team */
  joined_at: string;
}

/** The team that a record belongs to */
export interface TeamSummary {
  /** Id of the team */
  id: string;
  /** Display name of the team */
  name: string;
}

/** A support request with a status, a priority and an SLA */
export interface Ticket {
  /** Id of the ticket */
  id: string;
  /**
   * Number by which people name the record, unique in its workspace and mode; later records have
   * higher ones, and some are left out
   *
   * Servers before the next release do not send it.
   */
  number?: number | null;
  /** Subject line */
  subject: string;
  /** Full text of the request */
  description: string | null;
  /** Id of the ticket in an external system, unique in the workspace and mode, or null */
  external_id: string | null;
  /** Priority */
  priority: Extensible<Priority>;
  /** Id of the inbox, or null */
  inbox_id: string | null;
  /** Current status of the ticket */
  status: Extensible<TicketStatus>;
  /** First-response SLA: status and deadline; null without a target */
  sla: TicketSla | null;
  /** Time of the first response by a user, or null */
  first_responded_at: string | null;
  /** Time at which it was last resolved; null unless resolved, or closed after that */
  resolved_at: string | null;
  /** Time at which it was closed; null unless closed */
  closed_at: string | null;
  /** Number of times that it was reopened after it was resolved or closed */
  reopened_count: number;
  /** The user assigned to the ticket, or null */
  assignee: Assignee | null;
  /**
   * Time at which its snooze ends; null unless snoozed
   *
   * Servers before the next release do not send it.
   */
  snoozed_until?: string | null;
  /**
   * Whether a message of the contact ends the snooze; one that a program wrote for it does not
   *
   * Servers before the next release do not send it.
   */
  wake_on_reply?: boolean | null;
  /**
   * The team that the ticket belongs to, or null
   *
   * Servers before the next release do not send it.
   */
  team?: TeamSummary | null;
  /** The contact who requested the ticket, or null */
  contact: ContactSummary | null;
  /** Names of the tags */
  tags: string[];
  /** Id of the linked conversation, or null */
  conversation_id: string | null;
  /** Custom key-value pairs; values are strings, numbers, booleans or arrays of them */
  custom_fields: CustomFields;
  /**
   * Ids of the tickets that were merged into it, at most 500; their ids lead to this ticket
   *
   * Servers before the next release do not send it.
   */
  merged_from?: string[] | null;
  /**
   * Links to other tickets, at most 100, in the order in which they were made
   *
   * Servers before the next release do not send it.
   */
  links?: TicketLink[] | null;
  /** Time of creation */
  created_at: string;
  /** Time of the last change */
  updated_at: string;
}

/** Fields to change in every record */
export interface TicketBulkUpdate {
  /** Subject line */
  subject?: string | undefined;
  /** Full text of the request */
  description?: string | null | undefined;
  /** Id of the ticket in an external system, unique in the workspace and mode, or null */
  external_id?: string | null | undefined;
  /** Priority */
  priority?: Priority | undefined;
  /** Id of the inbox, or null */
  inbox_id?: string | null | undefined;
  /** Names of the tags (case-insensitive), at most 50 */
  tags?: string[] | undefined;
  /** Id of an active user of the workspace, or null to unassign */
  assignee_id?: string | null | undefined;
  /**
   * Id of a team of the workspace, or null
   *
   * Servers before the next release do not send it.
   */
  team_id?: string | null | undefined;
  /**
   * Snoozes an open or pending record until a time within a year, or wakes it (null). Resolving or
   * closing it ends the snooze
   *
   * Servers before the next release do not send it.
   */
  snoozed_until?: string | null | undefined;
  /**
   * Whether a message of the contact ends the snooze (default true); one that a program wrote for it
   * does not. Only a snoozed record may have `false`
   *
   * Servers before the next release do not send it.
   */
  wake_on_reply?: boolean | null | undefined;
  /**
   * Custom key-value pairs to merge by key; null removes a key. At most 100 keys and 16 KiB as JSON;
   * integers of at most 2^53 - 1, which JSON libraries keep
   */
  custom_fields?: CustomFieldsPatch | undefined;
  /** Current status of the ticket */
  status?: TicketStatus | undefined;
  /** Names of tags to add */
  add_tags?: string[] | undefined;
  /** Names of tags to remove (case-insensitive) */
  remove_tags?: string[] | undefined;
}

/** The deleted ticket */
export interface TicketDeletedEventData {
  /** Id of the ticket */
  id: string;
}

/** Record to return beside it */
export type TicketInclude = 'contact' | 'conversation' | 'last_message' | 'assignee';

/** Another ticket, and what it is to this one */
export interface TicketLink {
  /** What the other ticket is to this one */
  type: Extensible<TicketLinkType>;
  /** Id of the other ticket */
  ticket_id: string;
}

export type TicketLinkType = 'related' | 'duplicate_of' | 'duplicate' | 'parent' | 'child';

/** The merged ticket */
export interface TicketMergedEventData {
  /** Id of the ticket */
  id: string;
  /** Id of the ticket that it was merged into */
  merged_into: string;
}

export interface TicketSla {
  /**
   * SLA status of the first response: `warning` after 75% of the target time, `breached` after all of
   * it
   */
  status: Extensible<SlaStatus>;
  /** Deadline for the first response, or null */
  first_response_due: string | null;
  /** Each measured time */
  metrics: SlaMetric[];
}

/** Current status of the ticket */
export type TicketStatus = 'open' | 'pending' | 'resolved' | 'closed';

/**
 * How the mails of a mailbox leave, and how they arrive with `imap_smtp` and `graph`, without its
 * secrets
 */
export interface Transport {
  /**
   * How mails leave. `smtp`: through a submission server; `imap_smtp`: as `smtp`, and mails that
   * arrive are fetched from the inbox of an IMAP server; `graph`: through Microsoft Graph, for tenants
   * that refuse SMTP authentication, and with `after_receiving` mails that arrive are fetched from the
   * inbox; `sandbox`: not at all, their outcome is simulated by the address of the recipient
   */
  type: Extensible<TransportType>;
  /** Name of the submission server, or null */
  host: string | null;
  /** Its port, or null */
  port: number | null;
  /**
   * `tls`: encrypted from the first byte, as on port 465; `starttls`: encrypted by STARTTLS, which the
   * server must offer; `none`: only to hosts that the operator allows
   */
  security: Extensible<TransportSecurity> | null;
  /** How the mailbox signs in */
  authentication: Extensible<TransportAuthentication>;
  /** User name at the server, or null */
  username: string | null;
  /** Issuer of the tokens */
  oauth_provider: Extensible<OAuthProvider> | null;
  /** Id of the OAuth application, or null */
  client_id: string | null;
  /** Id of the Microsoft tenant, or null */
  tenant_id: string | null;
  /** Name of the IMAP server, or null */
  imap_host: string | null;
  /** Its port, or null */
  imap_port: number | null;
  /**
   * `tls`: encrypted from the first byte, as on port 465; `starttls`: encrypted by STARTTLS, which the
   * server must offer; `none`: only to hosts that the operator allows
   */
  imap_security: Extensible<TransportSecurity> | null;
  /**
   * What becomes of a mail at its server once it is stored here. `leave`: it stays as it is, unread if
   * it was; `delete`: it is deleted there, which only `imap_smtp` does
   */
  after_receiving: Extensible<AfterReceiving> | null;
}

/** How the mailbox signs in */
export type TransportAuthentication = 'none' | 'password' | 'oauth2';

/**
 * `tls`: encrypted from the first byte, as on port 465; `starttls`: encrypted by STARTTLS, which the
 * server must offer; `none`: only to hosts that the operator allows
 */
export type TransportSecurity = 'tls' | 'starttls' | 'none';

/**
 * How mails leave. `smtp`: through a submission server; `imap_smtp`: as `smtp`, and mails that arrive
 * are fetched from the inbox of an IMAP server; `graph`: through Microsoft Graph, for tenants that
 * refuse SMTP authentication, and with `after_receiving` mails that arrive are fetched from the inbox;
 * `sandbox`: not at all, their outcome is simulated by the address of the recipient
 */
export type TransportType = 'smtp' | 'imap_smtp' | 'graph' | 'sandbox';

/**
 * What becomes of a mail that was handed over without an answer of the server. `hold`: it stays
 * `unknown`; `retry`: it is sent once more after 15 minutes, with the same Message-ID, and may arrive
 * twice
 */
export type UnknownOutcome = 'hold' | 'retry';

export interface UnmergeConversationRequest {
  /** Ids of the conversations to give back, of `merged_from`, at most 50 */
  ids: string[];
}

export interface UnmergeTicketRequest {
  /** Ids of the tickets to give back, of `merged_from`, at most 50 */
  ids: string[];
}

export interface UpdateAvailabilityRequest {
  /** Whether the user takes records */
  availability: UpdateAvailabilityRequestAvailability;
}

/** Whether the user takes records */
export interface UpdateAvailabilityRequestAvailability {
  /**
   * Whether a user takes records: only one who is `online` is assigned records by their teams. It
   * stays until it is changed: a closed browser does not end it
   */
  status?: AvailabilityStatus | undefined;
  /**
   * Time within a year at which the status ends: a user who is `away` or `offline` is `online` from
   * then on, one who is `online` is `offline`; null without an end. A new `status` without it has no
   * end
   */
  until?: string | null | undefined;
  /**
   * Number of open records from which on the user is assigned no more, in all teams; null for the
   * limits of the teams alone
   */
  capacity?: number | null | undefined;
}

export interface UpdateConnectionRequest {
  /** Display name */
  name?: string | undefined;
  /** Id of the inbox of its new conversations, or null */
  inbox_id?: string | null | undefined;
}

export interface UpdateContactFormRequest {
  /** Display name; mails that ask for a confirmation show it */
  name?: string | undefined;
  /**
   * Origins of the pages that have the form; a submission from a page of another one, or that tells
   * none, is refused. Empty allows all
   */
  allowed_origins?: string[] | undefined;
  /** URL of the page that browsers are sent to once the message is received, or null for a plain page */
  redirect_url?: string | null | undefined;
  /** Id of the inbox of its conversations, or null */
  inbox_id?: string | null | undefined;
  /** Id of the mailbox through which replies leave, or null: then replies are recorded, not sent */
  mailbox_id?: string | null | undefined;
  /**
   * Whether a message waits until its sender confirms its address by a link that is mailed to it.
   * Without it, anybody can write in the name of anybody. In live mode it needs a mailbox of the
   * installation
   */
  confirmation?: boolean | undefined;
  /** Names of the tags of its conversations, at most 50 */
  tags?: string[] | undefined;
}

export interface UpdateContactRequest {
  /** E-mail address, unique in the workspace (case-insensitive) */
  email?: string | null | undefined;
  /** Full name; an empty one is null */
  name?: string | null | undefined;
  /** Phone number, as it was given */
  phone?: string | null | undefined;
  /** Id of the contact in an external system, unique in the workspace and mode, or null */
  external_id?: string | null | undefined;
  /** Company name */
  company?: string | null | undefined;
  /**
   * Custom key-value pairs to merge by key; null removes a key. At most 100 keys and 16 KiB as JSON;
   * integers of at most 2^53 - 1, which JSON libraries keep
   */
  custom_fields?: CustomFieldsPatch | undefined;
}

export interface UpdateConversationRequest {
  /** Subject line; an empty one is null */
  subject?: string | null | undefined;
  /** Id of the conversation in an external system, unique in the workspace and mode, or null */
  external_id?: string | null | undefined;
  /** Priority */
  priority?: Priority | undefined;
  /** Id of the inbox, or null */
  inbox_id?: string | null | undefined;
  /**
   * Id of the mailbox through which replies leave, or null
   *
   * Servers before the next release do not send it.
   */
  mailbox_id?: string | null | undefined;
  /**
   * Id of the connection through which replies leave, or null
   *
   * Servers before the next release do not send it.
   */
  connection_id?: string | null | undefined;
  /** Names of the tags (case-insensitive), at most 50 */
  tags?: string[] | undefined;
  /** Id of an active user of the workspace, or null to unassign */
  assignee_id?: string | null | undefined;
  /**
   * Id of a team of the workspace, or null
   *
   * Servers before the next release do not send it.
   */
  team_id?: string | null | undefined;
  /**
   * Snoozes an open or pending record until a time within a year, or wakes it (null). Resolving or
   * closing it ends the snooze
   *
   * Servers before the next release do not send it.
   */
  snoozed_until?: string | null | undefined;
  /**
   * Whether a message of the contact ends the snooze (default true); one that a program wrote for it
   * does not. Only a snoozed record may have `false`
   *
   * Servers before the next release do not send it.
   */
  wake_on_reply?: boolean | null | undefined;
  /**
   * Custom key-value pairs to merge by key; null removes a key. At most 100 keys and 16 KiB as JSON;
   * integers of at most 2^53 - 1, which JSON libraries keep
   */
  custom_fields?: CustomFieldsPatch | undefined;
  /** Current status of the conversation */
  status?: ConversationStatus | undefined;
  /**
   * The contact of the conversation, as in its creation. The tickets that are linked to it get the
   * same within a second
   */
  contact?: ContactReference | undefined;
}

export interface UpdateInboxRequest {
  /** Display name */
  name?: string | undefined;
  /**
   * Id of the team to which tickets and conversations that begin in the inbox belong, unless they name
   * another; or null
   *
   * Servers before the next release do not send it.
   */
  team_id?: string | null | undefined;
}

export interface UpdateMacroRequest {
  /** Display name */
  name?: string | undefined;
  /**
   * Text of the message, or null for a macro without one. `{{contact.first_name|there}}` is a
   * variable, with the text that stands in for an empty value; without one an empty value leaves
   * nothing. Rendered, it is plain text
   */
  body?: string | null | undefined;
  /** What the text of a macro becomes: a `reply` to the contact, or an internal `note` */
  message_type?: MacroMessageType | undefined;
  /** What a macro changes in a record; what is left out stays */
  actions?: MacroActionsInput | undefined;
  /**
   * Who sees a view or a macro: its owner alone, the members of a team and admins, or all users of the
   * workspace
   */
  visibility?: ViewVisibility | undefined;
  /** Id of the team that sees it, with `visibility: team`; otherwise null */
  team_id?: string | null | undefined;
}

export interface UpdateMailboxRequest {
  /** Display name */
  name?: string | undefined;
  /** Id of the inbox whose conversations have this mailbox by default, or null */
  inbox_id?: string | null | undefined;
  /** Address of the mailbox, from which replies are sent. It belongs to one mailbox of the installation */
  address?: string | undefined;
  /** Name beside the address of the sender; by default that of the user who replies */
  from_name?: string | null | undefined;
  /** Text below each reply, or null */
  signature?: string | null | undefined;
  /** Seconds for which a reply waits, and within which its redaction cancels it */
  send_delay?: number | undefined;
  /**
   * What becomes of a mail that was handed over without an answer of the server. `hold`: it stays
   * `unknown`; `retry`: it is sent once more after 15 minutes, with the same Message-ID, and may
   * arrive twice
   */
  on_unknown?: UnknownOutcome | undefined;
  /**
   * Whether the server delivers mail to `support+anything@example.com` to this mailbox, as Google and
   * Microsoft 365 do. Answers then go to an address with a token, by which they find their
   * conversation; a server that does not would refuse them
   */
  subaddressing?: boolean | undefined;
  /** Further addresses of the mailbox */
  aliases?: string[] | undefined;
  /**
   * How fast mails leave: by default 600 a minute, without a limit for a day, over 2 connections. Ask
   * your provider for its limits
   */
  limits?: CreateMailboxRequestLimits | undefined;
  /**
   * The automatic answer to the first mail of a conversation, once a day for each address, and only
   * where the domain of the sender proves that it sent the mail. It has neither the subject nor the
   * text of that mail. Off by default
   */
  acknowledgement?: CreateMailboxRequestAcknowledgement | undefined;
  /**
   * How mails leave. An update replaces all of it: what it leaves out has its default. Secrets alone
   * are kept if they are left out, while host, port, encryption, user and application stay the same;
   * otherwise they have to be given again: another server must not get them
   */
  transport?: CreateMailboxRequestTransport | undefined;
  /**
   * The id that your mail server or provider writes into `Authentication-Results` of the mails that it
   * takes, or null. With it, the topmost such field with this id proves the sender of a mail that is
   * fetched, or comes by LMTP or from a provider; without it, a signature (DKIM) alone does. The
   * server has to remove fields with its id that others have written (RFC 8601 section 5)
   */
  authserv_id?: string | null | undefined;
  /**
   * How a provider hands over mails that arrive, or null. A secret that is left out is kept while
   * `type` stays the same; the URL is another one after another type or null
   */
  receiving?: CreateMailboxRequestReceiving | null | undefined;
  /**
   * Imports the mails that are in the inbox of the IMAP server already, as closed conversations with
   * the dates of the mails. Nothing is sent, and the conversations and messages have no events. What
   * was imported before is not imported again. Null ends it, and keeps what was imported. Only for the
   * transport `imap_smtp`
   */
  import?: CreateMailboxRequestImport | null | undefined;
  /** `disabled` holds mails back, for three days at most; `connected` tries again at once */
  status?: WritableMailboxStatus | undefined;
}

export interface UpdateMessageDeliveryRequest {
  /** How far the connector has come. A report of an earlier state changes nothing */
  status: ReportedDeliveryStatus;
  /** Why it was not sent or delivered, or null */
  error?: UpdateMessageDeliveryRequestError | null | undefined;
}

export interface UpdateMessageDeliveryRequestError {
  /** Machine-readable cause */
  code: string;
  /** Cause in words */
  message: string;
}

export interface UpdateMessageRequest {
  /** Text of the note */
  body: string;
}

export interface UpdateNotificationRequest {
  /** Whether the user has read it */
  read?: boolean | undefined;
}

export interface UpdateNotificationSettingsRequest {
  /** Channels of the cause `assigned` */
  assigned?: NotificationChannelsPatch | undefined;
  /** Channels of the cause `mentioned` */
  mentioned?: NotificationChannelsPatch | undefined;
  /** Channels of the cause `reply` */
  reply?: NotificationChannelsPatch | undefined;
  /** Channels of the cause `sla_warning` */
  sla_warning?: NotificationChannelsPatch | undefined;
  /** Channels of the cause `woken` */
  woken?: NotificationChannelsPatch | undefined;
}

export interface UpdateTagRequest {
  /** Name, unique in the workspace (case-insensitive) */
  name?: string | undefined;
  /** Color as `#rrggbb` */
  color?: string | undefined;
}

export interface UpdateTeamRequest {
  /** Display name, unique in the workspace */
  name?: string | undefined;
  /** Purpose of the team, or null */
  description?: string | null | undefined;
  /**
   * How open records of the team that nobody is assigned to are assigned: only to members who are
   * online
   *
   * Servers before the next release do not send it.
   */
  assignment?: CreateTeamRequestAssignment | null | undefined;
}

export interface UpdateTicketRequest {
  /** Subject line */
  subject?: string | undefined;
  /** Full text of the request */
  description?: string | null | undefined;
  /** Id of the ticket in an external system, unique in the workspace and mode, or null */
  external_id?: string | null | undefined;
  /** Priority */
  priority?: Priority | undefined;
  /** Id of the inbox, or null */
  inbox_id?: string | null | undefined;
  /** Names of the tags (case-insensitive), at most 50 */
  tags?: string[] | undefined;
  /** Id of an active user of the workspace, or null to unassign */
  assignee_id?: string | null | undefined;
  /**
   * Id of a team of the workspace, or null
   *
   * Servers before the next release do not send it.
   */
  team_id?: string | null | undefined;
  /**
   * Snoozes an open or pending record until a time within a year, or wakes it (null). Resolving or
   * closing it ends the snooze
   *
   * Servers before the next release do not send it.
   */
  snoozed_until?: string | null | undefined;
  /**
   * Whether a message of the contact ends the snooze (default true); one that a program wrote for it
   * does not. Only a snoozed record may have `false`
   *
   * Servers before the next release do not send it.
   */
  wake_on_reply?: boolean | null | undefined;
  /**
   * Custom key-value pairs to merge by key; null removes a key. At most 100 keys and 16 KiB as JSON;
   * integers of at most 2^53 - 1, which JSON libraries keep
   */
  custom_fields?: CustomFieldsPatch | undefined;
  /** Current status of the ticket */
  status?: TicketStatus | undefined;
  /**
   * Id of a conversation with the same contact, or null. A reply in it since the creation of the
   * ticket counts as the first response, and a message of the contact reopens the ticket. Also
   * requires the scope `conversations:read`
   */
  conversation_id?: string | null | undefined;
  /**
   * The contact who requests the ticket, as in its creation, or null. A ticket and its conversation
   * have the same contact: change that of the conversation, and its tickets follow
   */
  contact?: ContactReference | null | undefined;
}

export interface UpdateUserRequest {
  /** Full name */
  name?: string | undefined;
  /** Role, which limits what the user and their tokens may do */
  role?: UserRole | undefined;
  /** URL of the profile picture (http or https), or null */
  avatar_url?: string | null | undefined;
  /** E-mail address, with which the user signs in */
  email?: string | undefined;
  /**
   * Account status. Users are `invited` until they have chosen a password; only `active` ones can sign
   * in and be assigned
   */
  status?: UserStatus | undefined;
  /**
   * Whether the user takes records; users change their own by `PATCH /v1/me`
   *
   * Servers before the next release do not send it.
   */
  availability?: UpdateAvailabilityRequestAvailability | null | undefined;
}

export interface UpdateViewRequest {
  /** Display name */
  name?: string | undefined;
  /** Conditions on tickets or conversations; without any, all match */
  filter?: RecordFilterInput | undefined;
  /** Field to sort by, one of those of the list of the resource */
  sort?: ViewSort | undefined;
  /** Sort direction */
  order?: SortOrder | undefined;
  /**
   * Who sees a view or a macro: its owner alone, the members of a team and admins, or all users of the
   * workspace
   */
  visibility?: ViewVisibility | undefined;
  /** Id of the team that sees it, with `visibility: team`; otherwise null */
  team_id?: string | null | undefined;
}

export interface UpdateWebhookRequest {
  /** URL of the endpoint (http or https) that receives POST requests */
  url?: string | undefined;
  /** Note about the purpose of the webhook, or null */
  description?: string | null | undefined;
  /**
   * Maximum delivery attempts per second, retries included; null means unlimited. Unused capacity of
   * one second can be used as a burst
   */
  rate_limit?: number | null | undefined;
  /**
   * Conditions on the record of an event, which alone is delivered then; or null. All event types must
   * be of one resource: `ticket`, `conversation` or `message`. The fields are those of views, for
   * messages `message.type` and the like; after `previous.`, such as in `previous.status`, those of
   * the record before the change. What has no whole record, such as a deletion, is always delivered
   *
   * Servers before the next release do not send it.
   */
  filter?: RecordFilterInput | null | undefined;
  /** Event types, prefixes like `ticket.*`, or `*` */
  events?: string[] | undefined;
  /** Signing secret: 8 to 256 printable ASCII characters, or `whsec_` and the base64 of 24 to 64 bytes */
  secret?: string | undefined;
  /** Status of the webhook; nothing is delivered while it is disabled */
  status?: WebhookStatus | undefined;
}

export interface UpdateWorkspaceRequest {
  /** Name of the workspace */
  name?: string | undefined;
  /** Country (ISO 3166-1 alpha-2) in which national telephone numbers are read, or null */
  country?: string | null | undefined;
  /** Time zone (IANA) */
  time_zone?: string | undefined;
  /** Language (BCP 47) */
  language?: string | undefined;
  /** First-response targets by priority */
  sla_targets?: SlaTargetsUpdate | undefined;
}

/** An uploaded file */
export interface UploadedFile {
  /** Id of the file */
  id: string;
  /** File name */
  name: string;
  /** Size in bytes */
  size: number;
  /** Media type, determined from the content */
  mime_type: string;
  /** Path of the folder, or null */
  folder: string | null;
  /**
   * Signed, expiring download URL, issued anew at every read; null once the file is deleted. That of
   * an event may have expired when the event arrives
   */
  url: string | null;
  /** Time of creation */
  created_at: string;
  /** Time of deletion, or null. Only the event `file.deleted` shows a deleted file */
  deleted_at: string | null;
}

export interface UpsertContactsRequest {
  /** E-mail address, unique in the workspace (case-insensitive) */
  email?: string | null | undefined;
  /** Full name; an empty one is null */
  name?: string | null | undefined;
  /** Phone number, as it was given */
  phone?: string | null | undefined;
  /** Id of the contact in an external system, unique in the workspace and mode, or null */
  external_id?: string | null | undefined;
  /** Company name */
  company?: string | null | undefined;
  /**
   * Custom key-value pairs to merge by key; null removes a key. At most 100 keys and 16 KiB as JSON;
   * integers of at most 2^53 - 1, which JSON libraries keep
   */
  custom_fields?: CustomFieldsPatch | undefined;
}

/** What an upsert has done */
export interface UpsertMeta {
  /** Whether the record was created; else it was found, and updated */
  created: boolean;
}

export interface UpsertTicketsRequest {
  /** Subject line */
  subject?: string | undefined;
  /** Full text of the request */
  description?: string | null | undefined;
  /** Id of the ticket in an external system */
  external_id: string;
  /** Priority */
  priority?: Priority | undefined;
  /** Id of the inbox, or null */
  inbox_id?: string | null | undefined;
  /** Names of the tags (case-insensitive), at most 50 */
  tags?: string[] | undefined;
  /** Id of an active user of the workspace, or null to unassign */
  assignee_id?: string | null | undefined;
  /**
   * Id of a team of the workspace, or null
   *
   * Servers before the next release do not send it.
   */
  team_id?: string | null | undefined;
  /**
   * Snoozes an open or pending record until a time within a year, or wakes it (null). Resolving or
   * closing it ends the snooze
   *
   * Servers before the next release do not send it.
   */
  snoozed_until?: string | null | undefined;
  /**
   * Whether a message of the contact ends the snooze (default true); one that a program wrote for it
   * does not. Only a snoozed record may have `false`
   *
   * Servers before the next release do not send it.
   */
  wake_on_reply?: boolean | null | undefined;
  /**
   * Custom key-value pairs to merge by key; null removes a key. At most 100 keys and 16 KiB as JSON;
   * integers of at most 2^53 - 1, which JSON libraries keep
   */
  custom_fields?: CustomFieldsPatch | undefined;
  /**
   * Id of a conversation with the same contact, or null. A reply in it since the creation of the
   * ticket counts as the first response, and a message of the contact reopens the ticket. Also
   * requires the scope `conversations:read`
   */
  conversation_id?: string | null | undefined;
  /** The contact who requests the ticket, as in its creation, or null */
  contact?: ContactReference | null | undefined;
}

/** A member of the workspace */
export interface User {
  /** Id of the user */
  id: string;
  /** E-mail address */
  email: string;
  /** Full name */
  name: string;
  /** Role, which limits what the user and their tokens may do */
  role: Extensible<UserRole>;
  /**
   * Account status. Users are `invited` until they have chosen a password; only `active` ones can sign
   * in and be assigned
   */
  status: Extensible<UserStatus>;
  /** URL of the profile picture, or null */
  avatar_url: string | null;
  /**
   * Whether a user takes records, and how many
   *
   * Servers before the next release do not send it.
   */
  availability?: Availability | null;
  /** Time of creation */
  created_at: string;
  /** Time of the last change */
  updated_at: string;
}

/** What a user should know of a ticket or a conversation */
export interface UserNotification {
  /** Id of the notification */
  id: string;
  /**
   * Why a user is notified. `assigned`: a record was assigned to them; `mentioned`: a note mentions
   * them; `reply`: the contact wrote on a record that is assigned to them or that they follow;
   * `sla_warning`: the first response to a ticket of theirs is soon due; `woken`: a snooze of theirs
   * has ended
   */
  cause: Extensible<NotificationCause>;
  /** Id of the ticket; null if it is about a conversation */
  ticket_id: string | null;
  /** Id of the conversation; null if it is about a ticket */
  conversation_id: string | null;
  /** Id of the message, for the causes `mentioned` and `reply`; otherwise null */
  message_id: string | null;
  /** Whether the user has read it */
  read: boolean;
  /** Time at which it was marked as read, or null */
  read_at: string | null;
  /** Time of creation */
  created_at: string;
}

/** Role, which limits what the user and their tokens may do */
export type UserRole = 'admin' | 'agent' | 'viewer';

/**
 * Account status. Users are `invited` until they have chosen a password; only `active` ones can sign
 * in and be assigned
 */
export type UserStatus = 'active' | 'invited' | 'inactive';

/** A saved list of tickets or conversations */
export interface View {
  /** Id of the view */
  id: string;
  /** What a view lists: `ticket` or `conversation` */
  resource: Extensible<ViewResource>;
  /** Display name */
  name: string;
  /** Conditions on tickets or conversations; without any, all match */
  filter: RecordFilter;
  /** Field to sort by, one of those of the list of the resource */
  sort: Extensible<ViewSort>;
  /** Sort direction */
  order: Extensible<SortOrder>;
  /**
   * Who sees a view or a macro: its owner alone, the members of a team and admins, or all users of the
   * workspace
   */
  visibility: Extensible<ViewVisibility>;
  /** Id of the team that sees it, with `visibility: team`; otherwise null */
  team_id: string | null;
  /** Id of the user who created it */
  owner_id: string;
  /** Values that name a tag, a user or a team which does not exist; empty in lists */
  warnings: ViewWarning[];
  /** Time of creation */
  created_at: string;
  /** Time of the last change */
  updated_at: string;
}

/** How many records a view has */
export interface ViewCount {
  /** Id of the view */
  view_id: string;
  /** Number of matching records */
  count: number;
  /** Accuracy of `count`: `eq` if exact, `gte` if counting stopped at 1000, or among the newest records */
  count_relation: Extensible<CountRelation>;
}

/** When views were counted */
export interface ViewCountsMeta {
  /** Time at which the records were counted; of several times the earliest */
  as_of: string;
}

/** What a view lists: `ticket` or `conversation` */
export type ViewResource = 'ticket' | 'conversation';

/** Field to sort by, one of those of the list of the resource */
export type ViewSort =
  | 'created_at'
  | 'updated_at'
  | 'priority'
  | 'status'
  | 'first_response_due'
  | 'last_message_at';

/**
 * Who sees a view or a macro: its owner alone, the members of a team and admins, or all users of the
 * workspace
 */
export type ViewVisibility = 'private' | 'team' | 'workspace';

/** A value of a view that stands for nothing any more */
export interface ViewWarning {
  /** Path of the value */
  param: string;
  /** What is wrong */
  message: string;
}

/** A webhook endpoint and the events that are delivered to it */
export interface Webhook {
  /** Id of the webhook */
  id: string;
  /** URL of the endpoint (http or https) that receives POST requests */
  url: string;
  /** Note about the purpose of the webhook, or null */
  description: string | null;
  /**
   * Maximum delivery attempts per second, retries included; null means unlimited. Unused capacity of
   * one second can be used as a burst
   */
  rate_limit: number | null;
  /**
   * Conditions on the record of an event, or null
   *
   * Servers before the next release do not send it.
   */
  filter?: RecordFilter | null;
  /** Event types, prefixes like `ticket.*`, or `*` */
  events: string[];
  /** Version of the API whose form `data` has */
  api_version: 'v1';
  /** Status of the webhook; nothing is delivered while it is disabled */
  status: Extensible<WebhookStatus>;
  /**
   * Reason for the `disabled` status. `gone`: the endpoint returned 410; `failing`: it kept failing;
   * `manual`: by request; `revoked`: the grant, personal access token or user that created it has
   * ended, or the user may not manage webhooks any more; null while enabled
   */
  disabled_reason: Extensible<WebhookDisabledReason> | null;
  /**
   * Credential or user that created the webhook, or null if it is unknown. The webhook is disabled
   * when a grant, personal access token or user ends, or the user may not manage webhooks any more;
   * webhooks of an API key stay, because keys belong to the workspace
   */
  created_by: WebhookCreator | null;
  /** Last four characters of the secret, or null if it has less than 16 characters */
  secret_last4: string | null;
  /** Time of the last successful delivery, or null */
  last_delivery_at: string | null;
  /** Time of creation */
  created_at: string;
  /** Time of the last change */
  updated_at: string;
}

export interface WebhookCreator {
  /** Type of the credential, or `user` for a signed-in user */
  type: Extensible<WebhookCreatorType>;
  /** Id of the API key, personal access token, grant or user */
  id: string;
}

export type WebhookCreatorType = 'api_key' | 'personal_access_token' | 'oauth_access_token' | 'user';

export type WebhookDisabledReason = 'gone' | 'failing' | 'manual' | 'revoked';

/** Status of the webhook; nothing is delivered while it is disabled */
export type WebhookStatus = 'enabled' | 'disabled';

/** The tested webhook */
export interface WebhookTestEventData {
  /** Id of the webhook */
  id: string;
  /** Text of the test event */
  message: string;
}

/** Result of sending a test event */
export interface WebhookTestResult {
  /** Whether the endpoint returned a 2xx status */
  success: boolean;
  /** HTTP status of the response, or null if there was none */
  status_code: number | null;
  /** Duration in milliseconds */
  duration_ms: number;
  /** Error of the attempt, or null if it succeeded */
  error: string | null;
  /** Id of the delivery */
  delivery_id: string;
}

/** A webhook with its secret, which is returned only in this response */
export interface WebhookWithSecret {
  /** Id of the webhook */
  id: string;
  /** URL of the endpoint (http or https) that receives POST requests */
  url: string;
  /** Note about the purpose of the webhook, or null */
  description: string | null;
  /**
   * Maximum delivery attempts per second, retries included; null means unlimited. Unused capacity of
   * one second can be used as a burst
   */
  rate_limit: number | null;
  /**
   * Conditions on the record of an event, or null
   *
   * Servers before the next release do not send it.
   */
  filter?: RecordFilter | null;
  /** Event types, prefixes like `ticket.*`, or `*` */
  events: string[];
  /** Version of the API whose form `data` has */
  api_version: 'v1';
  /** Status of the webhook; nothing is delivered while it is disabled */
  status: Extensible<WebhookStatus>;
  /**
   * Reason for the `disabled` status. `gone`: the endpoint returned 410; `failing`: it kept failing;
   * `manual`: by request; `revoked`: the grant, personal access token or user that created it has
   * ended, or the user may not manage webhooks any more; null while enabled
   */
  disabled_reason: Extensible<WebhookDisabledReason> | null;
  /**
   * Credential or user that created the webhook, or null if it is unknown. The webhook is disabled
   * when a grant, personal access token or user ends, or the user may not manage webhooks any more;
   * webhooks of an API key stay, because keys belong to the workspace
   */
  created_by: WebhookCreator | null;
  /** Last four characters of the secret, or null if it has less than 16 characters */
  secret_last4: string | null;
  /** Time of the last successful delivery, or null */
  last_delivery_at: string | null;
  /** Time of creation */
  created_at: string;
  /** Time of the last change */
  updated_at: string;
  /** Secret, as sent or generated */
  secret: string;
  /** Signing secret in the format of Standard Webhooks libraries: `whsec_` and the base64 of the key */
  signing_secret: string;
}

/** A workspace and its settings, which both modes share */
export interface Workspace {
  /** Id of the workspace */
  id: string;
  /** Name of the workspace */
  name: string;
  /** Plan: 60, 300 or 1000 requests per minute, or unlimited */
  plan: Extensible<Plan>;
  /** Null while the requests cannot be counted */
  usage: WorkspaceUsage | null;
  /** Country (ISO 3166-1 alpha-2) in which national telephone numbers are read, or null */
  country: string | null;
  /** Time zone (IANA) */
  time_zone: string;
  /** Language (BCP 47) */
  language: string;
  /** First-response targets in force, by priority */
  sla_targets: SlaTargets;
  /** Time of creation */
  created_at: string;
  /** Time of the last change */
  updated_at: string;
}

/** The workspace of the credential */
export interface WorkspaceSummary {
  /** Id of the workspace */
  id: string;
  /** Name of the workspace */
  name: string;
}

/** Requests of the last 60 minutes */
export interface WorkspaceUsage {
  /** Limit of the plan, per mode */
  requests_per_minute: number;
  /** Requests in live mode */
  live: ModeUsage;
  /** Requests in test mode */
  test: ModeUsage;
}

/** `disabled` holds mails back, for three days at most; `connected` tries again at once */
export type WritableMailboxStatus = 'connected' | 'disabled';

/** Fields that all events have */
export interface EventBase {
  /** Id of the event, also sent as the header `webhook-id`. Use it to deduplicate deliveries */
  id: string;
  /** Version of the API whose form `data` has */
  api_version: 'v1';
  /** Time of the event */
  timestamp: string;
  /** Id of the workspace */
  workspace_id: string;
  /** Mode of the data: `live` or `test` */
  mode: Extensible<Mode>;
  /** The user, API key or system that caused the event */
  actor: EventActor;
}

/** Parameters that all lists have */
export interface PageParams {
  /** Page number, starting at 1 */
  page?: number | undefined;
  /** Number of items per page, 1 to 100. Values above 100 are treated as 100 */
  per_page?: number | undefined;
  /** `meta.next_cursor` or `meta.resume_cursor` of an earlier page; replaces `page` */
  cursor?: string | undefined;
}
