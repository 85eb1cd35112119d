// Generated from the AsyncAPI document by `npm run sdks`. Do not edit.
// Document 0.1.0, SHA-256 0b76e9305893f22d68e5dfeac702e619b4e1178d1792f8b50dcd1e8bfd3b93d7

/** A channel that a connector of yours attaches */
export interface Connection {
  /** Id of the connection */
  id: string;
  /** Display name */
  name: string;
  /** Id of the inbox of its new conversations, or null */
  inbox_id: string | null;
  /**
   * The channel that the connector attaches; `custom` for any other (`custom`, `sms`, `whatsapp`,
   * `messenger`, `instagram`, `telegram`, `line`, `chat`)
   */
  type:
    | 'custom'
    | 'sms'
    | 'whatsapp'
    | 'messenger'
    | 'instagram'
    | 'telegram'
    | 'line'
    | 'chat'
    | (string & {});
  /** Time of creation */
  created_at: string;
  /** Time of the last change */
  updated_at: string;
}

export interface ConnectionDeletedData {
  /** Id of the connection */
  id: string;
}

/** Custom key-value pairs; values are strings, numbers, booleans or arrays of them */
export type CustomFields = Record<string, (string | number | boolean) | (string | number | boolean)[]>;

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
   * The phone number in the format of E.164, or null if it is none or has an extension. A national number is
   * one of the country that the workspace had when it was written
   */
  phone_e164: string | null;
  custom_fields: CustomFields;
  /** Time of creation */
  created_at: string;
  /** Time of the last change */
  updated_at: string;
}

/** The deleted contact */
export interface ContactDeletedData {
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
   * Origins of the pages that have the form; a submission from a page of another one, or that tells none, is
   * refused. Empty allows all
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
   * Whether a message waits until its sender confirms its address by a link that is mailed to it. Without
   * it, anybody can write in the name of anybody. In live mode it needs a mailbox of the installation
   */
  confirmation: boolean;
  /** Time of creation */
  created_at: string;
  /** Time of the last change */
  updated_at: string;
}

export interface ContactFormDeletedData {
  /** Id of the contact form */
  id: string;
}

/** The user assigned to a record */
export interface Assignee {
  /** Id of the user */
  id: string;
  /** Full name of the user */
  name: string;
}

