// Generated from the API document by `npm run sdks`. Do not edit.
/* oxlint-disable max-lines -- generated */
import type {
  Contact,
  ContactDeletedEventData,
  Conversation,
  ConversationDeletedEventData,
  ConversationMergedEventData,
  ConversationSplitEventData,
  EventBase,
  IncomingMail,
  Mailbox,
  Message,
  SlaMetricName,
  Tag,
  Ticket,
  TicketDeletedEventData,
  TicketMergedEventData,
  UploadedFile,
  Webhook,
  WebhookTestEventData,
} from './types.ts';
import type { Extensible } from '../core/extensible.ts';

/** A contact was created */
export interface ContactCreatedEvent extends EventBase {
  /** Event type */
  event: 'contact.created';
  /** A person who communicates with the workspace */
  data: Contact;
}

/** A contact was deleted; `data` contains only its id */
export interface ContactDeletedEvent extends EventBase {
  /** Event type */
  event: 'contact.deleted';
  /** The deleted contact */
  data: ContactDeletedEventData;
}

/** A contact was updated; `previous` contains the old values */
export interface ContactUpdatedEvent extends EventBase {
  /** Event type */
  event: 'contact.updated';
  /** A person who communicates with the workspace */
  data: Contact;
  /** Previous values of the changed fields; other fields are absent */
  previous: Partial<Contact>;
}

/** The assignee of a conversation changed; `previous` contains the old values */
export interface ConversationAssignedEvent extends EventBase {
  /** Event type */
  event: 'conversation.assigned';
  /** A conversation with a contact; its messages are listed separately */
  data: Conversation;
  /** Previous values of the changed fields; other fields are absent */
  previous: Partial<Conversation>;
}

/** A conversation was created */
export interface ConversationCreatedEvent extends EventBase {
  /** Event type */
  event: 'conversation.created';
  /** A conversation with a contact; its messages are listed separately */
  data: Conversation;
}

/** A conversation and its messages were deleted; `data` contains only its id */
export interface ConversationDeletedEvent extends EventBase {
  /** Event type */
  event: 'conversation.deleted';
  /** The deleted conversation */
  data: ConversationDeletedEventData;
}

/**
 * A conversation was merged into another one, which has its messages and answers for it; `data`
 * contains both ids
 */
export interface ConversationMergedEvent extends EventBase {
  /** Event type */
  event: 'conversation.merged';
  /** The merged conversation */
  data: ConversationMergedEventData;
}

/** A conversation was snoozed, or its snooze got another end; `previous` contains the old values */
export interface ConversationSnoozedEvent extends EventBase {
  /** Event type */
  event: 'conversation.snoozed';
  /** A conversation with a contact; its messages are listed separately */
  data: Conversation;
  /** Previous values of the changed fields; other fields are absent */
  previous: Partial<Conversation>;
}

/** Messages of a conversation were moved into a new one; `data` contains their ids */
export interface ConversationSplitEvent extends EventBase {
  /** Event type */
  event: 'conversation.split';
  /** The conversation that the messages were in */
  data: ConversationSplitEventData;
}

/** The status of a conversation changed; `previous` contains the old values */
export interface ConversationStatusChangedEvent extends EventBase {
  /** Event type */
  event: 'conversation.status_changed';
  /** A conversation with a contact; its messages are listed separately */
  data: Conversation;
  /** Previous values of the changed fields; other fields are absent */
  previous: Partial<Conversation>;
}

/** A conversation was given to another team, or to none; `previous` contains the old values */
export interface ConversationTeamChangedEvent extends EventBase {
  /** Event type */
  event: 'conversation.team_changed';
  /** A conversation with a contact; its messages are listed separately */
  data: Conversation;
  /** Previous values of the changed fields; other fields are absent */
  previous: Partial<Conversation>;
}

/**
 * A conversation that had been merged into another one is a conversation of its own again, with its
 * messages
 */
export interface ConversationUnmergedEvent extends EventBase {
  /** Event type */
  event: 'conversation.unmerged';
  /** A conversation with a contact; its messages are listed separately */
  data: Conversation;
}

/** A conversation was updated; `previous` contains the old values */
export interface ConversationUpdatedEvent extends EventBase {
  /** Event type */
  event: 'conversation.updated';
  /** A conversation with a contact; its messages are listed separately */
  data: Conversation;
  /** Previous values of the changed fields; other fields are absent */
  previous: Partial<Conversation>;
}

/**
 * The snooze of a conversation has ended: its time came, the contact wrote, or somebody ended it;
 * `previous` contains the old values
 */
export interface ConversationWokenEvent extends EventBase {
  /** Event type */
  event: 'conversation.woken';
  /** A conversation with a contact; its messages are listed separately */
  data: Conversation;
  /** Previous values of the changed fields; other fields are absent */
  previous: Partial<Conversation>;
}

/** A file was uploaded, alone or with a message */
export interface FileCreatedEvent extends EventBase {
  /** Event type */
  event: 'file.created';
  /** An uploaded file */
  data: UploadedFile;
}

