import {
  createContact,
  createConversation,
  createFile,
  createMessage,
  createTag,
  createTicket,
  deleteContact,
  deleteConversation,
  deleteFile,
  deleteMessage,
  deleteTag,
  deleteTicket,
  getMe,
  listWebhooks,
  splitRoute,
  testWebhook,
  updateContact,
  updateConversation,
  updateTag,
  updateTicket,
  webhookEventTypes,
  type Contact,
  type Conversation,
  type Input,
  type Ticket,
  type Webhook,
} from '@parley/contracts';
import { randomBytes } from 'node:crypto';
import { CommandFailure } from '../failure.ts';
import type { ApiClient } from './api-client.ts';

/** Makes an event happen, and returns the id of the record that the event is about. */
export type Recipe = (api: ApiClient) => Promise<string>;

/** Why an event cannot be made to happen by requests alone. */
const UNAVAILABLE: Readonly<Record<string, string>> = {
  'ticket.sla_warning': 'comes when 75 % of the target have passed (sla:set)',
  'ticket.sla_breached': 'comes when the target has passed (sla:set)',
  'webhook.disabled': 'comes when an endpoint answers 410 or keeps failing',
};

/** Names and addresses are unique in a workspace. */
const unique = () => randomBytes(4).toString('hex');

const newContact = (api: ApiClient): Promise<Contact> =>
  api.call(createContact, { body: { name: 'Dana Reyes', email: `dana.${unique()}@example.com` } });

const newTicket = (api: ApiClient): Promise<Ticket> =>
  api.call(createTicket, { body: { subject: 'The printer is on fire', priority: 'high' } });

async function newConversation(api: ApiClient): Promise<Conversation> {
  const { id } = await newContact(api);
  return api.call(createConversation, { body: { contact: { id }, subject: 'Invoice 1042' } });
}

async function newMessage(api: ApiClient): Promise<Input<typeof deleteMessage>['params']> {
  const { id } = await newConversation(api);
  const message = await api.call(createMessage, {
    params: { conversation_id: id },
    body: { body: 'When does it arrive?', author: { type: 'contact' } },
  });
  return { conversation_id: id, message_id: message.id };
}

const newTag = (api: ApiClient) => api.call(createTag, { body: { name: `example-${unique()}` } });

async function newFile(api: ApiClient): Promise<{ id: string }> {
  const body = new FormData();
  body.append('file', new Blob(['Hello']), 'hello.txt');
  const { method, path } = splitRoute(createFile.route);
  const response = await api.send(method, path, { body });
  return ((await response.json()) as { data: { id: string } }).data;
}

async function changeTicket(api: ApiClient, body: object): Promise<string> {
  const { id } = await newTicket(api);
  await api.call(updateTicket, { params: { ticket_id: id }, body });
  return id;
}

async function changeConversation(api: ApiClient, body: object): Promise<string> {
  const { id } = await newConversation(api);
  await api.call(updateConversation, { params: { conversation_id: id }, body });
  return id;
}

const me = async (api: ApiClient) => (await api.call(getMe, {})).id;

/** Only a webhook itself receives its test event. */
async function testWebhooks(api: ApiClient): Promise<string> {
  const listed = (await api.call(listWebhooks, { query: {} })) as unknown as Webhook[];
  const enabled = listed.filter(({ status }) => status === 'enabled');
  if (enabled.length === 0) throw new CommandFailure('there is no enabled webhook in this mode', 1);
  for (const { id } of enabled) await api.call(testWebhook, { params: { webhook_id: id } });
  return enabled.map(({ id }) => id).join(', ');
}

const RECIPES: Readonly<Record<string, Recipe>> = {
  'contact.created': async (api) => (await newContact(api)).id,
  'contact.updated': async (api) => {
    const { id } = await newContact(api);
    await api.call(updateContact, { params: { contact_id: id }, body: { company: 'Example Ltd' } });
    return id;
  },
  'contact.deleted': async (api) => {
    const { id } = await newContact(api);
    await api.call(deleteContact, { params: { contact_id: id } });
    return id;
  },
  'conversation.created': async (api) => (await newConversation(api)).id,
  'conversation.updated': (api) => changeConversation(api, { priority: 'high' }),
  'conversation.status_changed': (api) => changeConversation(api, { status: 'closed' }),
  'conversation.assigned': async (api) => changeConversation(api, { assignee_id: await me(api) }),
  'conversation.deleted': async (api) => {
    const { id } = await newConversation(api);
    await api.call(deleteConversation, { params: { conversation_id: id } });
    return id;
  },
  'message.created': async (api) => (await newMessage(api)).message_id,
  'message.redacted': async (api) => {
    const params = await newMessage(api);
    await api.call(deleteMessage, { params });
    return params.message_id;
  },
  'ticket.created': async (api) => (await newTicket(api)).id,
  'ticket.updated': (api) => changeTicket(api, { priority: 'urgent' }),
  'ticket.status_changed': (api) => changeTicket(api, { status: 'resolved' }),
  'ticket.assigned': async (api) => changeTicket(api, { assignee_id: await me(api) }),
  'ticket.deleted': async (api) => {
    const { id } = await newTicket(api);
    await api.call(deleteTicket, { params: { ticket_id: id } });
    return id;
  },
  'tag.created': async (api) => (await newTag(api)).id,
  'tag.updated': async (api) => {
    const { id } = await newTag(api);
    await api.call(updateTag, { params: { tag_id: id }, body: { color: '#ff8800' } });
    return id;
  },
  'tag.deleted': async (api) => {
    const { id } = await newTag(api);
    await api.call(deleteTag, { params: { tag_id: id } });
    return id;
  },
  'file.created': async (api) => (await newFile(api)).id,
  'file.deleted': async (api) => {
    const { id } = await newFile(api);
    await api.call(deleteFile, { params: { file_id: id as `file_${string}` } });
    return id;
  },
  'webhook.test': testWebhooks,
};

/** The events that integrations can subscribe to, and whether requests can make them happen. */
export const triggers: readonly { event: string; recipe?: Recipe; reason?: string }[] = [...webhookEventTypes]
  .sort()
  .map((event) => ({ event, recipe: RECIPES[event], reason: UNAVAILABLE[event] }));
