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
  listWebhooks,
  testWebhook,
  updateContact,
  updateConversation,
  updateMessageDelivery,
  updateTag,
  updateTicket,
  webhookEventTypes,
  type Input,
  type Operation,
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

async function newMessage(api: ApiClient) {
  const { id } = await newConversation(api);
  const message = await api.call(createMessage, {
    params: { conversation_id: id },
    body: { body: 'When does it arrive?', author: { type: 'contact' } },
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
  'conversation.deleted': withNew(newConversation, deleteConversation),
  'mailbox.connected': newMailbox,
  'message.created': async (api) => (await newMessage(api)).message_id,
  'message.delivery_updated': sentMessage,
  'message.redacted': async (api) => {
    const params = await newMessage(api);
    await api.call(deleteMessage, { params });
    return params.message_id;
  },
  'ticket.created': withNew(newTicket),
  'ticket.updated': withNew(newTicket, updateTicket, { priority: 'urgent' }),
  'ticket.status_changed': withNew(newTicket, updateTicket, { status: 'resolved' }),
  'ticket.assigned': withNew(newTicket, updateTicket, assigned),
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
