import { randomBytes } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { connected, eventually } from '@parley/testing';
import { databaseUrl, operator } from './platform.ts';
import { subscribed } from './steps.ts';

const database = await connected(databaseUrl);
afterAll(() => database.end());

const SCHEMAS = "('identity', 'contact', 'conversation', 'ticket', 'file', 'mail', 'webhook')";

/** The tables of all services that have a text in any row, as it is or as the hexadecimal digits of its bytes. */
async function tablesWith(text: string): Promise<string[]> {
  const { rows: tables } = await database.query<{ name: string }>(
    `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ${SCHEMAS} and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
  );
  const patterns = [`%${text}%`, `%${Buffer.from(text).toString('hex')}%`];
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await database.query(
      `select 1 from ${name} t where t::text like any($1::text[]) limit 1`,
      [patterns],
    );
    if (rows.length > 0) found.push(name);
  }
  return found;
}

describe('a redacted message', () => {
  it('is in no table any more: text, HTML, subject, content of files, mail, events and stored responses', async () => {
    const { live } = await operator.workspace();
    await using receiver = await subscribed(live, 'message.*');
    const secret = `geheim${randomBytes(8).toString('hex')}`;
    const mailbox = {
      name: 'Desk',
      address: `${randomBytes(8).toString('hex')}@desk.example`,
      transport: { type: 'sandbox' },
    } as const;
    const { data: box } = await live.ok(api.createMailbox, { body: mailbox });
    const contact = { email: `${randomBytes(8).toString('hex')}@example.com` };
    const { data: conversation } = await live.ok(api.createConversation, {
      body: { contact, mailbox_id: box.id },
    });
    const params = { conversation_id: conversation.id };
    const reply = {
      body: `Text of ${secret}`,
      email: { subject: `About ${secret}`, html: `<p>Text of <b>${secret}</b></p>` },
      attachments: [new File([`File of ${secret}`], 'note.txt')],
    };
    const { data: sent } = await live.ok(api.createMessage, { params, body: reply });
    const at = { ...params, message_id: sent.id };
    await eventually(async () => {
      const { data } = await live.ok(api.getMessageEmail, { params: at });
      expect(data.source_url).not.toBeNull();
    });
    const { data: note } = await live.ok(api.createMessage, { params, body: { body: secret, type: 'note' } });
    const ofNote = { ...params, message_id: note.id };
    await live.ok(api.updateMessage, { params: ofNote, body: { body: `Again ${secret}` } });
    await receiver.received('message.updated');
    expect(await tablesWith(secret)).toEqual(
      expect.arrayContaining(['conversation.message', 'conversation.outbox', 'webhook.event']),
    );

    await live.ok(api.deleteMessage, { params: at });
    await live.ok(api.deleteMessage, { params: ofNote });
    await eventually(async () => expect(await tablesWith(secret)).toEqual([]));
    const redacted = await receiver.received('message.redacted', 2);
    for (const { raw } of redacted) expect(raw).not.toContain(secret);
    expect((await live.ok(api.getMessageEmail, { params: at }).catch(() => null))?.data ?? null).toBeNull();
  });

  it('is what repetitions of the requests that wrote and changed it are answered with', async () => {
    const { live } = await operator.workspace();
    const { data: ticket } = await live.ok(api.createTicket, {
      body: { subject: 'Broken', contact: { email: `${randomBytes(8).toString('hex')}@example.com` } },
    });
    const written = {
      params: { ticket_id: ticket.id },
      body: { body: 'My card is 4111', type: 'note' },
    } as const;
    const ofTicket = { 'idempotency-key': crypto.randomUUID() };
    expect((await live.call(api.createTicketMessage, written, ofTicket)).status).toBe(201);
    const { data: linked } = await live.ok(api.getTicket, { params: written.params });
    const conversation_id = linked.conversation_id as api.Id<'conversation'>;
    const { data: found } = await live.ok(api.listMessages, { params: { conversation_id }, query: {} });
    const id = found[0]?.id as api.Id<'message'>;
    const at = { conversation_id, message_id: id };
    const edit = { params: at, body: { body: 'My card is 4111 1111' } };
    const ofEdit = { 'idempotency-key': crypto.randomUUID() };
    expect((await live.call(api.updateMessage, edit, ofEdit)).status).toBe(200);
    await live.ok(api.deleteMessage, { params: at });
    const { data: redacted } = await live.ok(api.getMessage, { params: at });
    const again = await live.call(api.updateMessage, edit, ofEdit);
    expect([again.status, again.body]).toEqual([200, { data: redacted }]);
    await eventually(async () => {
      const repeated = await live.call(api.createTicketMessage, written, ofTicket);
      expect([repeated.status, repeated.body]).toEqual([201, { data: redacted }]);
    });
    const { data: messages } = await live.ok(api.listMessages, { params: { conversation_id }, query: {} });
    expect(messages).toEqual([redacted]);
  });
});