/** A file was deleted; `data` contains it as it was, without `url` */
export interface FileDeletedEvent extends EventBase {
  /** Event type */
  event: 'file.deleted';
  /** An uploaded file */
  data: UploadedFile;
}

/** A mail was held back: `reason` says why. Release or discard it */
export interface IncomingMailQuarantinedEvent extends EventBase {
  /** Event type */
  event: 'incoming_mail.quarantined';
  /** A mail that arrived at a mailbox */
  data: IncomingMail;
}

/** A mailbox was created or works again */
export interface MailboxConnectedEvent extends EventBase {
  /** Event type */
  event: 'mailbox.connected';
  /** A mailbox through which replies leave */
  data: Mailbox;
}

/**
 * A mailbox cannot send, and its mails wait; or the mails that arrive cannot be fetched.
 * `status_reason` says which, and why
 */
export interface MailboxDisconnectedEvent extends EventBase {
  /** Event type */
  event: 'mailbox.disconnected';
  /** A mailbox through which replies leave */
  data: Mailbox;
}

/** A message was created; check `type` to tell internal notes apart */
export interface MessageCreatedEvent extends EventBase {
  /** Event type */
  event: 'message.created';
  /** A message, internal note or comment in a conversation */
  data: Message;
}

/** The sending of a message has made progress; `previous` contains the former `delivery` */
export interface MessageDeliveryUpdatedEvent extends EventBase {
  /** Event type */
  event: 'message.delivery_updated';
  /** A message, internal note or comment in a conversation */
  data: Message;
  /** Previous values of the changed fields; other fields are absent */
  previous: Partial<Message>;
}

/** The text and the attachments of a message were removed; `data` contains the message without them */
export interface MessageRedactedEvent extends EventBase {
  /** Event type */
  event: 'message.redacted';
  /** A message, internal note or comment in a conversation */
  data: Message;
}

/** The text of an internal note was changed; `previous` contains the former one */
export interface MessageUpdatedEvent extends EventBase {
  /** Event type */
  event: 'message.updated';
  /** A message, internal note or comment in a conversation */
  data: Message;
  /** Previous values of the changed fields; other fields are absent */
  previous: Partial<Message>;
}

/** A tag was created */
export interface TagCreatedEvent extends EventBase {
  /** Event type */
  event: 'tag.created';
  /** A label on conversations and tickets */
  data: Tag;
}

/**
 * A tag was deleted; `data` contains its last state. It is removed from conversations and tickets
 * without events of their own
 */
export interface TagDeletedEvent extends EventBase {
  /** Event type */
  event: 'tag.deleted';
  /** A label on conversations and tickets */
  data: Tag;
}

/**
 * A tag was renamed or recolored; `previous` contains the old values. Conversations and tickets with
 * the tag follow without events of their own
 */
export interface TagUpdatedEvent extends EventBase {
  /** Event type */
  event: 'tag.updated';
  /** A label on conversations and tickets */
  data: Tag;
  /** Previous values of the changed fields; other fields are absent */
  previous: Partial<Tag>;
}

/** The assignee of a ticket changed; `previous` contains the old values */
export interface TicketAssignedEvent extends EventBase {
  /** Event type */
  event: 'ticket.assigned';
  /** A support request with a status, a priority and an SLA */
  data: Ticket;
  /** Previous values of the changed fields; other fields are absent */
  previous: Partial<Ticket>;
}

/** A ticket was created */
export interface TicketCreatedEvent extends EventBase {
  /** Event type */
  event: 'ticket.created';
  /** A support request with a status, a priority and an SLA */
  data: Ticket;
}

/** A ticket was deleted; `data` contains only its id */
export interface TicketDeletedEvent extends EventBase {
  /** Event type */
  event: 'ticket.deleted';
  /** The deleted ticket */
  data: TicketDeletedEventData;
}

/** A ticket was merged into another one, which answers for it; `data` contains both ids */
export interface TicketMergedEvent extends EventBase {
  /** Event type */
  event: 'ticket.merged';
  /** The merged ticket */
  data: TicketMergedEventData;
}

/** The deadline for the first response has passed */
export interface TicketSlaBreachedEvent extends EventBase {
  /** Event type */
  event: 'ticket.sla_breached';
  /** What is measured. `first_response`: the time until a user first replies. More metrics may follow */
  metric: Extensible<SlaMetricName>;
  /** Id of the SLA policy; null for the targets of the workspace */
  policy_id: string | null;
  /** A support request with a status, a priority and an SLA */
  data: Ticket;
}

/** 75% of the target time for the first response has passed */
export interface TicketSlaWarningEvent extends EventBase {
  /** Event type */
  event: 'ticket.sla_warning';
  /** What is measured. `first_response`: the time until a user first replies. More metrics may follow */
  metric: Extensible<SlaMetricName>;
  /** Id of the SLA policy; null for the targets of the workspace */
  policy_id: string | null;
  /** A support request with a status, a priority and an SLA */
  data: Ticket;
}

