import { Readable } from 'node:stream';
import {
  createContact,
  createConversation,
  createInbox,
  createMessage,
  createTag,
  createTicket,
  createUser,
  createWebhook,
  decodeId,
  exampleId,
  SCOPES,
  testWebhook,
  type Id,
} from '@parley/contracts';
import type { UploadTransport } from '@parley/files';
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

/** Nothing listens there by default, so that a demo sends nothing to anybody. */
const RECEIVER = 'http://localhost:4000/hooks';

/**
 * Creates the records that the examples of the API document name, with the ids that they have there, in the live mode of a
 * new workspace.
 */
export async function createExampleRecords(
  rpc: Rpc,
  uploads: UploadTransport,
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
  await rpc.call(createWebhook, tenant, {
    body: { url: RECEIVER, events: ['webhook.disabled'], description: 'A receiver on this machine' },
  });
  await rpc.call(testWebhook, tenant, { params: { webhook_id: exampleId('webhook') } });
}

/** The context of a request by an agent: messages are written by somebody. */
export function asAgent(ctx: TenantContext, userId: Id<'user'>): TenantContext {
  const { workspaceId, mode } = ctx.tenant;
  const principal = { type: 'api_key', credentialId: 'demo', userId, role: 'agent', scopes: SCOPES } as const;
  return { ...ctx, principal: { ...principal, workspaceId, mode } };
}
