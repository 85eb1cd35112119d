import { query } from './session-api/query.ts';
import * as api from '@parley/contracts';
import { eventually, Receiver, type ApiClient, type TestWorkspace } from '@parley/testing';
import { exampleDevice, exampleFile, mention, receive, NOWHERE, type Records } from './examples.ts';
import { operator } from './platform.ts';
import { addUser } from './steps.ts';

const TEAM = 'Support';

/** The end of a snooze that no test sees. */
const LATER = new Date(Date.now() + 24 * 3_600_000).toISOString();

/**
 * Fills a workspace with records that differ in whatever a list filters or sorts by, and with some that are equal in
 * it. Nothing changes by itself afterwards. Answers one of each kind, with most beneath it.
 */
export async function createVariedRecords(workspace: TestWorkspace): Promise<Records> {
  const { live } = workspace;
  const late = await live.ok(api.createTicket, {
    body: {
      subject: 'Late',
      external_id: 'ORD-1',
      priority: 'low',
      contact: { email: `late@${crypto.randomUUID()}.example` },
    },
  });
  const [inboxes] = await Promise.all([createInboxes(workspace), createUsers(workspace)]);
  const contacts = await createContacts(live);
  const teams = await live.ok(api.listTeams, { query: {} });
  const teamId = first(teams.data.filter(({ name }) => name === TEAM)).id;
  const users = await live.ok(api.listUsers, { query: { role: 'agent', status: 'active' } });
  const channels = await createChannels(live, first(inboxes).id);
  const conversations = await createConversations(live, contacts, {
    assignee_id: first(users.data).id,
    team_id: teamId,
    inbox_id: first(inboxes).id,
    mailbox_id: channels.mailboxId,
  });
  const conversation = first(conversations);
  await told(live, 10, async () => {
    await createMessages(live, conversation.id);
    await createMessagesOfTicket(live, late.data.id);
  });
  await createTickets(live, contacts, { assignee_id: first(users.data.slice(1)).id, team_id: teamId });
  // So that their histories have several entries, as that of the late ticket has.
  const body = { custom_fields: { stage: 1 } };
  await live.ok(api.updateContact, { params: { contact_id: first(contacts) }, body });
  await live.ok(api.updateConversation, { params: { conversation_id: conversation.id }, body });
  await Promise.all(['Zebra', 'apple', 'Éclair'].map((name) => live.ok(api.createTag, { body: { name } })));
  const messages = await live.ok(api.listMessages, {
    params: { conversation_id: conversation.id },
    query: {},
  });
  // Before there are webhooks: a delivery that ends later would change what their lists show.
  const notified = await createNotifications(live, conversation.id, first(users.data).id);
  const webhook = { body: { url: NOWHERE, events: ['message.created'] } };
  const webhooks = await Promise.all([1, 2, 3].map(() => live.ok(api.createWebhook, webhook)));
  const deliveries = await createDeliveries(live, first(webhooks).data.id, conversation.id);

  const params = { ticket_id: late.data.id };
  // The SLA timer of a ticket with low priority expires after seconds, and keeps its status once stopped.
  await eventually(async () => (await live.ok(api.getTicket, { params })).data.sla?.status === 'breached');
  await live.ok(api.updateTicket, { params, body: { status: 'resolved' } });
  // Tags that tickets and conversations brought along follow by events.
  await eventually(async () => (await live.ok(api.listTags, { query: {} })).data.length === 6);
  const tags = await live.ok(api.listTags, { query: {} });
  const file = await live.ok(api.createFile, { body: { file: exampleFile() } });
  await live.ok(api.createFile, { body: { file: exampleFile('a', 'Ärger.txt'), folder: 'letters' } });
  await live.ok(api.createFile, { body: { file: new File([Uint8Array.of(1)], 'b.bin'), folder: 'letters' } });
  const views = await createViews(live);
  const macros = await createMacros(live);
  const job = await createJobs(live, late.data.id, conversation.id);
  return {
    ...channels,
    contactId: first(contacts),
    conversationId: conversation.id,
    deliveryId: first(deliveries).id,
    draftConversationId: conversation.id,
    followedConversationId: conversation.id,
    followedTicketId: late.data.id,
    fileId: file.data.id,
    inboxId: first(inboxes).id,
    linkedTicketId: late.data.id,
    metric: 'first_response',
    jobId: job,
    macroId: first(macros).id,
    messageId: first(messages.data).id,
    movableConversationId: conversation.id,
    movableMessageIds: first(messages.data).id,
    otherConversationId: conversation.id,
    otherTicketId: late.data.id,
    ...notified,
    noteId: first(messages.data.filter(({ type }) => type === 'note')).id,
    sentConversationId: conversation.id,
    sentMessageId: first(messages.data).id,
    tagId: first(tags.data).id,
    teamId,
    ticketId: late.data.id,
    unsentConversationId: conversation.id,
    unsentMessageId: first(messages.data).id,
    userId: first(users.data).id,
    viewId: first(views).id,
    webhookId: first(webhooks).data.id,
  };
}