/** The team that a record belongs to */
export interface TeamSummary {
  /** Id of the team */
  id: string;
  /** Display name of the team */
  name: string;
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

/** A sender or recipient of a mail */
export interface MailAddress {
  /** E-mail address */
  address: string;
  /** Name beside the address, or null */
  name: string | null;
}

/** A conversation with a contact; its messages are listed separately */
export interface Conversation {
  /** Id of the conversation */
  id: string;
  /**
   * Number by which people name the record, unique in its workspace and mode; later records have higher
   * ones, and some are left out
   */
  number: number;
  /** Subject line, or null */
  subject: string | null;
  /** Id of the conversation in an external system, unique in the workspace and mode, or null */
  external_id: string | null;
  /** Priority (`urgent`, `high`, `normal`, `low`) */
  priority: 'urgent' | 'high' | 'normal' | 'low' | (string & {});
  /** Id of the inbox, or null */
  inbox_id: string | null;
  /** Current status of the conversation (`open`, `pending`, `closed`) */
  status: 'open' | 'pending' | 'closed' | (string & {});
  /** Channel through which the contact writes (`email`, `chat`, `form`, `api`) */
  channel: 'email' | 'chat' | 'form' | 'api' | (string & {});
  /** The user assigned to the conversation, or null */
  assignee: Assignee | null;
  /** Time at which its snooze ends; null unless snoozed */
  snoozed_until: string | null;
  /** Whether a message of the contact ends the snooze; one that a program wrote for it does not */
  wake_on_reply: boolean;
  /** The team that the conversation belongs to, or null */
  team: TeamSummary | null;
  /** The contact of the conversation */
  contact: ContactSummary;
  /** Id of the mailbox through which replies leave, or null */
  mailbox_id: string | null;
  /** Id of the connection through which replies leave, or null */
  connection_id: string | null;
  /**
   * Addresses beside that of the contact that a message was sent to by mail, in `to` or `cc`; of more than
   * 100, the latest
   */
  participants: MailAddress[];
  /** Names of the tags */
  tags: string[];
  custom_fields: CustomFields;
  /** Ids of the conversations that were merged into it, at most 500; their ids lead to this conversation */
  merged_from: string[];
  /** Time of the last message, notes included; null if there is none */
  last_message_at: string | null;
  /** Who wrote the last message: `user` or `contact`; null if there is none */
  last_message_by: 'contact' | 'user' | (string & {}) | null;
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
export interface ConversationDeletedData {
  /** Id of the conversation */
  id: string;
}

/** The merged conversation */
export interface ConversationMergedData {
  /** Id of the conversation */
  id: string;
  /** Id of the conversation that it was merged into */
  merged_into: string;
}

/** The conversation that the messages were in */
export interface ConversationSplitData {
  /** Id of the conversation */
  id: string;
  /** Id of the new conversation */
  split_into: string;
  /** Ids of the messages that were moved */
  message_ids: string[];
}

export interface ConversationTagsChangedData {
  /** Id of the conversation */
  id: string;
  /** Names of the tags */
  tags: string[];
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
   * Signed, expiring download URL, issued anew at every read; null once the file is deleted. That of an
   * event may have expired when the event arrives
   */
  url: string | null;
  /** Time of creation */
  created_at: string;
  /** Time of deletion, or null. Only the event `file.deleted` shows a deleted file */
  deleted_at: string | null;
}

export interface GrantExpiredData {
  /** Id of the grant */
  id: string;
  /** Id of the user */
  user_id: string;
}

export interface GrantRevokedData {
  /** Id of the grant */
  id: string;
  /** Id of the user */
  user_id: string;
}

export interface InboxCreatedData {
  /** Id of the inbox */
  id: string;
  name: string;
}

export interface InboxDeletedData {
  /** Id of the inbox */
  id: string;
}

export interface InboxRenamedData {
  /** Id of the inbox */
  id: string;
  name: string;
}

export interface InboxTeamChangedData {
  /** Id of the inbox */
  id: string;
  /** Id of a team of the workspace, or null */
  team_id: string | null;
}

export interface IncomingMailReason {
  /** Machine-readable cause */
  code: string;
  /** Cause in words */
  message: string;
}

/** What proves the sender of a mail */
export interface MailAuthentication {
  /**
   * Whether the domain of the sender is proven, by a signature (DKIM) or by the server that sent the mail
   * (SPF); of a contact form, whether the sender has confirmed its address
   */
  verified: boolean;
  /** Outcome of DMARC (`pass`, `fail`, `none`, `error`) */
  dmarc: 'pass' | 'fail' | 'none' | 'error' | (string & {});
  /** Outcome of the signatures in the name of the domain of the sender (`pass`, `fail`, `none`, `error`) */
  dkim: 'pass' | 'fail' | 'none' | 'error' | (string & {});
  /** Outcome for the server that sent the mail (`pass`, `fail`, `none`, `error`) */
  spf: 'pass' | 'fail' | 'none' | 'error' | (string & {});
}

export interface IncomingMailAcknowledgement {
  /** `withheld`: none is sent, for the `reason`; else what became of it */
  status:
    | 'withheld'
    | 'queued'
    | 'sending'
    | 'sent'
    | 'delivered'
    | 'unknown'
    | 'bounced'
    | 'failed'
    | 'cancelled'
    | (string & {});
  /** Machine-readable cause of withholding it, or null */
  reason: string | null;
}

/** A mail that arrived at a mailbox */
export interface IncomingMail {
  /** Id of the incoming mail */
  id: string;
  /** Id of the mailbox that it came to, which may have been deleted */
  mailbox_id: string;
  /**
   * What became of a mail. `stored`: not read yet; `importing`: the same of a mail of the past; `delivered`:
   * it is a message; `quarantined`: held back, until it is released or discarded, for 90 days at most;
   * `ignored`: it is no message, such as a copy of one or a report about a mail that was sent; `failed`: it
   * could not be read or recorded, and can be retried, or it was too large to be stored; `discarded`: by a
   * user, or after 90 days
   */
  status:
    | 'stored'
    | 'importing'
    | 'delivered'
    | 'quarantined'
    | 'ignored'
    | 'failed'
    | 'discarded'
    | (string & {});
  /** Why it is quarantined, ignored or failed; or null */
  reason: IncomingMailReason | null;
  /** Kind of mail; null until it was read */
  type:
    | 'ordinary'
    | 'automatic'
    | 'bulk'
    | 'bounce'
    | 'complaint'
    | 'receipt'
    | 'own_copy'
    | (string & {})
    | null;
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
   * Signed, expiring URL of the mail as it arrived, issued anew at every read; null once it is deleted, and
   * for a mail that was not stored
   */
  source_url: string | null;
  /** Time at which it was stored, or at which its server got it if it was imported */
  received_at: string;
  /** Time of creation */
  created_at: string;
  /** Time of the last change */
  updated_at: string;
}

/** What a macro changes in a record; what is left out stays */
export interface MacroActions {
  /** The new status; conversations have no `resolved` (`open`, `pending`, `resolved`, `closed`) */
  status?: 'open' | 'pending' | 'resolved' | 'closed' | (string & {});
  /** Priority (`urgent`, `high`, `normal`, `low`) */
  priority?: 'urgent' | 'high' | 'normal' | 'low' | (string & {});
  /**
   * Id of the user to assign, `me` for the user who applies the macro (of an API key: its creator), or null
   * to unassign
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

/** A prepared message with changes of a record, for users to apply */
export interface Macro {
  /** Id of the macro */
  id: string;
  /** Display name */
  name: string;
  /**
   * Text of the message, or null for a macro without one. `{{contact.first_name|there}}` is a variable, with
   * the text that stands in for an empty value; without one an empty value leaves nothing. Rendered, it is
   * plain text
   */
  body: string | null;
  /** What the text of a macro becomes: a `reply` to the contact, or an internal `note` */
  message_type: 'reply' | 'note' | (string & {});
  actions: MacroActions;
  /**
   * Who sees a view or a macro: its owner alone, the members of a team and admins, or all users of the
   * workspace (`private`, `team`, `workspace`)
   */
  visibility: 'private' | 'team' | 'workspace' | (string & {});
  /** Id of the team that sees it, with `visibility: team`; otherwise null */
  team_id: string | null;
  /** Id of the user who created it */
  owner_id: string;
  /** Time of creation */
  created_at: string;
  /** Time of the last change */
  updated_at: string;
}

/** The deleted macro */
export interface MacroDeletedData {
  /** Id of the macro */
  id: string;
  /**
   * Who sees a view or a macro: its owner alone, the members of a team and admins, or all users of the
   * workspace (`private`, `team`, `workspace`)
   */
  visibility: 'private' | 'team' | 'workspace' | (string & {});
}

/** How fast mails leave */
export interface MailboxLimits {
  /** Most attempts to send a mail in a minute */
  per_minute: number;
  /** Most attempts to send a mail in 24 hours, or null for no limit */
  per_day: number | null;
  /** Most connections at a time */
  concurrency: number;
}

/** The automatic answer to the first mail of a conversation */
export interface MailboxAcknowledgement {
  /** Whether acknowledgements are sent */
  enabled: boolean;
  /** Text of the acknowledgement, or null for the default */
  text: string | null;
}

/** How the mails of a mailbox leave, and how they arrive with `imap_smtp` and `graph`, without its secrets */
export interface Transport {
  /**
   * How mails leave. `smtp`: through a submission server; `imap_smtp`: as `smtp`, and mails that arrive are
   * fetched from the inbox of an IMAP server; `graph`: through Microsoft Graph, for tenants that refuse SMTP
   * authentication, and with `after_receiving` mails that arrive are fetched from the inbox; `sandbox`: not
   * at all, their outcome is simulated by the address of the recipient
   */
  type: 'smtp' | 'imap_smtp' | 'graph' | 'sandbox' | (string & {});
  /** Name of the submission server, or null */
  host: string | null;
  /** Its port, or null */
  port: number | null;
  /**
   * `tls`: encrypted from the first byte, as on port 465; `starttls`: encrypted by STARTTLS, which the
   * server must offer; `none`: only to hosts that the operator allows
   */
  security: 'tls' | 'starttls' | 'none' | (string & {}) | null;
  /** How the mailbox signs in (`none`, `password`, `oauth2`) */
  authentication: 'none' | 'password' | 'oauth2' | (string & {});
  /** User name at the server, or null */
  username: string | null;
  /** Issuer of the tokens (`google`, `microsoft`) */
  oauth_provider: 'google' | 'microsoft' | (string & {}) | null;
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
  imap_security: 'tls' | 'starttls' | 'none' | (string & {}) | null;
  /**
   * What becomes of a mail at its server once it is stored here. `leave`: it stays as it is, unread if it
   * was; `delete`: it is deleted there, which only `imap_smtp` does
   */
  after_receiving: 'leave' | 'delete' | (string & {}) | null;
}

/** How a provider hands over mails that arrive, without its secrets */
export interface Receiving {
  /**
   * Provider that takes the mails of the mailbox and hands them over by HTTP. `postmark`: Postmark;
   * `mailgun`: Mailgun; `sendgrid`: Twilio SendGrid; `ses`: Amazon SES through an SNS topic
   */
  type: 'postmark' | 'mailgun' | 'sendgrid' | 'ses' | (string & {});
  /** Address that the provider calls, with a token that nobody can guess */
  url: string;
  /**
   * What proves that a request is of the provider. `password`: the password in the URL that it calls;
   * `signature`: its signature
   */
  authentication: 'password' | 'signature' | (string & {});
  /** ARN of the SNS topic, for `ses`, or null */
  topic_arn: string | null;
}

/** The import of the mails that a folder had before */
export interface MailboxImport {
  /** Time from which on mails are imported, by the date at which their server got them */
  since: string;
  /**
   * How far an import is. `pending`: it has not begun, as the IMAP server was not reached yet; `running`:
   * mails are being imported; `completed`: all of them are
   */
  status: 'pending' | 'running' | 'completed' | (string & {});
  /** Mails that have become messages */
  imported: number;
  /** Time at which it was completed, or null */
  completed_at: string | null;
}

/** Why a mailbox is disconnected */
export interface MailboxStatusReason {
  /** Machine-readable cause */
  code: string;
  /** Cause in words */
  message: string;
  /** `sending`: mails wait; `receiving`: mails leave, and those that arrive are not fetched */
  affects: 'sending' | 'receiving' | (string & {});
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
   * What becomes of a mail that was handed over without an answer of the server. `hold`: it stays `unknown`;
   * `retry`: it is sent once more after 15 minutes, with the same Message-ID, and may arrive twice
   */
  on_unknown: 'hold' | 'retry' | (string & {});
  /**
   * Whether the server delivers mail to `support+anything@example.com` to this mailbox, as Google and
   * Microsoft 365 do. Answers then go to an address with a token, by which they find their conversation; a
   * server that does not would refuse them
   */
  subaddressing: boolean;
  /** Further addresses of the mailbox */
  aliases: string[];
  limits: MailboxLimits;
  acknowledgement: MailboxAcknowledgement;
  transport: Transport;
  /** The id of whose `Authentication-Results` prove senders, or null */
  authserv_id: string | null;
  /** How a provider hands over mails that arrive, or null */
  receiving: Receiving | null;
  /** The import of older mails from its IMAP server, or null */
  import: MailboxImport | null;
  /**
   * `connected`: the mailbox works; `disconnected`: its server refuses it or cannot be reached, and it is
   * tried again; `disabled`: by an admin. Mails wait meanwhile, and fail as `expired` after three days;
   * those of a mailbox that is only refused where its mails are fetched leave, as `affects` of the reason
   * tells
   */
  status: 'connected' | 'disconnected' | 'disabled' | (string & {});
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

export interface MailboxDeletedData {
  /** Id of the mailbox */
  id: string;
}

/** Author of the message */
export interface MessageAuthor {
  /** Type of the author (`contact`, `user`) */
  type: 'contact' | 'user' | (string & {});
  /** Id of the user or contact */
  id: string;
  /** Name of the author */
  name: string | null;
}

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

/** A message as a mail */
export interface MessageEmail {
  /** Whether it came or leaves (`incoming`, `outgoing`) */
  direction: 'incoming' | 'outgoing' | (string & {});
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
   * Whether a program wrote it, such as an out-of-office notice: it reopens nothing, and nobody waits for an
   * answer to it
   */
  is_automatic: boolean;
  /**
   * Whether the sender takes part in the conversation. A reply is not sent to one who does not, unless it
   * names the address
   */
  is_participant: boolean;
  /** Whether parts of an incoming mail were left out, which its source has */
  is_truncated: boolean;
  /** What proves the sender of an incoming mail; null for an outgoing one, and for one that was imported */
  authentication: MailAuthentication | null;
}

export interface MessageDeliveryError {
  /** Machine-readable cause */
  code: string;
  /** Enhanced status code of the receiving mail server, or null */
  smtp_status: string | null;
  /** Cause in words */
  message: string;
}

export interface MessageDeliveryRecipientsError {
  /** Machine-readable cause */
  code: string;
  /** Enhanced status code of the receiving mail server, or null */
  smtp_status: string | null;
  /** Cause in words */
  message: string;
}

export interface MessageDeliveryRecipients {
  /** Address of the recipient */
  address: string;
  /**
   * How far the sending of a message is. `queued`: waits; `sending`: is being handed over, which connectors
   * alone report: a mail is `queued` until it is `sent`; `sent`: the server of the mailbox has taken it
   * over; `delivered`: the server of the recipient has taken it; `unknown`: it was handed over and no answer
   * came; `bounced`: refused after it was sent; `failed`: not sent; `cancelled`: redacted before it was sent
   */
  status:
    | 'queued'
    | 'sending'
    | 'sent'
    | 'delivered'
    | 'unknown'
    | 'bounced'
    | 'failed'
    | 'cancelled'
    | (string & {});
  /** Why it waits, or was not sent or delivered; or null */
  error: MessageDeliveryRecipientsError | null;
}

/** The sending of a message to its recipients */
export interface MessageDelivery {
  /**
   * How far the sending of a message is. `queued`: waits; `sending`: is being handed over, which connectors
   * alone report: a mail is `queued` until it is `sent`; `sent`: the server of the mailbox has taken it
   * over; `delivered`: the server of the recipient has taken it; `unknown`: it was handed over and no answer
   * came; `bounced`: refused after it was sent; `failed`: not sent; `cancelled`: redacted before it was sent
   */
  status:
    | 'queued'
    | 'sending'
    | 'sent'
    | 'delivered'
    | 'unknown'
    | 'bounced'
    | 'failed'
    | 'cancelled'
    | (string & {});
  /** Time of the last change of the status */
  updated_at: string;
  /** Why it waits, or was not sent or delivered; or null */
  error: MessageDeliveryError | null;
  /** The recipients, each with the status of its own */
  recipients: MessageDeliveryRecipients[];
}

/** A message, internal note or comment in a conversation */
export interface Message {
  /** Id of the message */
  id: string;
  /** Id of the conversation */
  conversation_id: string;
  /** Text of the message; empty if it was redacted */
  body: string;
  /** Text of earlier messages that a mail repeats, which `body` is without; or null */
  quoted_body: string | null;
  /**
   * Type of message. `reply`: for the contact; `note`: internal, visible to the team only; `comment`: for
   * the contact too, but never sent. A reply of a user is sent, unless `send` is false, if its conversation
   * has a `mailbox_id` or `connection_id`; others are recorded, not sent
   */
  type: 'reply' | 'note' | 'comment' | (string & {});
  /** Id of the message in an external system, unique in the workspace and mode, or null */
  external_id: string | null;
  /** Author of the message */
  author: MessageAuthor;
  /** Files attached to the message */
  attachments: Attachment[];
  /** Its addresses and its subject, if it is a mail, or null */
  email: MessageEmail | null;
  /** Id of the mailbox through which it leaves or came, or null */
  mailbox_id: string | null;
  /** Id of the connection through which it leaves or came, or null */
  connection_id: string | null;
  /** The sending of the message; null if it is recorded, not sent */
  delivery: MessageDelivery | null;
  /** Time at which the contact sent it, as a connector or the mail has told; or null */
  sent_at: string | null;
  /** Time at which its text was changed last, or null */
  edited_at: string | null;
  /** Id of the user who changed its text last, or null */
  edited_by: string | null;
  /** Time at which its text and attachments were removed, or null */
  redacted_at: string | null;
  /** Id of the user who removed them; null also if an operator has erased its contact */
  redacted_by: string | null;
  /** Ids of the users whom a note mentions */
  mentions: string[];
  /** Time of creation */
  created_at: string;
}

export interface MessageSendRequestedData {
  /** Id of the message */
  id: string;
  /** Id of the conversation */
  conversation_id: string;
  /** Id of the mailbox */
  mailbox_id: string;
  /** Place among the requests of its conversation: 1, 2, 3, …, without gaps */
  number: number;
  /** Addresses of the recipients, those of copies included */
  recipients: string[];
}

export interface OutgoingMailUpdatedData {
  /** Id of the outgoing mail */
  id: string;
  /** Id of the conversation */
  conversation_id: string;
  /** Id of the message */
  message_id: string;
  /** That of the `message.send_requested` which the mail is of: what came of an earlier one changes nothing */
  number: number;
  delivery: MessageDelivery;
}

export interface PatExpiredData {
  /** Id of the pat */
  id: string;
  /** Id of the user */
  user_id: string;
}

export interface PatRevokedData {
  /** Id of the pat */
  id: string;
  /** Id of the user */
  user_id: string;
}

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

/** How the open records of a team are assigned */
export interface Assignment {
  /**
   * Who gets the next record of the team: nobody by itself (`manual`), each available member in turn
   * (`round_robin`), or the one with the fewest open records (`least_loaded`)
   */
  mode: 'manual' | 'round_robin' | 'least_loaded' | (string & {});
  /** Number of open records from which on a member is assigned no more by this team; null without a limit */
  max_open_per_user: number | null;
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
  assignment: Assignment;
  /** Time of creation */
  created_at: string;
  /** Time of the last change */
  updated_at: string;
}

/** The deleted team */
export interface TeamDeletedData {
  /** Id of the team */
  id: string;
}

export interface TeamMemberAddedData {
  /** Id of the team */
  id: string;
  /** Id of the user */
  user_id: string;
}

export interface TeamMemberRemovedData {
  /** Id of the team */
  id: string;
  /** Id of the user */
  user_id: string;
}

/** A measured time with its deadline */
export interface SlaMetric {
  /** What is measured. `first_response`: the time until a user first replies. More metrics may follow */
  metric: 'first_response' | (string & {});
  /**
   * SLA status of the first response: `warning` after 75% of the target time, `breached` after all of it
   * (`on_track`, `warning`, `breached`)
   */
  status: 'on_track' | 'warning' | 'breached' | (string & {});
  /** Deadline */
  due_at: string;
  /** Time at which the timer last started: creation, or reopening */
  started_at: string;
  /** Time at which the timer stopped; null while it runs */
  stopped_at: string | null;
}

export interface TicketSla {
  /**
   * SLA status of the first response: `warning` after 75% of the target time, `breached` after all of it
   * (`on_track`, `warning`, `breached`)
   */
  status: 'on_track' | 'warning' | 'breached' | (string & {});
  /** Deadline for the first response, or null */
  first_response_due: string | null;
  /** Each measured time */
  metrics: SlaMetric[];
}

/** Another ticket, and what it is to this one */
export interface TicketLink {
  /** What the other ticket is to this one (`related`, `duplicate_of`, `duplicate`, `parent`, `child`) */
  type: 'related' | 'duplicate_of' | 'duplicate' | 'parent' | 'child' | (string & {});
  /** Id of the other ticket */
  ticket_id: string;
}

/** A support request with a status, a priority and an SLA */
export interface Ticket {
  /** Id of the ticket */
  id: string;
  /**
   * Number by which people name the record, unique in its workspace and mode; later records have higher
   * ones, and some are left out
   */
  number: number;
  /** Subject line */
  subject: string;
  /** Full text of the request */
  description: string | null;
  /** Id of the ticket in an external system, unique in the workspace and mode, or null */
  external_id: string | null;
  /** Priority (`urgent`, `high`, `normal`, `low`) */
  priority: 'urgent' | 'high' | 'normal' | 'low' | (string & {});
  /** Id of the inbox, or null */
  inbox_id: string | null;
  /** Current status of the ticket (`open`, `pending`, `resolved`, `closed`) */
  status: 'open' | 'pending' | 'resolved' | 'closed' | (string & {});
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
  /** Time at which its snooze ends; null unless snoozed */
  snoozed_until: string | null;
  /** Whether a message of the contact ends the snooze; one that a program wrote for it does not */
  wake_on_reply: boolean;
  /** The team that the ticket belongs to, or null */
  team: TeamSummary | null;
  /** The contact who requested the ticket, or null */
  contact: ContactSummary | null;
  /** Names of the tags */
  tags: string[];
  /** Id of the linked conversation, or null */
  conversation_id: string | null;
  custom_fields: CustomFields;
  /** Ids of the tickets that were merged into it, at most 500; their ids lead to this ticket */
  merged_from: string[];
  /** Links to other tickets, at most 100, in the order in which they were made */
  links: TicketLink[];
  /** Time of creation */
  created_at: string;
  /** Time of the last change */
  updated_at: string;
}

export interface TicketConversationLinkedData {
  /** Id of the ticket */
  id: string;
  /** Id of the conversation */
  conversation_id: string;
  /** Time of creation */
  created_at: string;
}

/** The deleted ticket */
export interface TicketDeletedData {
  /** Id of the ticket */
  id: string;
}

/** The merged ticket */
export interface TicketMergedData {
  /** Id of the ticket */
  id: string;
  /** Id of the ticket that it was merged into */
  merged_into: string;
}

export interface TicketTagsChangedData {
  /** Id of the ticket */
  id: string;
  /** Names of the tags */
  tags: string[];
}

/** Whether a user takes records, and how many */
export interface Availability {
  /**
   * Whether a user takes records: only one who is `online` is assigned records by their teams. It stays
   * until it is changed: a closed browser does not end it (`online`, `away`, `offline`)
   */
  status: 'online' | 'away' | 'offline' | (string & {});
  /**
   * Time at which the status ends: a user who is `away` or `offline` is `online` from then on, one who is
   * `online` is `offline`; null without an end
   */
  until: string | null;
  /**
   * Number of open records from which on the user is assigned no more, in all teams; null for the limits of
   * the teams alone
   */
  capacity: number | null;
}

/** A member of the workspace */
export interface User {
  /** Id of the user */
  id: string;
  /** E-mail address */
  email: string;
  /** Full name */
  name: string;
  /** Role, which limits what the user and their tokens may do (`admin`, `agent`, `viewer`) */
  role: 'admin' | 'agent' | 'viewer' | (string & {});
  /**
   * Account status. Users are `invited` until they have chosen a password; only `active` ones can sign in
   * and be assigned (`active`, `invited`, `inactive`)
   */
  status: 'active' | 'invited' | 'inactive' | (string & {});
  /** URL of the profile picture, or null */
  avatar_url: string | null;
  availability: Availability;
  /** Time of creation */
  created_at: string;
  /** Time of the last change */
  updated_at: string;
}

/** A condition of a filter */
export interface FilterCondition {
  /**
   * Name of a field, as in the filters of the list: `status`, `assignee`, `tag`; a time such as
   * `created_at`; or `custom.` and the key of a custom field
   */
  field: string;
  /** How a field is compared with a value */
  op: 'eq' | 'ne' | 'in' | 'not_in' | 'lt' | 'lte' | 'gt' | 'gte' | 'contains' | (string & {});
  /**
   * What the field is compared with: a value as the filter of the list has it, a list of values with `in`
   * and `not_in`, null for a record without one, `me` for the user of the credential, or a time, also
   * relative to the present: `{"ago": "2h"}`, `{"from_now": "30m"}`
   */
  value: unknown;
}

/** Conditions on tickets or conversations; without any, all match */
export interface RecordFilter {
  /** Conditions that must all be true; at most 25 together */
  all?: FilterCondition[];
  /** Conditions of which one must be true, unless there are none; at most 25 together */
  any?: FilterCondition[];
}

/** A value of a view that stands for nothing any more */
export interface ViewWarning {
  /** Path of the value */
  param: string;
  /** What is wrong */
  message: string;
}

/** A saved list of tickets or conversations */
export interface View {
  /** Id of the view */
  id: string;
  /** What a view lists: `ticket` or `conversation` */
  resource: 'ticket' | 'conversation' | (string & {});
  /** Display name */
  name: string;
  filter: RecordFilter;
  /**
   * Field to sort by, one of those of the list of the resource (`created_at`, `updated_at`, `priority`,
   * `status`, `first_response_due`, `last_message_at`)
   */
  sort:
    | 'created_at'
    | 'updated_at'
    | 'priority'
    | 'status'
    | 'first_response_due'
    | 'last_message_at'
    | (string & {});
  /** Sort direction (`asc`, `desc`) */
  order: 'asc' | 'desc' | (string & {});
  /**
   * Who sees a view or a macro: its owner alone, the members of a team and admins, or all users of the
   * workspace (`private`, `team`, `workspace`)
   */
  visibility: 'private' | 'team' | 'workspace' | (string & {});
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

/** The deleted view */
export interface ViewDeletedData {
  /** Id of the view */
  id: string;
  /**
   * Who sees a view or a macro: its owner alone, the members of a team and admins, or all users of the
   * workspace (`private`, `team`, `workspace`)
   */
  visibility: 'private' | 'team' | 'workspace' | (string & {});
}

export interface WebhookCreatedBy {
  /**
   * Type of the credential, or `user` for a signed-in user (`api_key`, `personal_access_token`,
   * `oauth_access_token`, `user`)
   */
  type: 'api_key' | 'personal_access_token' | 'oauth_access_token' | 'user' | (string & {});
  /** Id of the API key, personal access token, grant or user */
  id: string;
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
   * Maximum delivery attempts per second, retries included; null means unlimited. Unused capacity of one
   * second can be used as a burst
   */
  rate_limit: number | null;
  /** Conditions on the record of an event, or null */
  filter: RecordFilter | null;
  /** Event types, prefixes like `ticket.*`, or `*` */
  events: string[];
  /** Version of the API whose form `data` has */
  api_version: 'v1';
  /** Status of the webhook; nothing is delivered while it is disabled (`enabled`, `disabled`) */
  status: 'enabled' | 'disabled' | (string & {});
  /**
   * Reason for the `disabled` status. `gone`: the endpoint returned 410; `failing`: it kept failing;
   * `manual`: by request; `revoked`: the grant, personal access token or user that created it has ended, or
   * the user may not manage webhooks any more; null while enabled
   */
  disabled_reason: 'gone' | 'failing' | 'manual' | 'revoked' | (string & {}) | null;
  /**
   * Credential or user that created the webhook, or null if it is unknown. The webhook is disabled when a
   * grant, personal access token or user ends, or the user may not manage webhooks any more; webhooks of an
   * API key stay, because keys belong to the workspace
   */
  created_by: WebhookCreatedBy | null;
  /** Last four characters of the secret, or null if it has less than 16 characters */
  secret_last4: string | null;
  /** Time of the last successful delivery, or null */
  last_delivery_at: string | null;
  /** Time of creation */
  created_at: string;
  /** Time of the last change */
  updated_at: string;
}

export interface WebhookDeletedData {
  /** Id of the webhook */
  id: string;
}
