import {
  createContact,
  createConversation,
  createFile,
  createInbox,
  createMessage,
  createTag,
  createTicket,
  createUser,
  createWebhook,
  listTeams,
  testWebhook,
  type Id,
  type Operation,
} from '@parley/contracts';
import type { Operator, Sent, TestWorkspace } from '@parley/testing';
import { operator } from './platform.ts';

/** Records that a workspace has, in live mode where modes differ, for operations that need one. */
export interface Records {
  contactId: string;
  conversationId: string;
  deliveryId: string;
  fileId: string;
  inboxId: string;
  messageId: string;
  tagId: string;
  teamId: string;
  ticketId: string;
  userId: string;
  webhookId: string;
}

/** An address that refuses connections at once: these tests are not about deliveries. */
export const NOWHERE = 'http://127.0.0.1:9999/hook';

/** A file to upload. */
export const exampleFile = (text = 'Example', name = 'example.txt'): File => new File([text], name);

type Maker = (
  workspace: TestWorkspace,
  records: Records,
  operator: Pick<Operator, 'run'>,
) => Promise<Partial<Records>>;

/** How the records of each kind are made, in an order in which each finds those that it belongs to. */
const MAKERS = {
  team: async ({ credentials, live }, _records, { run }) => {
    const name = crypto.randomUUID();
    const user = await run(createUser, {
      workspace: credentials.workspace_id,
      email: `${crypto.randomUUID()}@example.com`,
      name: 'Example',
      team: name,
    });
    const { data } = await live.ok(listTeams, { query: {} });
    return { userId: user.id, teamId: data.find((team) => team.name === name)?.id ?? '' };
  },
  inbox: async ({ credentials }, _records, { run }) => ({
    inboxId: (await run(createInbox, { workspace: credentials.workspace_id, name: 'Example' })).id,
  }),
  contact: async ({ live }) => ({
    contactId: (await live.ok(createContact, { body: { email: `${crypto.randomUUID()}@example.com` } })).data
      .id,
  }),
  conversation: async ({ live }, { contactId }) => ({
    conversationId: (
      await live.ok(createConversation, { body: { contact: { id: contactId as Id<'contact'> } } })
    ).data.id,
  }),
  message: async ({ live }, { conversationId }) => ({
    messageId: (
      await live.ok(createMessage, {
        params: { conversation_id: conversationId as Id<'conversation'> },
        body: { body: 'Example' },
      })
    ).data.id,
  }),
  file: async ({ live }) => ({
    fileId: (await live.ok(createFile, { body: { file: exampleFile() } })).data.id,
  }),
  tag: async ({ live }) => ({
    tagId: (await live.ok(createTag, { body: { name: crypto.randomUUID() } })).data.id,
  }),
  ticket: async ({ live }) => ({
    ticketId: (await live.ok(createTicket, { body: { subject: 'Example' } })).data.id,
  }),
  webhook: async ({ live }) => ({
    webhookId: (await live.ok(createWebhook, { body: { url: NOWHERE, events: ['contact.created'] } })).data
      .id,
  }),
  delivery: async ({ live }, { webhookId }) => ({
    deliveryId: (await live.ok(testWebhook, { params: { webhook_id: webhookId as Id<'webhook'> } })).data
      .delivery_id,
  }),
} satisfies Record<string, Maker>;

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
  { id, status }: Operation,
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

type Example = (records: Records) => Sent<Operation>;

/**
 * A valid request for each operation, by its id: what the generated matrices call. An operation without one fails them,
 * so a new operation cannot go untested.
 */
