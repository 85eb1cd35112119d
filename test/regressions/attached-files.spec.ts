import { expect, it } from '@jest/globals';
import {
  createConversation,
  createFile,
  createMessage,
  createTicket,
  getFile,
  listMessages,
} from '@parley/contracts';
import { refusalOf } from '@parley/testing';
import { operator } from '../e2e/platform.ts';
import { withKey } from '../e2e/steps.ts';

it('a file is attached by its id only with the scope that reads it, and uploaded without it', async () => {
  const workspace = await operator.workspace();
  const { live } = workspace;
  const { data: file } = await live.ok(createFile, { body: { file: new File(['secret'], 'payroll.txt') } });
  const contact = { email: 'dana@example.com' };
  const { data: conversation } = await live.ok(createConversation, { body: { contact } });
  const params = { conversation_id: conversation.id };
  const attachments = [file.id];

  const writer = await withKey(workspace, 'conversations:write,tickets:write');
  expect((await writer.call(getFile, { params: { file_id: file.id } })).status).toBe(403);
  const refusals = [
    await writer.call(createMessage, { params, body: { attachments } }),
    await writer.call(createConversation, { body: { contact, message: { attachments } } }),
    await writer.call(createTicket, { body: { subject: 'x', contact, message: { attachments } } }),
    await writer.call(createTicket, { body: { subject: 'x', contact, attachments } }),
  ];
  expect(refusals.map(refusalOf)).toEqual([
    '403 insufficient_scope attachments',
    '403 insufficient_scope message.attachments',
    '403 insufficient_scope message.attachments',
    '403 insufficient_scope attachments',
  ]);
  expect((await live.ok(listMessages, { params, query: {} })).data).toEqual([]);

  await writer.ok(createMessage, { params, body: { attachments: [new File(['own'], 'own.txt')] } });
  const reader = await withKey(workspace, 'conversations:write,files:read');
  await reader.ok(createMessage, { params, body: { attachments } });
});
