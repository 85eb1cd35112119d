// The only tool whose result a customer sees.
import { inputRequired, inputResponse } from '@modelcontextprotocol/server';
import type { Conversation } from '@parley/client';
import { z } from 'zod';
import { messageItem, recipientOf } from '../records.ts';
import { resultOf, wholeResultOf } from '../results.ts';
import { cut, item, visible } from '../untrusted.ts';
import { idInput } from './find.ts';
import { type Call, keyOf, summaryOf, type Tool, type ToolResult, writeTool } from './tool.ts';
import { bodyInput, writeNote } from './write.ts';

const SUBJECT_MAX = 200;
/** The name of the question, by which the host returns its answer. */
const QUESTION = 'send';

const target = { conversation_id: idInput, body: bodyInput };

interface Reply {
  conversation_id: string;
  body: string;
}

export const reply: Tool = writeTool(
  {
    name: 'reply',
    title: 'Reply to the customer',
    description:
      'Replies to the contact of a conversation, who sees it. The person confirms first: if the result has a confirmation, nothing was ' +
      'sent yet; show the reply, and call again with the same arguments and the confirmation once the person agrees.',
    scopes: ['conversations:read', 'conversations:write'],
    input: z.object({ ...target, confirmation: z.string().max(100).optional() }),
    run: ({ confirmation, ...given }, call) =>
      call.canAsk ? ask(given, call) : preview(given, confirmation, call),
  },
  { destructiveHint: true, openWorldHint: true },
);

export const draftReply: Tool = writeTool({
  name: 'reply',
  title: 'Draft a reply',
  description:
    'Writes a draft of a reply into a conversation: an internal note that says so. The customer does not see it.',
  scopes: ['conversations:write'],
  input: z.object(target),
  run: ({ conversation_id: id, body }, call) => writeNote(id, `[Draft reply]\n\n${body}`, call),
});

/** Asks the person through the host, which calls again with the answer. A model takes no part in this. */
async function ask(given: Reply, call: Call): Promise<ToolResult> {
  const { inputResponses, requestState } = call.context.mcpReq;
  const answer = inputResponse(inputResponses, QUESTION);
  if (answer.kind === 'elicit' && answer.action !== 'accept')
    return resultOf({
      summary: 'The person has declined. Nothing was sent; do not try again.',
      items: () => [],
    });
  if (answer.kind === 'elicit' && isConfirmed(requestState<string>() ?? '', given, call))
    return send(given, call);
  const conversation = await conversationOf(given, call);
  return inputRequired({
    inputRequests: {
      [QUESTION]: inputRequired.elicit({
        message: questionOf(given, conversation),
        requestedSchema: { type: 'object', properties: {} },
      }),
    },
    requestState: call.session.confirmations.issue(argumentsOf(given)),
  });
}

/** Shows the reply to the model, which has to call again with what it gets. */
async function preview(given: Reply, confirmation: string | undefined, call: Call): Promise<ToolResult> {
  if (confirmation !== undefined && isConfirmed(confirmation, given, call)) return send(given, call);
  const conversation = await conversationOf(given, call);
  const reason =
    confirmation === undefined ? '' : 'The confirmation has expired, or is for other arguments. ';
  return wholeResultOf({
    summary: `${reason}Nothing was sent. This reply waits for the person:`,
    items: () => [
      item({
        id: conversation.id,
        type: 'preview',
        confirmation: call.session.confirmations.issue(argumentsOf(given)),
        untrusted_to: recipientOf(conversation.contact),
        untrusted_subject: cut(conversation.subject ?? '', SUBJECT_MAX),
        untrusted_body: given.body,
      }),
    ],
    note: 'Show the reply to the person. If they agree, call reply with the same arguments and this confirmation within 5 minutes.',
  });
}

async function send({ conversation_id: id, body }: Reply, call: Call): Promise<ToolResult> {
  const message = await call.session.parley.conversations.messages.create(
    id,
    { body, type: 'reply' },
    { signal: call.signal, idempotencyKey: keyOf(call, 'reply', { id, body }) },
  );
  return resultOf({
    summary: summaryOf(message, 'The reply was written.'),
    items: () => [{ ...messageItem(message, 60), conversation_id: message.conversation_id }],
  });
}

const argumentsOf = ({ conversation_id: id, body }: Reply): string[] => ['reply', id, body];

const isConfirmed = (text: string, given: Reply, { session }: Call): boolean =>
  session.confirmations.check(text, argumentsOf(given));

const conversationOf = ({ conversation_id: id }: Reply, { session, signal }: Call): Promise<Conversation> =>
  session.parley.conversations.get(id, undefined, { signal });

/** The question that a person reads: who gets the reply, and all of what it says. */
function questionOf({ body }: Reply, conversation: Conversation): string {
  const recipient = visible(recipientOf(conversation.contact)).replaceAll(/\s+/g, ' ') || 'the contact';
  return `Send this reply to ${recipient}?\n\n${visible(body)}`;
}
