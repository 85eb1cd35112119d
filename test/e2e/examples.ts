import * as api from '@parley/contracts';
import { eventually, type ApiClient, type Operator, type Sent, type TestWorkspace } from '@parley/testing';
import { operator } from './platform.ts';

/** Records that a workspace has, in live mode where modes differ, for operations that need one. */
export interface Records {
  connectionId: string;
  contactFormId: string;
  contactId: string;
  conversationId: string;
  deliveryId: string;
  /** A conversation in which the user of the keys has a draft. */
  draftConversationId: string;
  /** What a user follows. */
  followedConversationId: string;
  followedTicketId: string;
  fileId: string;
  inboxId: string;
  incomingMailId: string;
  jobId: string;
  macroId: string;
  mailboxId: string;
  messageId: string;
  /** Messages of a conversation of their own, separated by blanks, that can be moved. */
  movableConversationId: string;
  movableMessageIds: string;
  /** A conversation and a ticket that can be merged into others. */
  otherConversationId: string;
  otherTicketId: string;
  linkedTicketId: string;
  /** What a report measures: no record, but what its path names. */
  metric: string;
  /** An internal note of the same conversation. */
  noteId: string;
  /** Of the user of the keys, as the device. */
  notificationId: string;
  notificationDeviceId: string;
  sendingDomainId: string;
  suppressionId: string;
  senderRuleId: string;
  tagId: string;
  teamId: string;
  ticketId: string;
  userId: string;
  viewId: string;
  webhookId: string;
  /** A message that left through a connection. */
  sentConversationId: string;
  sentMessageId: string;
  /** A mail without recipients, which fails however often it is sent again. */
  unsentConversationId: string;
  unsentMessageId: string;
}

/** An address that refuses connections at once: these tests are not about deliveries. */
export const NOWHERE = 'http://127.0.0.1:9999/hook';

/** A file to upload. */
export const exampleFile = (text = 'Example', name = 'example.txt'): File => new File([text], name);

const unique = () => crypto.randomUUID();

/** A mail in a sandbox, which becomes no message: it reports on a mail that nobody has sent. */
export async function receive(live: ApiClient, mailbox: string): Promise<api.IncomingMail> {
  const source = `From: MAILER-DAEMON@example.com\nSubject: Undeliverable\nX-Failed-Recipients: ${unique()}@example.com\n\nNo such user.`;
  const body = { mailbox_id: mailbox as api.Id<'mailbox'>, source };
  return (await live.ok(api.createIncomingMail, { body })).data;
}

/** Messages that can be moved: each request that does takes one. */
const MOVABLE = 30;
/** How many were taken, by what they are of. */
const moved = new Map<string, number>();

/** The next of ids that are separated by blanks. */
function nextOf(ids: string): string {
  const [taken, all] = [moved.get(ids) ?? 0, ids.split(' ')];
  moved.set(ids, taken + 1);
  return all[taken % all.length] ?? '';
}

type Maker = (
  workspace: TestWorkspace,
  records: Records,
  operator: Pick<Operator, 'run'>,
) => Promise<Partial<Records>>;

