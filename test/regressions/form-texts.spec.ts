import { describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { refusalOf } from '@parley/testing';
import { operator } from '../e2e/platform.ts';

const { live } = await operator.workspace();

describe('a form of a message', () => {
  it('has its external id as text, as it has every other text', async () => {
    const contact = { email: 'dana@example.com' };
    const { data } = await live.ok(api.createConversation, { body: { contact } });
    const { data: ticket } = await live.ok(api.createTicket, { body: { subject: 'Form', contact } });
    const attachments = [new File(['Look'], 'look.txt')];
    const params = { conversation_id: data.id };
    for (const external_id of ['mail-5c1f@example.com', '12345', 'true', 'null', '"quoted"', '{}']) {
      const sent = { params, body: { body: 'With a file', external_id, attachments } };
      expect((await live.ok(api.createMessage, sent)).data.external_id).toBe(external_id);
      expect(refusalOf(await live.call(api.createMessage, sent))).toBe('422 duplicate_value external_id');
      const { data: found } = await live.ok(api.listMessages, { params, query: { external_id } });
      expect(found).toHaveLength(1);
    }
    const body = { body: 'Of a ticket', external_id: 'mail-77', attachments };
    const { data: message } = await live.ok(api.createTicketMessage, {
      params: { ticket_id: ticket.id },
      body,
    });
    expect(message.external_id).toBe('mail-77');
  });
});

describe('a file that is attached twice', () => {
  it('is what is wrong with a message that has no text', async () => {
    const { data: file } = await live.ok(api.createFile, { body: { file: new File(['Look'], 'look.txt') } });
    const { data } = await live.ok(api.createConversation, {
      body: { contact: { email: 'dana@example.com' } },
    });
    const sent = {
      params: { conversation_id: data.id },
      body: { body: '', attachments: [file.id, file.id] },
    };
    expect(refusalOf(await live.call(api.createMessage, sent as never))).toBe(
      '422 invalid_parameter attachments[1]',
    );
  });
});

describe('what is wrong with a record that the path names', () => {
  it('is in the path', async () => {
    const { data: ticket } = await live.ok(api.createTicket, { body: { subject: 'Of nobody' } });
    const { data: inbox } = await live.ok(api.addInbox, { body: { name: 'Full' } });
    await live.ok(api.createTicket, { body: { subject: 'In it', inbox_id: inbox.id } });
    const url = 'https://example.com/';
    const { data: webhook } = await live.ok(api.createWebhook, {
      body: { url, events: ['*'], status: 'disabled' },
    });
    const refused = [
      await live.call(api.createTicketMessage, { params: { ticket_id: ticket.id }, body: { body: 'Hello' } }),
      await live.call(api.deleteInbox, { params: { inbox_id: inbox.id } }),
      await live.call(api.recoverDeliveries, {
        params: { webhook_id: webhook.id },
        body: { created_after: '2026-11-21' },
      }),
    ];
    const details = refused.map(({ body }) =>
      body.error.details?.map(({ param, in: place }) => [param, place]),
    );
    expect(details).toEqual([[['ticket_id', 'path']], [['inbox_id', 'path']], [['webhook_id', 'path']]]);
  });
});
