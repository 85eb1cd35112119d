import {
  createContact,
  createConversation,
  createTicket,
  createWebhook,
  type Operation,
  type Sent,
} from '@parley/contracts';
import type { ApiClient } from '@parley/testing';

/** Records that a workspace has in one mode, for operations that need one. */
export interface Records {
  contactId: string;
  conversationId: string;
  ticketId: string;
  webhookId: string;
}

/** An address that refuses connections at once: these tests are not about deliveries. */
const NOWHERE = 'http://127.0.0.1:9999/hook';

export async function createRecords(client: ApiClient): Promise<Records> {
  const contact = await client.ok(createContact, { body: { email: `${crypto.randomUUID()}@example.com` } });
  const conversation = await client.ok(createConversation, { body: { contact: { id: contact.data.id } } });
  const ticket = await client.ok(createTicket, { body: { subject: 'Example' } });
  const webhook = await client.ok(createWebhook, { body: { url: NOWHERE, events: ['contact.created'] } });
  return {
    contactId: contact.data.id,
    conversationId: conversation.data.id,
    ticketId: ticket.data.id,
    webhookId: webhook.data.id,
  };
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
  'contact.list': () => ({ query: {} }),
  'contact.update': ({ contactId }) => ({ params: { contact_id: contactId }, body: { company: 'Acme' } }),
  'conversation.create': ({ contactId }) => ({ body: { contact: { id: contactId } } }),
  'conversation.get': ({ conversationId }) => ({ params: { conversation_id: conversationId } }),
  'conversation.list': () => ({ query: {} }),
  'conversation.update': ({ conversationId }) => ({
    params: { conversation_id: conversationId },
    body: { priority: 'high' },
  }),
  'inbox.list': () => ({ query: {} }),
  'me.get': () => ({}),
  'message.create': ({ conversationId }) => ({
    params: { conversation_id: conversationId },
    body: { body: 'Example' },
  }),
  'message.list': ({ conversationId }) => ({ params: { conversation_id: conversationId }, query: {} }),
  'tag.create': () => ({ body: { name: crypto.randomUUID() } }),
  'tag.list': () => ({ query: {} }),
  'ticket.bulk_update': ({ ticketId }) => ({ body: { ids: [ticketId], update: { status: 'pending' } } }),
  'ticket.create': () => ({ body: { subject: 'Example' } }),
  'ticket.get': ({ ticketId }) => ({ params: { ticket_id: ticketId } }),
  'ticket.list': () => ({ query: {} }),
  'ticket.update': ({ ticketId }) => ({ params: { ticket_id: ticketId }, body: { priority: 'high' } }),
  'webhook.create': () => ({ body: { url: NOWHERE, events: ['ticket.created'] } }),
  'webhook.delete': ({ webhookId }) => ({ params: { webhook_id: webhookId } }),
  'webhook.get': ({ webhookId }) => ({ params: { webhook_id: webhookId } }),
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