/** How the records of each kind are made, in an order in which each finds those that it belongs to. */
const MAKERS = {
  team: async ({ credentials, live }, _records, { run }) => {
    const name = crypto.randomUUID();
    const user = await run(api.createUser, {
      workspace: credentials.workspace_id,
      email: `${crypto.randomUUID()}@example.com`,
      name: 'Example',
      team: name,
    });
    const { data } = await live.ok(api.listTeams, { query: {} });
    return { userId: user.id, teamId: data.find((team) => team.name === name)?.id ?? '' };
  },
  inbox: async ({ credentials }, _records, { run }) => ({
    inboxId: (await run(api.createInbox, { workspace: credentials.workspace_id, name: 'Example' })).id,
  }),
  contact: async ({ live }) => ({
    contactId: (await live.ok(api.createContact, { body: { email: `${crypto.randomUUID()}@example.com` } }))
      .data.id,
  }),
  conversation: async ({ live }, { contactId }) => ({
    conversationId: (
      await live.ok(api.createConversation, { body: { contact: { id: contactId as api.Id<'contact'> } } })
    ).data.id,
  }),
  mailbox: async ({ live }) => {
    const body = {
      name: 'Example',
      address: `${unique()}@desk.example`,
      transport: { type: 'sandbox' },
    } as const;
    return { mailboxId: (await live.ok(api.createMailbox, { body })).data.id };
  },
  incoming_mail: async ({ live }, { mailboxId }) => {
    const { id } = await receive(live, mailboxId);
    // Until it is read, it and its mailbox change by themselves.
    await eventually(async () => {
      const { data } = await live.ok(api.getIncomingMail, { params: { incoming_mail_id: id } });
      return data.status !== 'stored';
    });
    return { incomingMailId: id };
  },
  sending_domain: async ({ live }) => ({
    sendingDomainId: (await live.ok(api.createSendingDomain, { body: { domain: `${unique()}.example` } }))
      .data.id,
  }),
  suppression: async ({ live }) => ({
    suppressionId: (await live.ok(api.createSuppression, { body: { address: `${unique()}@example.com` } }))
      .data.id,
  }),
  sender_rule: async ({ live }) => ({
    senderRuleId: (
      await live.ok(api.createSenderRule, { body: { sender: `${unique()}.example`, action: 'block' } })
    ).data.id,
  }),
  contact_form: async ({ live }) => ({
    contactFormId: (await live.ok(api.createContactForm, { body: { name: 'Example' } })).data.id,
  }),
  connection: async ({ live }) => ({
    connectionId: (await live.ok(api.createConnection, { body: { name: 'Example' } })).data.id,
  }),
  sent: async ({ live }, { connectionId }) => {
    const [sentConversationId, sentMessageId] = await firstMessage(live, {
      connection_id: connectionId as api.Id<'connection'>,
    });
    return { sentConversationId, sentMessageId };
  },
  unsent: async ({ live }, { mailboxId }) => {
    const [unsentConversationId, unsentMessageId] = await firstMessage(live, {
      mailbox_id: mailboxId as api.Id<'mailbox'>,
    });
    return { unsentConversationId, unsentMessageId };
  },
  message: async ({ live }, { conversationId }) => ({
    messageId: (
      await live.ok(api.createMessage, {
        params: { conversation_id: conversationId as api.Id<'conversation'> },
        body: { body: 'Example' },
      })
    ).data.id,
  }),
  note: async ({ live }, { conversationId }) => ({
    noteId: (
      await live.ok(api.createMessage, {
        params: { conversation_id: conversationId as api.Id<'conversation'> },
        body: { body: 'Example', type: 'note' },
      })
    ).data.id,
  }),
  draft: async ({ live }, { contactId }) => {
    const { data } = await live.ok(api.createConversation, {
      body: { contact: { id: contactId as api.Id<'contact'> } },
    });
    await live.ok(api.saveDraft, { params: { conversation_id: data.id }, body: { body: 'Example' } });
    return { draftConversationId: data.id };
  },
  file: async ({ live }) => ({
    fileId: (await live.ok(api.createFile, { body: { file: exampleFile() } })).data.id,
  }),
  tag: async ({ live }) => ({
    tagId: (await live.ok(api.createTag, { body: { name: crypto.randomUUID() } })).data.id,
  }),
  movable: async ({ live }, { contactId }) => {
    const contact = { id: contactId as api.Id<'contact'> };
    const { data: own } = await live.ok(api.createConversation, { body: { contact } });
    const { data: other } = await live.ok(api.createConversation, { body: { contact } });
    const ids: string[] = [];
    while (ids.length < MOVABLE) {
      const params = { conversation_id: own.id };
      ids.push((await live.ok(api.createMessage, { params, body: { body: 'Example' } })).data.id);
    }
    return {
      movableConversationId: own.id,
      movableMessageIds: ids.join(' '),
      otherConversationId: other.id,
    };
  },
  ticket: async ({ live }, { conversationId }) => {
    const conversation_id = conversationId as api.Id<'conversation'>;
    const { data: own } = await live.ok(api.createTicket, { body: { subject: 'Example', conversation_id } });
    const { data: other } = await live.ok(api.createTicket, { body: { subject: 'Example' } });
    const { data: linked } = await live.ok(api.createTicket, { body: { subject: 'Example' } });
    const body = { type: 'related', linked_ticket_id: linked.id } as const;
    await live.ok(api.linkTicket, { params: { ticket_id: own.id }, body });
    return { ticketId: own.id, otherTicketId: other.id, linkedTicketId: linked.id };
  },
  report: () => Promise.resolve({ metric: 'first_response' }),
  // Of a record of its own, as several credentials remove the same user.
  ticket_follower: async ({ live }, { userId }) => {
    const { data } = await live.ok(api.createTicket, { body: { subject: 'Followed' } });
    const params = { ticket_id: data.id };
    await live.ok(api.addTicketFollower, { params, body: { user_id: userId as api.Id<'user'> } });
    return { followedTicketId: data.id };
  },
  conversation_follower: async ({ live }, { contactId, userId }) => {
    const body = { contact: { id: contactId as api.Id<'contact'> } };
    const { data } = await live.ok(api.createConversation, { body });
    const params = { conversation_id: data.id };
    await live.ok(api.addConversationFollower, { params, body: { user_id: userId as api.Id<'user'> } });
    return { followedConversationId: data.id };
  },
  notification: async ({ live }, { conversationId, userId }) => ({
    notificationId: await mention(live, conversationId, userId),
  }),
  notification_device: async ({ live }) => ({
    notificationDeviceId: (await live.ok(api.createNotificationDevice, { body: exampleDevice() })).data.id,
  }),
  // It is finished when others read it: a running job has a new version with each step.
  job: async ({ live }, { ticketId }) => {
    const { data } = await live.ok(api.createJob, {
      body: { resource: 'ticket', ids: [ticketId], update: { priority: 'normal' } },
    });
    const params = { job_id: data.id };
    await eventually(async () => (await live.ok(api.getJob, { params })).data.finished_at !== null);
    return { jobId: data.id };
  },
  macro: async ({ live }) => ({
    macroId: (await live.ok(api.createMacro, { body: { name: 'Example', body: 'Example' } })).data.id,
  }),
  view: async ({ live }) => ({
    viewId: (
      await live.ok(api.createView, {
        body: { name: 'Example', resource: 'ticket' },
      })
    ).data.id,
  }),
  webhook: async ({ live }) => ({
    webhookId: (await live.ok(api.createWebhook, { body: { url: NOWHERE, events: ['contact.created'] } }))
      .data.id,
  }),
  delivery: async ({ live }, { webhookId }) => ({
    deliveryId: (await live.ok(api.testWebhook, { params: { webhook_id: webhookId as api.Id<'webhook'> } }))
      .data.delivery_id,
  }),
} satisfies Record<string, Maker>;