/** Notifications with two causes, one of them read, and devices. */
async function createNotifications(live: ApiClient, conversation: string, colleague: string) {
  const ids = [];
  for (let nth = 0; nth < 2; nth += 1) ids.push(await mention(live, conversation, colleague));
  const params = { conversation_id: conversation as api.Id<'conversation'> };
  await live.ok(api.addConversationFollower, { params, body: {} });
  const body = { body: 'Hello', author: { type: 'contact' } } as const;
  await live.ok(api.createMessage, { params, body });
  await eventually(async () => {
    const { data } = await live.ok(api.listNotifications, { query: {} });
    return data.some(({ cause }) => cause === 'reply');
  });
  const notification_id = first(ids) as api.Id<'notification'>;
  await live.ok(api.updateNotification, { params: { notification_id }, body: { read: true } });
  const device = () => live.ok(api.createNotificationDevice, { body: exampleDevice() });
  const devices = [await device(), await device(), await device()] as const;
  return { notificationId: notification_id, notificationDeviceId: devices[0].data.id };
}

/** The first has all tickets. */
async function createViews(live: ApiClient): Promise<api.View[]> {
  const views = [
    { name: 'Zebra', resource: 'ticket', visibility: 'workspace' },
    { name: 'apple', resource: 'conversation' },
    { name: 'Éclair', resource: 'ticket' },
  ] as const;
  const created = await Promise.all(views.map((body) => live.ok(api.createView, { body })));
  return created.map(({ data }) => data);
}

/** The first has results of three kinds. */
async function createJobs(live: ApiClient, ticket: string, conversation: string): Promise<string> {
  const unknown = 'ticket_01h455vb4pex5vsknk084sn02q';
  const jobs = [
    { resource: 'ticket', ids: [ticket, unknown], update: { add_tags: ['late'] } },
    { resource: 'conversation', ids: [conversation], update: { priority: 'normal' } },
  ] as const;
  const created: string[] = [];
  for (const { resource, ids, update } of jobs) {
    const { data } = await live.ok(api.createJob, { body: { resource, ids: [...ids], update } });
    created.push(data.id);
  }
  await eventually(async () => {
    const { data } = await live.ok(api.listJobs, { query: {} });
    return data.length === jobs.length && data.every(({ status }) => status === 'succeeded');
  });
  // Whether a request cancels a job before it is through depends on the process.
  const other = api.uuidOf('job', created[1] as api.Id<'job'>);
  await query(`update automation.job set status = 'canceled' where id = $1`, [other]);
  return first(created);
}

async function createMacros(live: ApiClient): Promise<api.Macro[]> {
  const macros = [
    { name: 'Zebra', body: 'Hello', visibility: 'workspace' },
    { name: 'apple', actions: { status: 'closed' } },
    { name: 'Éclair', body: 'Hello' },
  ] as const;
  const created = await Promise.all(macros.map((body) => live.ok(api.createMacro, { body })));
  return created.map(({ data }) => data);
}

async function createUsers(workspace: TestWorkspace): Promise<void> {
  const users = [
    { name: 'Kim', role: 'agent', team: TEAM },
    { name: 'kim', role: 'agent', team: TEAM },
    { name: 'Zoë', role: 'viewer', team: TEAM },
    { name: 'Ada', role: 'agent', status: 'inactive', team: TEAM },
    { name: 'Émile', role: 'admin', team: 'Sales' },
  ] as const;
  await Promise.all(users.map((user) => addUser(workspace, user)));
}

