/** Irregular plurals. */
const PLURALS: Readonly<Record<string, string>> = {
  inbox: 'inboxes',
  delivery: 'deliveries',
  mailbox: 'mailboxes',
};

/** Tags of resources that are documented with another one. */
const TAG_OF: Readonly<Record<string, string>> = {
  inbox: 'Tickets',
  me: 'Users',
  member: 'Teams',
  assignment: 'Teams',
  delivery: 'Webhooks',
  draft: 'Conversations',
  presence: 'Conversations',
  conversation_follower: 'Conversations',
  ticket_follower: 'Tickets',
  notification_device: 'Notifications',
  search: 'Search',
  incoming_mail: 'Mailboxes',
  sending_domain: 'Mailboxes',
  suppression: 'Mailboxes',
  sender_rule: 'Mailboxes',
  contact_form: 'Mailboxes',
};

/** Operations whose names do not read as `verb` and `noun`. */
const OPERATION_IDS: Readonly<Record<string, string>> = {
  'assignment.load': 'getTeamLoad',
  'connection.receive_message': 'receiveMessage',
  'contact.history': 'listContactHistory',
  'contact_form.rotate_key': 'rotateContactFormKey',
  'conversation.history': 'listConversationHistory',
  'conversation.reply_recipients': 'getReplyRecipients',
  'delivery.recover': 'recoverWebhook',
  'event.stream': 'streamEvents',
  'job.results': 'listJobResults',
  'member.create': 'addTeamMember',
  'member.delete': 'removeTeamMember',
  'member.list': 'listTeamMembers',
  'mailbox.probe': 'getMailboxProbe',
  'message.email': 'getMessageEmail',
  'message.update_delivery': 'updateMessageDelivery',
  'conversation_follower.create': 'addConversationFollower',
  'conversation_follower.delete': 'removeConversationFollower',
  'conversation_follower.list': 'listConversationFollowers',
  'notification.counts': 'countNotifications',
  'notification.get_push': 'getNotificationPush',
  'notification.get_settings': 'getNotificationSettings',
  'notification.read_all': 'readAllNotifications',
  'notification.update_settings': 'updateNotificationSettings',
  'search.run': 'search',
  'ticket_follower.create': 'addTicketFollower',
  'ticket_follower.delete': 'removeTicketFollower',
  'ticket_follower.list': 'listTicketFollowers',
  'ticket.history': 'listTicketHistory',
  'user.update_availability': 'updateAvailability',
  'view.counts': 'countViews',
  'view.records': 'listViewRecords',
  'webhook.rotate_secret': 'rotateWebhookSecret',
};

/** The tag of the webhooks that the document describes. */
export const EVENTS_TAG = 'Events';

/** Tags in display order. */
export const TAGS = [
  { name: 'Conversations', description: 'Conversations with contacts' },
  { name: 'Messages', description: 'Replies, internal notes and comments in conversations' },
  {
    name: 'Mailboxes',
    description:
      'Mailboxes through which replies leave, sending domains, suppressed addresses and contact forms',
  },
  { name: 'Connections', description: 'Channels that connectors of yours attach' },
  { name: 'Contacts', description: 'People who communicate with the workspace' },
  { name: 'Tickets', description: 'Support requests with a first-response SLA, and their inboxes' },
  { name: 'Workspaces', description: 'The workspace of the credential and its settings' },
  { name: 'Users', description: 'Members of the workspace, and the current credential' },
  { name: 'Teams', description: 'Groups of users' },
  { name: 'Notifications', description: 'What users should know of tickets and conversations' },
  { name: 'Views', description: 'Saved lists of tickets and conversations' },
  { name: 'Reports', description: 'Figures of tickets and conversations over time' },
  { name: 'Jobs', description: 'Updates of many records in the background' },
  { name: 'Macros', description: 'Prepared messages with changes of tickets and conversations' },
  { name: 'Tags', description: 'Labels on conversations and tickets' },
  { name: 'Files', description: 'Uploads and attachments' },
  { name: 'Search', description: 'Full-text search in conversations, contacts and tickets' },
  {
    name: 'Webhooks',
    description:
      'Endpoints that receive events as signed POST requests (Standard Webhooks), and their deliveries',
  },
  {
    name: EVENTS_TAG,
    description: 'What happened: the event log, and what is sent to webhooks as signed POST requests',
  },
  { name: 'OAuth', description: 'Tokens of apps that act for a user (RFC 6749, RFC 7009, RFC 7662)' },
] as const;

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
/** `first_response` → `FirstResponse`. */
export const pascal = (name: string): string => name.split(/[._]/).map(capital).join('');

const pluralOf = (noun: string): string => PLURALS[noun] ?? `${noun}s`;

export function tagOf(id: string): string {
  const noun = id.slice(0, id.indexOf('.'));
  return TAG_OF[noun] ?? pascal(pluralOf(noun));
}

/** `ticket.create` → `createTicket`, `ticket.list` → `listTickets`. */
export function operationIdOf(id: string, several: boolean): string {
  const own = OPERATION_IDS[id];
  if (own !== undefined) return own;
  const [noun = '', verb = ''] = id.split('.');
  const name = pascal(verb) + pascal(several ? pluralOf(noun) : noun);
  return name.charAt(0).toLowerCase() + name.slice(1);
}