/** The subscription of a browser, which nobody has. */
export const exampleDevice = () => ({
  endpoint: `https://push.example.com/${unique()}`,
  keys: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
});

/** Has a colleague mention the user of a key, and returns the notification. */
export async function mention(live: ApiClient, conversation: string, colleague: string): Promise<string> {
  const { id } = (await live.ok(api.getMe, {})).data;
  const author = { type: 'user', id: colleague as api.Id<'user'> } as const;
  const params = { conversation_id: conversation as api.Id<'conversation'> };
  const body = { body: 'Look', type: 'note' as const, author, mentions: [id] };
  const { data: note } = await live.ok(api.createMessage, { params, body });
  return eventually(async () => {
    const { data } = await live.ok(api.listNotifications, { query: {} });
    const found = data.find(({ message_id: message }) => message === note.id);
    if (found === undefined) throw new Error('nobody is notified of the note');
    return found.id;
  });
}

/** A message that begins a conversation of a contact without an address. */
async function firstMessage(
  live: ApiClient,
  channel: Partial<Pick<api.Conversation, 'mailbox_id' | 'connection_id'>>,
): Promise<[conversation: string, message: string]> {
  const body = { contact: { external_id: unique() }, message: { body: 'Example' }, ...channel };
  const { data: conversation } = await live.ok(api.createConversation, { body });
  const params = { conversation_id: conversation.id };
  const { data: messages } = await live.ok(api.listMessages, { params, query: {} });
  return [conversation.id, messages[0]?.id ?? ''];
}

export async function createRecords(
  workspace: TestWorkspace,
  by: Pick<Operator, 'run'> = operator,
): Promise<Records> {
  const records = {} as Records;
  for (const make of Object.values(MAKERS)) Object.assign(records, await make(workspace, records, by));
  return records;
}