function createInboxes({ credentials }: TestWorkspace): Promise<{ id: api.Id<'inbox'> }[]> {
  const { workspace_id: workspace } = credentials;
  const names = ['Support', 'Billing', 'billing'];
  return Promise.all(names.map((name) => operator.run(api.createInbox, { workspace, name })));
}

async function createContacts(live: ApiClient): Promise<api.Id<'contact'>[]> {
  const contacts = [
    {
      name: 'Dana',
      external_id: 'CRM-1',
      company: 'Acme',
      email: `dana_${crypto.randomUUID()}@acme.example`,
    },
    { name: 'dana', company: null, email: `Dana.${crypto.randomUUID()}@other.example` },
    { name: 'Zoë', company: 'acme', email: null, phone: '+49 30 1234567' },
    { name: null, company: 'Émile & Co', email: `zoe@${crypto.randomUUID()}.example` },
    { name: 'Émile', company: 'Zebra', email: `a%b@acme.example` },
  ];
  const created = await Promise.all(contacts.map((body) => live.ok(api.createContact, { body })));
  const ids = created.map(({ data }) => data.id);
  const params = { contact_id: first(ids.slice(1)) };
  await live.ok(api.updateContact, { params, body: { phone: '+49 30 7654321' } });
  return ids;
}

/** Mailboxes and connections, some of them of an inbox. */
async function createChannels(live: ApiClient, inbox_id: api.Id<'inbox'>) {
  const named = [{ name: 'Sales', inbox_id }, { name: 'sales' }, { name: 'Éclair' }];
  const address = () => `${crypto.randomUUID()}@desk.example`;
  const transport = { type: 'sandbox' } as const;
  const mailboxes = await Promise.all(
    named.map((body) => live.ok(api.createMailbox, { body: { ...body, address: address(), transport } })),
  );
  const connections = await Promise.all(named.map((body) => live.ok(api.createConnection, { body })));
  const domains = ['mail', 'post'].map((name) => ({ domain: `${name}.${crypto.randomUUID()}.example` }));
  const sendingDomains = await Promise.all(domains.map((body) => live.ok(api.createSendingDomain, { body })));
  const suppressed = await Promise.all(
    [address(), address()].map((one) => live.ok(api.createSuppression, { body: { address: one } })),
  );
  const rules = await Promise.all(
    (['block', 'allow'] as const).map((action) =>
      live.ok(api.createSenderRule, { body: { sender: address(), action } }),
    ),
  );
  const forms = await Promise.all(
    named.slice(0, 2).map(({ name }) => live.ok(api.createContactForm, { body: { name } })),
  );
  const mails = await Promise.all(mailboxes.map(({ data }) => receive(live, data.id)));
  return {
    connectionId: first(connections).data.id,
    contactFormId: first(forms).data.id,
    incomingMailId: first(mails).id,
    mailboxId: first(mailboxes).data.id,
    sendingDomainId: first(sendingDomains).data.id,
    suppressionId: first(suppressed).data.id,
    senderRuleId: first(rules).data.id,
  };
}

interface ReferencesOfConversation {
  assignee_id: api.Id<'user'>;
  team_id: api.Id<'team'>;
  inbox_id: api.Id<'inbox'>;
  mailbox_id: api.Id<'mailbox'>;
}

async function createConversations(
  live: ApiClient,
  [one, other]: readonly api.Id<'contact'>[],
  { assignee_id, team_id, inbox_id, mailbox_id }: ReferencesOfConversation,
): Promise<api.Conversation[]> {
  const bodies: api.Input<typeof api.createConversation>['body'][] = [
    { contact: { id: one }, external_id: 'CHAT-1', priority: 'urgent', channel: 'email', tags: ['Billing'] },
    { contact: { id: one }, priority: 'low', channel: 'chat', assignee_id, team_id },
    { contact: { id: other }, priority: 'low', channel: 'chat', inbox_id, tags: ['refund'] },
    { contact: { id: other }, priority: 'high', channel: 'form', assignee_id, mailbox_id },
    { contact: { id: other }, team_id, snoozed_until: LATER },
    { contact: { id: other }, snoozed_until: LATER },
  ];
  const created = await Promise.all(bodies.map((body) => live.ok(api.createConversation, { body })));
  const conversations = created.map(({ data }) => data);
  const params = { conversation_id: first(conversations.slice(2)).id };
  await live.ok(api.updateConversation, { params, body: { status: 'closed' } });
  return conversations;
}

