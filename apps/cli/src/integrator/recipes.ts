import {
  createConnection,
  createContact,
  createConversation,
  createFile,
  createMailbox,
  createMessage,
  createTag,
  createTicket,
  deleteConnection,
  deleteContact,
  deleteConversation,
  deleteFile,
  deleteMailbox,
  deleteMessage,
  deleteTag,
  deleteTicket,
  getMe,
  listTeams,
  listWebhooks,
  mergeConversations,
  mergeTickets,
  splitConversation,
  testWebhook,
  updateContact,
  updateConversation,
  unmergeConversations,
  unmergeTickets,
  updateMessage,
  updateMessageDelivery,
  updateTag,
  updateTicket,
  webhookEventTypes,
  type Input,
  type Operation,
  type Team,
  type Webhook,
} from '@parley/contracts';
import { randomBytes } from 'node:crypto';
import { CommandFailure } from '../failure.ts';
import type { ApiClient } from './api-client.ts';

/** Makes an event happen, and returns the id of the record that the event is about. */
type Recipe = (api: ApiClient) => Promise<string>;

/** Why an event cannot be made to happen by requests alone. */
const UNAVAILABLE: Readonly<Record<string, string>> = {
  'incoming_mail.quarantined': 'comes when a mail that arrives is held back',
  'mailbox.disconnected': 'comes when the server of a mailbox refuses it or cannot be reached',
  'ticket.sla_warning': 'comes when 75 % of the target have passed (sla:set)',
  'ticket.sla_breached': 'comes when the target has passed (sla:set)',
  'webhook.disabled': 'comes when an endpoint answers 410 or keeps failing',
};

/** Names and addresses are unique in a workspace. */
const unique = () => randomBytes(4).toString('hex');

const newContact = (api: ApiClient) =>
  api.call(createContact, { body: { name: 'Dana Reyes', email: `dana.${unique()}@example.com` } });

const newTicket = (api: ApiClient) =>
  api.call(createTicket, { body: { subject: 'The printer is on fire', priority: 'high' } });

async function newConversation(api: ApiClient) {
  const { id } = await newContact(api);
  return api.call(createConversation, { body: { contact: { id }, subject: 'Invoice 1042' } });
}

async function newMessage(api: ApiClient, body: object = { author: { type: 'contact' } }) {
  const { id } = await newConversation(api);
  const message = await api.call(createMessage, {
    params: { conversation_id: id },
    body: { body: 'When does it arrive?', ...body },
  });
  return { conversation_id: id, message_id: message.id };
}

/** A reply that its connector has sent. The connection is deleted again: a workspace has 100 at most. */
async function sentMessage(api: ApiClient) {
  const { id: connection_id } = await api.call(createConnection, { body: { name: 'Example' } });
  const body = { contact: { name: 'Dana Reyes', phone: '+1 415 555 0123' }, connection_id };
  const { id } = await api.call(createConversation, { body });
  const { id: message_id } = await api.call(createMessage, {
    params: { conversation_id: id },
    body: { body: 'It is on its way.' },
  });
  const params = { conversation_id: id, message_id };
  await api.call(updateMessageDelivery, { params, body: { status: 'sent' } });
  await api.call(deleteConnection, { params: { connection_id } });
  return message_id;
}

/** A mailbox that sends nothing, and is deleted again. */
async function newMailbox(api: ApiClient) {
  const address = `example.${unique()}@example.com`;
  const transport = { type: 'sandbox' } as const;
  const { id } = await api.call(createMailbox, { body: { name: 'Example', address, transport } });
  await api.call(deleteMailbox, { params: { mailbox_id: id } });
  return id;
}

const newTag = (api: ApiClient) => api.call(createTag, { body: { name: `example-${unique()}` } });

function newFile(api: ApiClient) {
  const body = new FormData();
  body.append('file', new Blob(['Hello']), 'hello.txt');
  return api.call(createFile, { body } as unknown as Input<typeof createFile>);
}

/** The body of a change. */
type Change = Record<string, unknown> | ((api: ApiClient) => Promise<Record<string, unknown>>);

/** Creates a record, and then changes or deletes it by an operation. */
const withNew =
  (create: (api: ApiClient) => Promise<{ id: string }>, operation?: Operation, change?: Change): Recipe =>
  async (api) => {
    const { id } = await create(api);
    if (operation !== undefined) {
      const [, param = ''] = /\{(\w+)\}/.exec(operation.route) ?? [];
      const body = typeof change === 'function' ? await change(api) : change;
      await api.call(operation, { params: { [param]: id }, body });
    }
    return id;
  };

const assigned = async (api: ApiClient) => ({ assignee_id: (await api.call(getMe, {})).id });

/** The first team: test mode creates none. */
async function givenToTeam(api: ApiClient): Promise<Record<string, unknown>> {
  const [team] = (await api.call(listTeams, { query: {} })) as unknown as Team[];
  if (team === undefined) throw new CommandFailure('the workspace has no team', 1);
  return { team_id: team.id };
}

const snoozed = () => Promise.resolve({ snoozed_until: new Date(Date.now() + 3_600_000).toISOString() });