/** A ticket was snoozed, or its snooze got another end; `previous` contains the old values */
export interface TicketSnoozedEvent extends EventBase {
  /** Event type */
  event: 'ticket.snoozed';
  /** A support request with a status, a priority and an SLA */
  data: Ticket;
  /** Previous values of the changed fields; other fields are absent */
  previous: Partial<Ticket>;
}

/** The status of a ticket changed; `previous` contains the old values */
export interface TicketStatusChangedEvent extends EventBase {
  /** Event type */
  event: 'ticket.status_changed';
  /** A support request with a status, a priority and an SLA */
  data: Ticket;
  /** Previous values of the changed fields; other fields are absent */
  previous: Partial<Ticket>;
}

/** A ticket was given to another team, or to none; `previous` contains the old values */
export interface TicketTeamChangedEvent extends EventBase {
  /** Event type */
  event: 'ticket.team_changed';
  /** A support request with a status, a priority and an SLA */
  data: Ticket;
  /** Previous values of the changed fields; other fields are absent */
  previous: Partial<Ticket>;
}

/** A ticket that had been merged into another one is a ticket of its own again */
export interface TicketUnmergedEvent extends EventBase {
  /** Event type */
  event: 'ticket.unmerged';
  /** A support request with a status, a priority and an SLA */
  data: Ticket;
}

/** A ticket was updated; `previous` contains the old values */
export interface TicketUpdatedEvent extends EventBase {
  /** Event type */
  event: 'ticket.updated';
  /** A support request with a status, a priority and an SLA */
  data: Ticket;
  /** Previous values of the changed fields; other fields are absent */
  previous: Partial<Ticket>;
}

/**
 * The snooze of a ticket has ended: its time came, the contact wrote, or somebody ended it; `previous`
 * contains the old values
 */
export interface TicketWokenEvent extends EventBase {
  /** Event type */
  event: 'ticket.woken';
  /** A support request with a status, a priority and an SLA */
  data: Ticket;
  /** Previous values of the changed fields; other fields are absent */
  previous: Partial<Ticket>;
}

/** A webhook was disabled: its endpoint is gone or keeps failing, or its creator lost access */
export interface WebhookDisabledEvent extends EventBase {
  /** Event type */
  event: 'webhook.disabled';
  /** A webhook endpoint and the events that are delivered to it */
  data: Webhook;
}

/**
 * Body of a request to a webhook. Check `event` first: later versions send events that this list does
 * not have
 */
export type WebhookEvent =
  | ContactCreatedEvent
  | ContactDeletedEvent
  | ContactUpdatedEvent
  | ConversationAssignedEvent
  | ConversationCreatedEvent
  | ConversationDeletedEvent
  | ConversationMergedEvent
  | ConversationSnoozedEvent
  | ConversationSplitEvent
  | ConversationStatusChangedEvent
  | ConversationTeamChangedEvent
  | ConversationUnmergedEvent
  | ConversationUpdatedEvent
  | ConversationWokenEvent
  | FileCreatedEvent
  | FileDeletedEvent
  | IncomingMailQuarantinedEvent
  | MailboxConnectedEvent
  | MailboxDisconnectedEvent
  | MessageCreatedEvent
  | MessageDeliveryUpdatedEvent
  | MessageRedactedEvent
  | MessageUpdatedEvent
  | TagCreatedEvent
  | TagDeletedEvent
  | TagUpdatedEvent
  | TicketAssignedEvent
  | TicketCreatedEvent
  | TicketDeletedEvent
  | TicketMergedEvent
  | TicketSlaBreachedEvent
  | TicketSlaWarningEvent
  | TicketSnoozedEvent
  | TicketStatusChangedEvent
  | TicketTeamChangedEvent
  | TicketUnmergedEvent
  | TicketUpdatedEvent
  | TicketWokenEvent
  | WebhookDisabledEvent
  | WebhookTestEvent;

/** A test event */
export interface WebhookTestEvent extends EventBase {
  /** Event type */
  event: 'webhook.test';
  /** The tested webhook */
  data: WebhookTestEventData;
}

/** The event types that this version of the library knows. */
export const EVENT_TYPES: readonly string[] = [
  'contact.created',
  'contact.deleted',
  'contact.updated',
  'conversation.assigned',
  'conversation.created',
  'conversation.deleted',
  'conversation.merged',
  'conversation.snoozed',
  'conversation.split',
  'conversation.status_changed',
  'conversation.team_changed',
  'conversation.unmerged',
  'conversation.updated',
  'conversation.woken',
  'file.created',
  'file.deleted',
  'incoming_mail.quarantined',
  'mailbox.connected',
  'mailbox.disconnected',
  'message.created',
  'message.delivery_updated',
  'message.redacted',
  'message.updated',
  'tag.created',
  'tag.deleted',
  'tag.updated',
  'ticket.assigned',
  'ticket.created',
  'ticket.deleted',
  'ticket.merged',
  'ticket.sla_breached',
  'ticket.sla_warning',
  'ticket.snoozed',
  'ticket.status_changed',
  'ticket.team_changed',
  'ticket.unmerged',
  'ticket.updated',
  'ticket.woken',
  'webhook.disabled',
  'webhook.test',
];