/** The records for a call of an operation: one that deletes gets a record of its own, the others share theirs. */
export async function recordsFor(
  { id, status }: api.Operation,
  workspace: TestWorkspace,
  records: Records,
): Promise<Records> {
  if (status !== 204) return records;
  const [noun = ''] = id.split('.');
  const make = MAKERS[(noun === 'member' ? 'team' : noun) as keyof typeof MAKERS];
  return { ...records, ...(await make(workspace, records, operator)) };
}

/** Well-formed ids of the same kinds, of nothing. */
export function nobodys(records: Records): Records {
  const unknown = { ...records };
  for (const name of Object.keys(records) as (keyof Records)[])
    unknown[name] = records[name].replace(/_.*/, '_01h455vb4pex5vsknk084sn02q');
  return unknown;
}

/** Bodies that the contract does not tell: with records that exist, and values that must be unique. */
const BODIES: Readonly<Record<string, (records: Records) => Record<string, unknown>>> = {
  'connection.create': () => ({ name: 'Example' }),
  'connection.receive_message': () => ({
    external_id: unique(),
    external_conversation_id: unique(),
    from: { handle: unique() },
    body: 'Example',
  }),
  'connection.update': () => ({ name: unique() }),
  'contact_form.create': () => ({ name: 'Example' }),
  'contact_form.update': () => ({ name: unique() }),
  'contact.create': () => ({ email: `${unique()}@example.com` }),
  'contact.bulk_update': ({ contactId }) => ({ ids: [contactId], update: { company: 'Acme' } }),
  'contact.update': () => ({ company: 'Acme' }),
  'contact.upsert': () => ({ external_id: unique() }),
  'conversation.create': ({ contactId }) => ({ contact: { id: contactId } }),
  'conversation.bulk_update': ({ conversationId }) => ({
    ids: [conversationId],
    update: { status: 'pending' },
  }),
  'conversation.update': () => ({ priority: 'high' }),
  'delivery.recover': () => ({ created_after: '2026-01-01' }),
  'draft.save': () => ({ body: unique() }),
  'presence.report': () => ({ state: 'viewing' }),
  'file.create': () => ({ file: exampleFile(), folder: 'examples' }),
  'inbox.create': () => ({ name: 'Example' }),
  'inbox.update': () => ({ name: unique() }),
  'incoming_mail.create': ({ mailboxId }) => ({
    mailbox_id: mailboxId,
    source: 'From: dana@example.com\nSubject: Example\n\nExample',
  }),
  'job.create': ({ ticketId }) => ({
    resource: 'ticket',
    ids: [ticketId],
    update: { priority: 'normal' },
  }),
  'macro.apply': ({ ticketId }) => ({ ticket_id: ticketId }),
  'macro.create': () => ({ name: 'Example', body: 'Example' }),
  'macro.update': () => ({ name: unique() }),
  'mailbox.create': () => ({
    name: 'Example',
    address: `${unique()}@desk.example`,
    transport: { type: 'sandbox' },
  }),
  'mailbox.update': () => ({ name: unique() }),
  'member.create': ({ userId }) => ({ user_id: userId }),
  'message.create': () => ({ body: 'Example' }),
  'message.resend': () => ({}),
  'message.update': () => ({ body: unique() }),
  'message.update_delivery': () => ({ status: 'sent' }),
  'sending_domain.create': () => ({ domain: `${unique()}.example` }),
  'sender_rule.create': () => ({ sender: `${unique()}@example.com`, action: 'block' }),
  'suppression.create': () => ({ address: `${unique()}@example.com` }),
  'tag.create': () => ({ name: unique() }),
  'tag.update': () => ({ color: '#ff8800' }),
  'team.create': () => ({ name: unique() }),
  'team.update': () => ({ description: unique() }),
  'conversation.merge': ({ otherConversationId }) => ({ from_ids: [otherConversationId] }),
  'conversation.split': ({ movableMessageIds }) => ({ message_ids: [nextOf(movableMessageIds)] }),
  'conversation.unmerge': ({ movableConversationId }) => ({ ids: [movableConversationId] }),
  'ticket.link': ({ linkedTicketId }) => ({ type: 'related', linked_ticket_id: linkedTicketId }),
  'ticket.merge': ({ otherTicketId }) => ({ from_ids: [otherTicketId] }),
  'ticket.unmerge': ({ linkedTicketId }) => ({ ids: [linkedTicketId] }),
  'ticket.bulk_update': ({ ticketId }) => ({ ids: [ticketId], update: { status: 'pending' } }),
  'ticket.create': () => ({ subject: 'Example' }),
  'ticket.create_message': () => ({ body: 'Example' }),
  'ticket.update': () => ({ priority: 'high' }),
  'ticket.upsert': () => ({ external_id: unique(), subject: 'Example' }),
  'user.create': () => ({ email: `${unique()}@example.com`, name: 'Example' }),
  'user.update_availability': () => ({ availability: { status: 'away' } }),
  'user.update': () => ({ name: 'Example' }),
  'ticket_follower.create': ({ userId }) => ({ user_id: userId }),
  'conversation_follower.create': ({ userId }) => ({ user_id: userId }),
  'notification.update': () => ({ read: true }),
  'notification.update_settings': () => ({ reply: { push: false } }),
  'notification_device.create': exampleDevice,
  'view.create': () => ({ name: 'Example', resource: 'ticket' }),
  'view.update': () => ({ name: unique() }),
  'webhook.create': () => ({ url: NOWHERE, events: ['ticket.created'] }),
  'webhook.rotate_secret': () => ({}),
  'webhook.update': () => ({ events: ['*'] }),
  'workspace.update': () => ({ country: 'DE' }),
};

