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
  fileId: string;
  inboxId: string;
  incomingMailId: string;
  mailboxId: string;
  messageId: string;
  sendingDomainId: string;
  suppressionId: string;
  senderRuleId: string;
  tagId: string;
  teamId: string;
  ticketId: string;
  userId: string;
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
  file: async ({ live }) => ({
    fileId: (await live.ok(api.createFile, { body: { file: exampleFile() } })).data.id,
  }),
  tag: async ({ live }) => ({
    tagId: (await live.ok(api.createTag, { body: { name: crypto.randomUUID() } })).data.id,
  }),
  ticket: async ({ live }, { conversationId }) => ({
    ticketId: (
      await live.ok(api.createTicket, {
        body: { subject: 'Example', conversation_id: conversationId as api.Id<'conversation'> },
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
  'conversation.update': () => ({ priority: 'high' }),
  'delivery.recover': () => ({ created_after: '2026-01-01' }),
  'file.create': () => ({ file: exampleFile(), folder: 'examples' }),
  'inbox.create': () => ({ name: 'Example' }),
  'inbox.update': () => ({ name: unique() }),
  'incoming_mail.create': ({ mailboxId }) => ({
    mailbox_id: mailboxId,
    source: 'From: dana@example.com\nSubject: Example\n\nExample',
  }),
  'mailbox.create': () => ({
    name: 'Example',
    address: `${unique()}@desk.example`,
    transport: { type: 'sandbox' },
  }),
  'mailbox.update': () => ({ name: unique() }),
  'member.create': ({ userId }) => ({ user_id: userId }),
  'message.create': () => ({ body: 'Example' }),
  'message.resend': () => ({}),
  'message.update_delivery': () => ({ status: 'sent' }),
  'sending_domain.create': () => ({ domain: `${unique()}.example` }),
  'sender_rule.create': () => ({ sender: `${unique()}@example.com`, action: 'block' }),
  'suppression.create': () => ({ address: `${unique()}@example.com` }),
  'tag.create': () => ({ name: unique() }),
  'tag.update': () => ({ color: '#ff8800' }),
  'team.create': () => ({ name: unique() }),
  'team.update': () => ({ description: unique() }),
  'ticket.bulk_update': ({ ticketId }) => ({ ids: [ticketId], update: { status: 'pending' } }),
  'ticket.create': () => ({ subject: 'Example' }),
  'ticket.create_message': () => ({ body: 'Example' }),
  'ticket.update': () => ({ priority: 'high' }),
  'ticket.upsert': () => ({ external_id: unique(), subject: 'Example' }),
  'user.create': () => ({ email: `${unique()}@example.com`, name: 'Example' }),
  'user.update': () => ({ name: 'Example' }),
  'webhook.create': () => ({ url: NOWHERE, events: ['ticket.created'] }),
  'webhook.rotate_secret': () => ({}),
  'webhook.update': () => ({ events: ['*'] }),
  'workspace.update': () => ({ country: 'DE' }),
};

/** The records of operations that not any record will do for. */
const PARAMS: Readonly<Record<string, (records: Records) => Partial<Records>>> = {
  'message.email': ({ unsentConversationId: conversationId, unsentMessageId: messageId }) => ({
    conversationId,
    messageId,
  }),
  'message.resend': ({ unsentConversationId: conversationId, unsentMessageId: messageId }) => ({
    conversationId,
    messageId,
  }),
  'message.update_delivery': ({ sentConversationId: conversationId, sentMessageId: messageId }) => ({
    conversationId,
    messageId,
  }),
};

const camelCase = (name: string) => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

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
    ...(query !== undefined && { query: id === api.search.id ? { q: 'example' } : {} }),
    ...(bodyOf !== undefined && { body: bodyOf(records) }),
  };
}

/** The path of the example of an operation, as a client that escapes nothing sends it. */
export function pathOf(operation: api.Operation, records: Records): string {
  const { params = {} } = exampleOf(operation, records) as { params?: Record<string, string> };
  const { path } = api.splitRoute(operation.route);
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
}