export const examples: Readonly<Record<string, Example>> = {
  'contact.create': () => ({ body: { email: `${crypto.randomUUID()}@example.com` } }),
  'contact.bulk_update': ({ contactId }) => ({ body: { ids: [contactId], update: { company: 'Acme' } } }),
  'contact.delete': ({ contactId }) => ({ params: { contact_id: contactId } }),
  'contact.get': ({ contactId }) => ({ params: { contact_id: contactId } }),
  'contact.history': ({ contactId }) => ({ params: { contact_id: contactId }, query: {} }),
  'contact.list': () => ({ query: {} }),
  'contact.update': ({ contactId }) => ({ params: { contact_id: contactId }, body: { company: 'Acme' } }),
  'conversation.create': ({ contactId }) => ({ body: { contact: { id: contactId } } }),
  'conversation.delete': ({ conversationId }) => ({ params: { conversation_id: conversationId } }),
  'conversation.get': ({ conversationId }) => ({ params: { conversation_id: conversationId } }),
  'conversation.history': ({ conversationId }) => ({
    params: { conversation_id: conversationId },
    query: {},
  }),
  'conversation.list': () => ({ query: {} }),
  'conversation.update': ({ conversationId }) => ({
    params: { conversation_id: conversationId },
    body: { priority: 'high' },
  }),
  'delivery.get': ({ deliveryId, webhookId }) => ({
    params: { webhook_id: webhookId, delivery_id: deliveryId },
  }),
  'delivery.list': ({ webhookId }) => ({ params: { webhook_id: webhookId }, query: {} }),
  'delivery.recover': ({ webhookId }) => ({
    params: { webhook_id: webhookId },
    body: { created_after: '2026-01-01' },
  }),
  'delivery.retry': ({ deliveryId, webhookId }) => ({
    params: { webhook_id: webhookId, delivery_id: deliveryId },
  }),
  'event.list': () => ({ query: {} }),
  'event.stream': () => ({ query: {} }),
  'file.create': () => ({ body: { file: exampleFile(), folder: 'examples' } }),
  'file.delete': ({ fileId }) => ({ params: { file_id: fileId } }),
  'file.get': ({ fileId }) => ({ params: { file_id: fileId } }),
  'inbox.create': () => ({ body: { name: 'Example' } }),
  'inbox.update': ({ inboxId }) => ({ params: { inbox_id: inboxId }, body: { name: crypto.randomUUID() } }),
  'inbox.delete': ({ inboxId }) => ({ params: { inbox_id: inboxId } }),
  'inbox.get': ({ inboxId }) => ({ params: { inbox_id: inboxId } }),
  'inbox.list': () => ({ query: {} }),
  'me.get': () => ({}),
  'member.create': ({ teamId, userId }) => ({ params: { team_id: teamId }, body: { user_id: userId } }),
  'member.delete': ({ teamId, userId }) => ({ params: { team_id: teamId, user_id: userId } }),
  'member.list': ({ teamId }) => ({ params: { team_id: teamId }, query: {} }),
  'message.create': ({ conversationId }) => ({
    params: { conversation_id: conversationId },
    body: { body: 'Example' },
  }),
  'message.delete': ({ conversationId, messageId }) => ({
    params: { conversation_id: conversationId, message_id: messageId },
  }),
  'message.get': ({ conversationId, messageId }) => ({
    params: { conversation_id: conversationId, message_id: messageId },
  }),
  'message.list': ({ conversationId }) => ({ params: { conversation_id: conversationId }, query: {} }),
  'search.run': () => ({ query: { q: 'example' } }),
  'tag.create': () => ({ body: { name: crypto.randomUUID() } }),
  'tag.delete': ({ tagId }) => ({ params: { tag_id: tagId } }),
  'tag.get': ({ tagId }) => ({ params: { tag_id: tagId } }),
  'tag.list': () => ({ query: {} }),
  'tag.update': ({ tagId }) => ({ params: { tag_id: tagId }, body: { color: '#ff8800' } }),
  'team.create': () => ({ body: { name: crypto.randomUUID() } }),
  'team.update': ({ teamId }) => ({
    params: { team_id: teamId },
    body: { description: crypto.randomUUID() },
  }),
  'team.delete': ({ teamId }) => ({ params: { team_id: teamId } }),
  'team.get': ({ teamId }) => ({ params: { team_id: teamId } }),
  'team.list': () => ({ query: {} }),
  'ticket.bulk_update': ({ ticketId }) => ({ body: { ids: [ticketId], update: { status: 'pending' } } }),
  'ticket.create': () => ({ body: { subject: 'Example' } }),
  'ticket.delete': ({ ticketId }) => ({ params: { ticket_id: ticketId } }),
  'ticket.get': ({ ticketId }) => ({ params: { ticket_id: ticketId } }),
  'ticket.history': ({ ticketId }) => ({ params: { ticket_id: ticketId }, query: {} }),
  'ticket.list': () => ({ query: {} }),
  'ticket.update': ({ ticketId }) => ({ params: { ticket_id: ticketId }, body: { priority: 'high' } }),
  'user.create': () => ({ body: { email: `${crypto.randomUUID()}@example.com`, name: 'Example' } }),
  'user.get': ({ userId }) => ({ params: { user_id: userId } }),
  'user.list': () => ({ query: {} }),
  'user.update': ({ userId }) => ({ params: { user_id: userId }, body: { name: 'Example' } }),
  'webhook.create': () => ({ body: { url: NOWHERE, events: ['ticket.created'] } }),
  'webhook.delete': ({ webhookId }) => ({ params: { webhook_id: webhookId } }),
  'webhook.get': ({ webhookId }) => ({ params: { webhook_id: webhookId } }),
  'webhook.rotate_secret': ({ webhookId }) => ({ params: { webhook_id: webhookId }, body: {} }),
  'webhook.list': () => ({ query: {} }),
  'webhook.update': ({ webhookId }) => ({ params: { webhook_id: webhookId }, body: { events: ['*'] } }),
  'webhook.test': ({ webhookId }) => ({ params: { webhook_id: webhookId } }),
};

/** The example of an operation. */
export function exampleOf(operation: Operation, records: Records): Sent<Operation> {
  const example = examples[operation.id];
  if (example === undefined) throw new Error(`${operation.id} has no example in test/e2e/examples.ts`);
  return example(records);
}
