// Tools that write what no customer sees.
import type { Parley } from '@parley/client';
import { z } from 'zod';
import { ArgumentError } from '../failures.ts';
import { messageItem, ticketItem } from '../records.ts';
import { resultOf } from '../results.ts';
import { idInput } from './find.ts';
import { type Call, keyOf, summaryOf, type Tool, type ToolResult, writeTool } from './tool.ts';

const BODY_MAX = 20_000;
const USERS_MAX = 500;

export const bodyInput: z.ZodString = z.string().min(1).max(BODY_MAX);
const priority = z.enum(['urgent', 'high', 'normal', 'low']).optional();
const tags = z.array(z.string().max(100)).max(50).optional();
const assignee = z.string().max(320).optional().describe('User id, email, me, or none');

const noteInput = z.object({
  record_id: idInput.describe('Conversation or ticket id'),
  body: bodyInput,
});

export const addNote: Tool = writeTool({
  name: 'add_note',
  title: 'Add an internal note',
  description:
    'Adds an internal note to a conversation or ticket, for the team only. The customer does not see it.',
  scopes: ['conversations:write'],
  input: noteInput,
  run: ({ record_id: id, body }, call) => writeNote(id, body, call),
});

export const draftNote: Tool = writeTool({
  name: 'add_note',
  title: 'Draft an internal note',
  description:
    'Adds an internal note that is marked as a draft to a conversation or ticket. The customer does not see it.',
  scopes: ['conversations:write'],
  input: noteInput,
  run: ({ record_id: id, body }, call) => writeNote(id, `[Draft note]\n\n${body}`, call),
});

/** Writes a note once, however often the host repeats the call. */
export async function writeNote(id: string, body: string, call: Call): Promise<ToolResult> {
  const { parley } = call.session;
  const options = { signal: call.signal, idempotencyKey: keyOf(call, 'note', { id, body }) };
  const note = { body, type: 'note' } as const;
  const message = await (id.startsWith('ticket_')
    ? parley.tickets.messages.create(id, note, options)
    : parley.conversations.messages.create(id, note, options));
  return resultOf({
    summary: summaryOf(message, 'The note was added.'),
    items: () => [{ ...messageItem(message, 60), conversation_id: message.conversation_id }],
  });
}

export const updateTicket: Tool = writeTool({
  name: 'update_ticket',
  title: 'Update a ticket',
  description:
    'Changes the status, priority, assignee or tags of a ticket. What is not given stays as it is.',
  scopes: ['tickets:read', 'tickets:write'],
  input: z.object({
    ticket_id: idInput,
    status: z.enum(['open', 'pending', 'resolved', 'closed']).optional(),
    priority,
    assignee,
    add_tags: tags,
    remove_tags: tags,
  }),
  async run(
    { ticket_id: id, status, priority: urgency, assignee: user, add_tags: add, remove_tags: remove },
    call,
  ) {
    const change = { status, priority: urgency, assignee_id: await assigneeIdOf(user, call) };
    const changesTags = add !== undefined || remove !== undefined;
    if (!changesTags && Object.values(change).every((value) => value === undefined))
      throw new ArgumentError('Give at least one of status, priority, assignee, add_tags and remove_tags.');
    // Its key is another one each time: the same change can be wanted again after a different one.
    const ticket = await call.session.parley.tickets.update(
      id,
      changesTags ? ({ tags: present }) => ({ ...change, tags: changedTags(present, add, remove) }) : change,
      { signal: call.signal },
    );
    return resultOf({ summary: 'The ticket is now:', items: (max) => [ticketItem(ticket, max)] });
  },
});

/** Tags of the same letters are the same, whatever their case. */
function changedTags(
  present: readonly string[],
  add: readonly string[] = [],
  remove: readonly string[] = [],
): string[] {
  const isIn = (names: readonly string[], name: string) =>
    names.some((one) => one.toLowerCase() === name.toLowerCase());
  const kept = present.filter((name) => !isIn(remove, name));
  return [...kept, ...add.filter((name) => !isIn(kept, name))];
}

export const createTicket: Tool = writeTool({
  name: 'create_ticket',
  title: 'Create a ticket',
  description:
    'Creates a ticket, for a contact by id or email (a new contact if nobody has the email), or for a conversation. Nothing is sent to ' +
    'the contact.',
  scopes: ['tickets:write'],
  input: z.object({
    subject: z.string().min(1).max(255),
    description: z.string().max(BODY_MAX).optional(),
    contact: z.string().max(320).optional().describe('Contact id or email'),
    conversation_id: idInput.optional(),
    priority,
    assignee,
    tags,
  }),
  async run({ contact, assignee: user, ...fields }, call) {
    const reference = contact?.includes('@') === true ? { email: contact } : { id: contact };
    const params = {
      ...fields,
      contact: contact === undefined ? undefined : reference,
      assignee_id: await assigneeIdOf(user, call),
    };
    const ticket = await call.session.parley.tickets.create(params, {
      signal: call.signal,
      idempotencyKey: keyOf(call, 'create_ticket', params),
    });
    const summary = summaryOf(ticket, 'The ticket was created.');
    return resultOf({ summary, items: (max) => [ticketItem(ticket, max)] });
  },
});

/** The id of a user who is named by it, by `me` or by an e-mail address; null for nobody. */
async function assigneeIdOf(
  user: string | undefined,
  { session, signal }: Call,
): Promise<string | null | undefined> {
  if (user === undefined) return undefined;
  if (user === 'none') return null;
  if (user === 'me') return session.userId;
  if (!user.includes('@')) return user;
  if (!session.scopes.includes('users:read'))
    throw new ArgumentError('Give the id of the user: addresses need users:read.');
  return userIdOf(user, session.parley, signal);
}

async function userIdOf(email: string, parley: Parley, signal: AbortSignal): Promise<string> {
  const users = await parley.users.list({ status: ['active'] }, { signal }).toArray({ limit: USERS_MAX });
  const found = users.find((user) => user.email.toLowerCase() === email.toLowerCase());
  if (found === undefined) throw new ArgumentError('No active user has this address.');
  return found.id;
}
