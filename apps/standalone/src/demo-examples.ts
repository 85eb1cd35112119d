import { Readable } from 'node:stream';
import {
  addConversationFollower,
  addTicketFollower,
  createConnection,
  createContactForm,
  createContact,
  createConversation,
  createInbox,
  createIncomingMail,
  createMailbox,
  createJob,
  createMacro,
  createMessage,
  createSendingDomain,
  createSenderRule,
  createSuppression,
  createTag,
  createTicket,
  createUser,
  createView,
  createWebhook,
  decodeId,
  exampleId,
  linkTicket,
  otherExampleId,
  SCOPES,
  testWebhook,
  updateConversation,
  type Id,
} from '@parley/contracts';
import type { FileTransport } from '@parley/files';
import { inTenant, type Context, type TenantContext } from '@parley/runtime/context';
import type { Rpc } from '@parley/rpc';

/** A page without content, so that the file is a PDF by its content too. */
const INVOICE = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>endobj
trailer<</Root 1 0 R>>
%%EOF
`;

/** A mail that is held back: it reports on one that nobody has sent. */
const BOUNCE = `From: Mail Delivery System <MAILER-DAEMON@example.com>
Subject: Undelivered Mail Returned to Sender
X-Failed-Recipients: gone@example.com

Your mail could not be delivered: there is no such user.
`;

/** Nothing listens there by default, so that a demo sends nothing to anybody. */
const RECEIVER = 'http://localhost:4000/hooks';

/**
 * Creates the records that the examples of the API document name, with the ids that they have there, in the live mode of a
 * new workspace.
 */
export async function createExampleRecords(
  rpc: Rpc,
  uploads: FileTransport,
  setup: { ctx: Context; workspace: Id<'workspace'> },
): Promise<void> {
  const { workspace } = setup;
  const ctx = { ...setup.ctx, recordId: decodeId('ticket', exampleId('ticket')) ?? undefined };
  const agent = { email: 'kim@example.com', name: 'Kim Lee', team: 'Support' };
  await rpc.call(createUser, ctx, { workspace, ...agent });
  await rpc.call(createInbox, ctx, { workspace, name: 'Support' });

  const tenant = asAgent(inTenant(ctx, workspace, 'live'), exampleId('user'));
  const contact = { email: 'dana@example.com', name: 'Dana Reyes', phone: '+49 30 1234567', company: 'Acme' };
  await rpc.call(createContact, tenant, { body: { ...contact, custom_fields: { plan: 'gold', seats: 25 } } });
  await rpc.call(createTag, tenant, { body: { name: 'billing', color: '#ff8800' } });
  await createChannels(rpc, tenant);
  await createConversationWithTicket(rpc, uploads, tenant);
  await createOthers(rpc, tenant);
  await createAutomations(rpc, tenant);
}

/** A conversation with a reply, a note and a ticket. */
async function createConversationWithTicket(
  rpc: Rpc,
  uploads: FileTransport,
  tenant: TenantContext,
): Promise<void> {
  const shared = { assignee_id: exampleId('user'), tags: ['billing'] };
  await rpc.call(createConversation, tenant, {
    body: {
      ...shared,
      inbox_id: exampleId('inbox'),
      contact: { id: exampleId('contact') },
      subject: 'Where is my order?',
      message: { body: 'It should have arrived on Friday.', author: { type: 'contact' } },
    },
  });
  const invoice = Readable.from([Buffer.from(INVOICE)], { objectMode: false });
  const head = { id: exampleId('file'), name: 'invoice.pdf', maxBytes: INVOICE.length };
  const recordId = decodeId('message', exampleId('message')) ?? undefined;
  await rpc.call(
    createMessage,
    { ...tenant, recordId },
    {
      params: { conversation_id: exampleId('conversation') },
      body: { body: 'We are looking into it.', attachments: [await uploads.send(tenant, head, invoice)] },
    },
  );
  const noteId = decodeId('message', 'msg_01h2xcf3k5e8gvzq7wd9mtbn4v') ?? undefined;
  await rpc.call(
    createMessage,
    { ...tenant, recordId: noteId },
    {
      params: { conversation_id: exampleId('conversation') },
      body: { body: 'The carrier has lost it.', type: 'note' },
    },
  );
  // In no inbox, which could not be deleted as long as it contains tickets.
  await rpc.call(createTicket, tenant, {
    body: {
      ...shared,
      subject: 'The printer is on fire',
      description: 'It began during a long job.',
      external_id: 'ORD-1042',
      conversation_id: exampleId('conversation'),
    },
  });
}

/** What lists and sends by itself. */
async function createAutomations(rpc: Rpc, tenant: TenantContext): Promise<void> {
  const body = { user_id: exampleId('user') };
  await rpc.call(addTicketFollower, tenant, { params: { ticket_id: exampleId('ticket') }, body });
  const params = { conversation_id: exampleId('conversation') };
  await rpc.call(addConversationFollower, tenant, { params, body });
  await rpc.call(createJob, tenant, {
    body: { resource: 'ticket', ids: [exampleId('ticket')], update: { priority: 'normal' } },
  });
  await rpc.call(createMacro, tenant, {
    body: {
      name: 'Ask for the order number',
      body: 'Hello {{contact.first_name|there}}, which order do you mean?',
      actions: { status: 'pending', assignee_id: 'me' },
      visibility: 'workspace',
    },
  });
  await rpc.call(createView, tenant, {
    body: {
      name: 'My open tickets',
      resource: 'ticket',
      filter: {
        all: [
          { field: 'status', op: 'eq', value: 'open' },
          { field: 'assignee', op: 'eq', value: 'me' },
        ],
      },
      visibility: 'workspace',
    },
  });
  await rpc.call(createWebhook, tenant, {
    body: { url: RECEIVER, events: ['webhook.disabled'], description: 'A receiver on this machine' },
  });
  await rpc.call(testWebhook, tenant, { params: { webhook_id: exampleId('webhook') } });
}

/** A second conversation and ticket, for the examples of merging and linking. */
async function createOthers(rpc: Rpc, tenant: TenantContext): Promise<void> {
  const ctx = { ...tenant, recordId: decodeId('ticket', otherExampleId('ticket')) ?? undefined };
  await rpc.call(createConversation, ctx, {
    body: { contact: { id: exampleId('contact') }, subject: 'Where is my order, again?' },
  });
  await rpc.call(createTicket, ctx, { body: { subject: 'The printer smokes' } });
  await rpc.call(linkTicket, tenant, {
    params: { ticket_id: exampleId('ticket') },
    body: { type: 'related', linked_ticket_id: otherExampleId('ticket') },
  });
}

/** A mailbox that sends nothing: replies in its inbox are delivered nevertheless, as the addresses of their recipients say. */
async function createChannels(rpc: Rpc, tenant: TenantContext): Promise<void> {
  await rpc.call(createMailbox, tenant, {
    body: {
      name: 'Support',
      address: 'support@demo.sandbox',
      inbox_id: exampleId('inbox'),
      transport: { type: 'sandbox' },
    },
  });
  await rpc.call(createConnection, tenant, { body: { name: 'SMS Germany', type: 'sms' } });
  await rpc.call(createContactForm, tenant, { body: { name: 'Contact us' } });
  await rpc.call(createSenderRule, tenant, { body: { sender: 'news.example.net', action: 'block' } });
  await rpc.call(createSuppression, tenant, { body: { address: 'gone@example.com' } });
  await rpc.call(createSendingDomain, tenant, { body: { domain: 'example.com' } });
  await rpc.call(createIncomingMail, tenant, { body: { mailbox_id: exampleId('mailbox'), source: BOUNCE } });
  await createSentMessages(rpc, tenant);
}

/** A message that left through the connection, and one that could not leave through the mailbox, as its contact has no address. */
async function createSentMessages(rpc: Rpc, tenant: TenantContext): Promise<void> {
  const conversation_id = 'conv_01h2xcf3k5e8gvzq7wd9mtbn4s';
  const contact = { phone: '+49 151 12345678', name: 'Robin Moss' };
  const as = (id: Id<'conversation'> | Id<'message'>, kind: 'conversation' | 'message') => ({
    ...tenant,
    recordId: decodeId(kind, id) ?? undefined,
  });
  await rpc.call(createConversation, as(conversation_id, 'conversation'), {
    body: { contact, connection_id: exampleId('connection') },
  });
  const params = { conversation_id } as const;
  const sent = as('msg_01h2xcejqtf2nbrexx3vqjhp41', 'message');
  await rpc.call(createMessage, sent, { params, body: { body: 'Your order is on its way.' } });
  const channel = { connection_id: null, mailbox_id: exampleId('mailbox') };
  await rpc.call(updateConversation, tenant, { params, body: channel });
  const unsent = as('msg_01h2xcf3k5e8gvzq7wd9mtbn4t', 'message');
  await rpc.call(createMessage, unsent, { params, body: { body: 'It has arrived.' } });
}

/** The context of a request by an agent: messages are written by somebody. */
export function asAgent(ctx: TenantContext, userId: Id<'user'>): TenantContext {
  const { workspaceId, mode } = ctx.tenant;
  const principal = { type: 'api_key', credentialId: 'demo', userId, role: 'agent', scopes: SCOPES } as const;
  return { ...ctx, principal: { ...principal, workspaceId, mode } };
}
