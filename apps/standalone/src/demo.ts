import {
  createContact,
  createConversation,
  createInbox,
  createMessage,
  createTicket,
  createUser,
  exampleId,
  updateConversation,
  updateTicket,
  type Id,
  type Input,
} from '@parley/contracts';
import type { FileTransport } from '@parley/files';
import { inTenant, SETUP_TIMEOUT_MS, systemContext } from '@parley/runtime/context';
import type { Rpc } from '@parley/rpc';
import { asAgent, createExampleRecords } from './demo-examples.ts';

/** What the demo workspace is filled with: enough that every list of the API shows something. */
const AGENTS = [
  { email: 'mina@example.com', name: 'Mina Okafor', team: 'Support' },
  { email: 'jonas@example.com', name: 'Jonas Weber', team: 'Support' },
  { email: 'priya@example.com', name: 'Priya Nair', team: 'Billing' },
] as const;

const CONTACTS = [
  {
    email: 'lena@lindgren-bikes.example',
    name: 'Lena Lindgren',
    company: 'Lindgren Bikes',
    phone: '+46 8 555 0142',
  },
  { email: 'tomas@orchardbakery.example', name: 'Tomás Ferreira', company: 'Orchard Bakery' },
  { email: 'amara@northwind-clinic.example', name: 'Amara Diallo', company: 'Northwind Clinic' },
  { email: 'hiro@papercrane.example', name: 'Hiro Tanaka', company: 'Paper Crane Studio' },
  { email: 'sofia.rossi@example.net', name: 'Sofia Rossi' },
] as const;

/** Who says what: a contact's lines begin with `>`, an internal note with `#`. */
const CONVERSATIONS = [
  {
    about: { channel: 'email', subject: 'Invoice 2041 was charged twice', tags: ['billing'] },
    contact: 0,
    assignee: 2,
    lines: [
      '> Hello, our card was charged twice for invoice 2041. Could you have a look?',
      '# Both charges are there: the first one timed out on our side.',
      'Thank you for telling us, Lena. The second charge is refunded; it takes two to three days to arrive.',
      '> Wonderful, that was quick.',
    ],
    status: 'closed',
  },
  {
    about: { channel: 'chat', subject: 'Can orders be moved to Friday?', tags: ['delivery'] },
    contact: 1,
    assignee: 0,
    lines: [
      '> We close on Thursday. Can the delivery come on Friday?',
      'It can. I have moved it to Friday, 7 to 9.',
    ],
    status: 'pending',
  },
  {
    about: { channel: 'form', subject: 'Access for a new colleague', tags: ['account'] },
    contact: 2,
    assignee: 1,
    lines: ['> Please give our new receptionist access to the appointments.'],
    status: 'open',
  },
  {
    about: { channel: 'email', subject: 'Colours look different in print', tags: ['product', 'vip'] },
    contact: 3,
    assignee: null,
    lines: ['> The catalogue came out much darker than on the screen. What went wrong?'],
    status: 'open',
  },
] as const;

/** Each with its conversation, whose contact it has, or with a contact. */
const TICKETS = [
  {
    about: { subject: 'Refund the second charge of invoice 2041', priority: 'high', tags: ['billing'] },
    assignee: 2,
    conversation: 0,
    status: 'resolved',
  },
  {
    about: { subject: 'Create an account for the receptionist', priority: 'normal', tags: ['account'] },
    assignee: 1,
    conversation: 2,
    status: 'open',
  },
  {
    about: {
      subject: 'Check the colour profile of the printer',
      priority: 'urgent',
      tags: ['product', 'vip'],
    },
    assignee: null,
    conversation: 3,
    status: 'open',
  },
  {
    about: {
      subject: 'Delivery slots on Fridays are missing in the app',
      priority: 'low',
      tags: ['delivery', 'product'],
    },
    assignee: 0,
    conversation: 1,
    status: 'pending',
  },
  {
    about: { subject: 'Cannot sign in since the password change', priority: 'high', tags: ['account'] },
    assignee: null,
    contact: 4,
    status: 'open',
  },
] as const;

/**
 * Creates the records that the API document names and other sample records, in the live mode of a new workspace, through the
 * public API.
 */
export async function fillDemo(rpc: Rpc, uploads: FileTransport, workspace: Id<'workspace'>) {
  const ctx = systemContext({ timeoutMs: SETUP_TIMEOUT_MS });
  await createExampleRecords(rpc, uploads, { ctx, workspace });
  const agents = await Promise.all(AGENTS.map((agent) => rpc.call(createUser, ctx, { workspace, ...agent })));
  const inbox = await rpc.call(createInbox, ctx, { workspace, name: 'Billing' });
  const live = inTenant(ctx, workspace, 'live');
  const tenant = asAgent(live, exampleId('user'));
  const contacts = await Promise.all(CONTACTS.map((body) => rpc.call(createContact, tenant, { body })));
  const agent = (index: number | null) => (index === null ? null : (agents[index]?.id ?? null));

  const conversations: Id<'conversation'>[] = [];
  for (const { about, contact, assignee, lines, status } of CONVERSATIONS) {
    const by = asAgent(live, agent(assignee) ?? exampleId('user'));
    const body = { ...about, tags: [...about.tags], contact: { id: contacts[contact]?.id } };
    const { id } = await rpc.call(createConversation, by, {
      body: { ...body, assignee_id: agent(assignee) },
    });
    const params = { conversation_id: id };
    for (const line of lines) await rpc.call(createMessage, by, { params, body: messageOf(line) });
    if (status !== 'open') await rpc.call(updateConversation, by, { params, body: { status } });
    conversations.push(id);
  }
  for (const { about, assignee, status, ...of } of TICKETS) {
    const requester =
      'contact' in of
        ? { contact: { id: contacts[of.contact]?.id } }
        : { conversation_id: conversations[of.conversation] ?? null };
    const body = { ...about, ...requester, tags: [...about.tags], inbox_id: inbox.id };
    const { id } = await rpc.call(createTicket, tenant, { body: { ...body, assignee_id: agent(assignee) } });
    if (status !== 'open')
      await rpc.call(updateTicket, tenant, { params: { ticket_id: id }, body: { status } });
  }
}

function messageOf(line: string): Input<typeof createMessage>['body'] {
  if (line.startsWith('> ')) return { body: line.slice(2), author: { type: 'contact' } };
  if (line.startsWith('# ')) return { body: line.slice(2), type: 'note' };
  return { body: line, type: 'reply' };
}