/** The first of several records has one. */
const externalId = (index: number) => (index === 0 ? { external_id: crypto.randomUUID() } : {});

async function createMessages(
  live: ApiClient,
  conversation_id: api.Id<'conversation'>,
  types: readonly ('reply' | 'note')[] = ['reply', 'note', 'reply', 'note', 'reply'],
): Promise<void> {
  const params = { conversation_id };
  const write = (type: 'reply' | 'note', index: number) =>
    live.ok(api.createMessage, { params, body: { body: 'Example', type, ...externalId(index) } });
  await Promise.all(types.map(write));
}

/** None of them is a reply, which would be the first response. */
async function createMessagesOfTicket(live: ApiClient, ticket_id: api.Id<'ticket'>): Promise<void> {
  const params = { ticket_id };
  const write = (type: 'comment' | 'note', index: number) =>
    live.ok(api.createTicketMessage, { params, body: { body: 'Example', type, ...externalId(index) } });
  await Promise.all((['comment', 'note', 'comment', 'note', 'comment'] as const).map(write));
}

/** Waits until subscriptions were told of messages: one that is made afterwards does not hear of them. */
async function told(live: ApiClient, messages: number, write: () => Promise<void>): Promise<void> {
  await using receiver = await Receiver.start();
  const body = { url: receiver.url, events: ['message.created'] };
  const { data } = await live.ok(api.createWebhook, { body });
  await write();
  await receiver.received('message.created', messages);
  await live.ok(api.deleteWebhook, { params: { webhook_id: data.id } });
}

/** Some that were delivered and some that failed. */
async function createDeliveries(
  live: ApiClient,
  webhook_id: api.Id<'webhook'>,
  conversation_id: api.Id<'conversation'>,
): Promise<api.Delivery[]> {
  const receiver = await Receiver.start((_, response) => response.writeHead(204).end());
  const params = { webhook_id };
  await live.ok(api.updateWebhook, { params, body: { url: receiver.url } });
  await live.ok(api.testWebhook, { params });
  await createMessages(live, conversation_id, ['note', 'note']);
  await settled(live, webhook_id, 3);
  await receiver.close();
  await live.ok(api.testWebhook, { params });
  // Not more: after five failures in a row the subscription has to wait.
  await createMessages(live, conversation_id, ['note']);
  return settled(live, webhook_id, 5);
}

/** The deliveries of a subscription, once there are so many and none is to be tried again. */
function settled(live: ApiClient, webhook_id: api.Id<'webhook'>, count: number): Promise<api.Delivery[]> {
  return eventually(async () => {
    const { data } = await live.ok(api.listDeliveries, { params: { webhook_id }, query: {} });
    const ended = data.filter(({ status }) => status !== 'pending' && status !== 'sending');
    if (ended.length < count) throw new Error(`${ended.length} of ${count} deliveries have ended`);
    return data;
  });
}

async function createTickets(
  live: ApiClient,
  [one, other]: readonly api.Id<'contact'>[],
  { assignee_id, team_id }: { assignee_id: api.Id<'user'>; team_id: api.Id<'team'> },
): Promise<void> {
  const inboxes = await live.ok(api.listInboxes, { query: {} });
  const inbox_id = first(inboxes.data).id;
  const bodies: Omit<api.Input<typeof api.createTicket>['body'], 'subject'>[] = [
    { priority: 'urgent', tags: ['Billing', 'refund'], contact: { id: one } },
    { priority: 'high', tags: ['refund'], contact: { id: other }, inbox_id },
    { priority: 'high', assignee_id, inbox_id },
    { assignee_id, team_id, tags: ['Überfällig'], snoozed_until: LATER },
    { team_id },
    { snoozed_until: LATER },
  ];
  const created = await Promise.all(
    bodies.map((body) => live.ok(api.createTicket, { body: { subject: 'Example', ...body } })),
  );
  for (const [index, status] of (['resolved', 'pending'] as const).entries()) {
    const params = { ticket_id: first(created.slice(index)).data.id };
    await live.ok(api.updateTicket, { params, body: { status } });
  }
}

function first<T>([item]: readonly T[]): T {
  if (item === undefined) throw new Error('there is none');
  return item;
}
