// Tools that read one record with what belongs to it.
import { responseOf } from '@parley/client';
import { z } from 'zod';
import { ArgumentError } from '../failures.ts';
import { contactItem, conversationDetails, messageItem, ticketDetails } from '../records.ts';
import { pageResultOf, resultOf } from '../results.ts';
import { cursorInput, idInput } from './find.ts';
import { type Call, readTool, type Tool, type ToolResult } from './tool.ts';

const MESSAGES = 10;

export const getTicket: Tool = readTool({
  name: 'get_ticket',
  title: 'Read a ticket',
  description:
    'Reads a ticket with its contact, its conversation and the last 10 messages. A text that is cut has a cursor in more_description ' +
    '(for get_ticket) or more_body (for get_conversation).',
  scopes: ['tickets:read'],
  input: z.object({ ticket_id: idInput, cursor: cursorInput }),
  async run({ ticket_id: id, cursor }, call) {
    const { parley, scopes } = call.session;
    const include = [
      ...(scopes.includes('contacts:read') ? (['contact'] as const) : []),
      ...(scopes.includes('conversations:read') ? (['conversation'] as const) : []),
    ];
    const ticket = await parley.tickets.get(
      id,
      { include: include.length === 0 ? undefined : include },
      { signal: call.signal },
    );
    if (cursor !== undefined) {
      const from = Number(/^description\.(\d{1,9})$/.exec(cursor)?.[1]);
      if (Number.isNaN(from)) throw new ArgumentError('The cursor is none of get_ticket.');
      return resultOf({
        summary: 'The description goes on.',
        items: (max) => [ticketDetails(ticket, max, from)],
      });
    }
    const { contacts = [], conversations = [] } = responseOf(ticket).included ?? {};
    const conversationId = scopes.includes('conversations:read') ? ticket.conversation_id : null;
    const messages =
      conversationId === null ? [] : (await newestMessages(conversationId, MESSAGES, undefined, call)).data;
    return resultOf({
      summary: `A ticket, with the last ${messages.length} messages, newest first.`,
      items: (max) => [
        ticketDetails(ticket, max),
        ...contacts.map((contact) => contactItem(contact, max)),
        ...conversations.map((conversation) => conversationDetails(conversation, max)),
        ...messages.map((message) => messageItem(message, max)),
      ],
      note: messages.length < MESSAGES ? undefined : 'Earlier messages: get_conversation.',
    });
  },
});

export const getConversation: Tool = readTool({
  name: 'get_conversation',
  title: 'Read a conversation',
  description:
    'Reads a conversation with its last 10 messages; the cursor leads to earlier ones. A body that is cut has a cursor of its own in ' +
    'more_body.',
  scopes: ['conversations:read'],
  input: z.object({ conversation_id: idInput, cursor: cursorInput }),
  async run({ conversation_id: id, cursor }, call) {
    const body = /^body\.(msg_\w{1,40})\.(\d{1,9})$/.exec(cursor ?? '');
    if (body !== null) return restOfBody(id, body[1] ?? '', Number(body[2]), call);
    const conversation =
      cursor === undefined
        ? await call.session.parley.conversations.get(id, undefined, { signal: call.signal })
        : undefined;
    return pageResultOf(
      MESSAGES,
      (size) => newestMessages(id, size, cursor, call),
      ({ data, meta }) => ({
        summary: `${data.length} of ${meta.total_count} messages, newest first.`,
        items: (max) => [
          ...(conversation === undefined ? [] : [conversationDetails(conversation, max)]),
          ...data.map((message) => messageItem(message, max)),
        ],
        cursor: meta.next_cursor,
      }),
    );
  },
});

async function restOfBody(id: string, messageId: string, from: number, call: Call): Promise<ToolResult> {
  const message = await call.session.parley.conversations.messages.get(id, messageId, {
    signal: call.signal,
  });
  return resultOf({ summary: 'The body goes on.', items: (max) => [messageItem(message, max, from)] });
}

const newestMessages = (id: string, size: number, cursor: string | undefined, { session, signal }: Call) =>
  session.parley.conversations.messages.list(
    id,
    { per_page: size, sort: 'created_at', order: 'desc', cursor },
    { signal },
  );