async function wokenTicket(api: ApiClient): Promise<string> {
  const { id } = await newTicket(api);
  const params = { ticket_id: id };
  await api.call(updateTicket, { params, body: await snoozed() });
  await api.call(updateTicket, { params, body: { snoozed_until: null } });
  return id;
}

async function wokenConversation(api: ApiClient): Promise<string> {
  const { id } = await newConversation(api);
  const params = { conversation_id: id };
  await api.call(updateConversation, { params, body: await snoozed() });
  await api.call(updateConversation, { params, body: { snoozed_until: null } });
  return id;
}

/** Returns the id of the merged ticket, and how to undo the merge. */
async function mergedTicket(api: ApiClient) {
  const [{ id: ticket_id }, { id }] = [await newTicket(api), await newTicket(api)];
  await api.call(mergeTickets, { params: { ticket_id }, body: { from_ids: [id] } });
  return { id, undo: () => api.call(unmergeTickets, { params: { ticket_id }, body: { ids: [id] } }) };
}

async function mergedConversation(api: ApiClient) {
  const { id: conversation_id, contact } = await newConversation(api);
  const { id } = await api.call(createConversation, { body: { contact: { id: contact.id } } });
  const params = { conversation_id };
  await api.call(mergeConversations, { params, body: { from_ids: [id] } });
  return { id, undo: () => api.call(unmergeConversations, { params, body: { ids: [id] } }) };
}

const undone = async ({ id, undo }: { id: string; undo: () => Promise<unknown> }): Promise<string> => {
  await undo();
  return id;
};

/** Only a webhook itself receives its test event. */
async function testWebhooks(api: ApiClient): Promise<string> {
  const listed = (await api.call(listWebhooks, { query: {} })) as unknown as Webhook[];
  const enabled = listed.filter(({ status }) => status === 'enabled');
  if (enabled.length === 0) throw new CommandFailure('there is no enabled webhook in this mode', 1);
  for (const { id } of enabled) await api.call(testWebhook, { params: { webhook_id: id } });
  return enabled.map(({ id }) => id).join(', ');
}

const RECIPES: Readonly<Record<string, Recipe>> = {
  'contact.created': withNew(newContact),
  'contact.updated': withNew(newContact, updateContact, { company: 'Example Ltd' }),
  'contact.deleted': withNew(newContact, deleteContact),
  'conversation.created': withNew(newConversation),
  'conversation.updated': withNew(newConversation, updateConversation, { priority: 'high' }),
  'conversation.status_changed': withNew(newConversation, updateConversation, { status: 'closed' }),
  'conversation.assigned': withNew(newConversation, updateConversation, assigned),
  'conversation.team_changed': withNew(newConversation, updateConversation, givenToTeam),
  'conversation.snoozed': withNew(newConversation, updateConversation, snoozed),
  'conversation.woken': wokenConversation,
  'conversation.merged': async (api) => (await mergedConversation(api)).id,
  'conversation.unmerged': async (api) => undone(await mergedConversation(api)),
  'conversation.split': async (api) => {
    const { conversation_id, message_id } = await newMessage(api);
    await api.call(splitConversation, { params: { conversation_id }, body: { message_ids: [message_id] } });
    return conversation_id;
  },
  'conversation.deleted': withNew(newConversation, deleteConversation),
  'mailbox.connected': newMailbox,
  'message.created': async (api) => (await newMessage(api)).message_id,
  'message.delivery_updated': sentMessage,
  'message.updated': async (api) => {
    const params = await newMessage(api, { type: 'note' });
    await api.call(updateMessage, { params, body: { body: 'It has arrived.' } });
    return params.message_id;
  },
  'message.redacted': async (api) => {
    const params = await newMessage(api);
    await api.call(deleteMessage, { params });
    return params.message_id;
  },
  'ticket.created': withNew(newTicket),
  'ticket.updated': withNew(newTicket, updateTicket, { priority: 'urgent' }),
  'ticket.status_changed': withNew(newTicket, updateTicket, { status: 'resolved' }),
  'ticket.assigned': withNew(newTicket, updateTicket, assigned),
  'ticket.team_changed': withNew(newTicket, updateTicket, givenToTeam),
  'ticket.snoozed': withNew(newTicket, updateTicket, snoozed),
  'ticket.woken': wokenTicket,
  'ticket.merged': async (api) => (await mergedTicket(api)).id,
  'ticket.unmerged': async (api) => undone(await mergedTicket(api)),
  'ticket.deleted': withNew(newTicket, deleteTicket),
  'tag.created': withNew(newTag),
  'tag.updated': withNew(newTag, updateTag, { color: '#ff8800' }),
  'tag.deleted': withNew(newTag, deleteTag),
  'file.created': withNew(newFile),
  'file.deleted': withNew(newFile, deleteFile),
  'webhook.test': testWebhooks,
};

/** The events that integrations can subscribe to, and whether requests can make them happen. */
export const triggers: readonly { event: string; recipe?: Recipe; reason?: string }[] = [...webhookEventTypes]
  .sort()
  .map((event) => ({ event, recipe: RECIPES[event], reason: UNAVAILABLE[event] }));