const OF_DRAFT = ({ draftConversationId: conversationId }: Records) => ({ conversationId });

/** The records of operations that not any record will do for. */
const PARAMS: Readonly<Record<string, (records: Records) => Partial<Records>>> = {
  'conversation_follower.delete': ({ followedConversationId: conversationId }) => ({ conversationId }),
  'ticket_follower.delete': ({ followedTicketId: ticketId }) => ({ ticketId }),
  'conversation.split': ({ movableConversationId: conversationId }) => ({ conversationId }),
  'draft.delete': OF_DRAFT,
  'draft.get': OF_DRAFT,
  'draft.save': OF_DRAFT,
  'message.email': ({ unsentConversationId: conversationId, unsentMessageId: messageId }) => ({
    conversationId,
    messageId,
  }),
  'message.resend': ({ unsentConversationId: conversationId, unsentMessageId: messageId }) => ({
    conversationId,
    messageId,
  }),
  'message.update': ({ noteId: messageId }) => ({ messageId }),
  'message.update_delivery': ({ sentConversationId: conversationId, sentMessageId: messageId }) => ({
    conversationId,
    messageId,
  }),
};

const camelCase = (name: string) => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The query of operations that need one. */
const QUERIES: Readonly<Record<string, (records: Records) => Record<string, unknown>>> = {
  'report.get': () => ({ resource: 'ticket' }),
  'search.run': () => ({ q: 'example' }),
  'view.counts': ({ viewId }) => ({ ids: viewId }),
};

/**
 * A valid request of an operation, which the generated matrices send: its path and query as the contract declares them, with the
 * records of a workspace. An operation whose body nobody knows fails them, so a new one cannot go untested.
 */
export function exampleOf(operation: api.Operation, records: Records): Sent<api.Operation> {
  const { id, route, query, body } = operation;
  const names = [...route.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const own = { ...records, ...PARAMS[id]?.(records) };
  const params = names.map((name) => [name, own[camelCase(name) as keyof Records]] as const);
  const bodyOf = BODIES[id];
  if (body !== undefined && bodyOf === undefined)
    throw new Error(`${id} has no body in test/e2e/examples.ts`);
  return {
    ...(names.length > 0 && { params: Object.fromEntries(params) }),
    ...(query !== undefined && { query: QUERIES[id]?.(records) ?? {} }),
    ...(bodyOf !== undefined && { body: bodyOf(records) }),
  };
}

/** The path of the example of an operation, as a client that escapes nothing sends it. */
export function pathOf(operation: api.Operation, records: Records): string {
  const { params = {} } = exampleOf(operation, records) as { params?: Record<string, string> };
  const { path } = api.splitRoute(operation.route);
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
}
