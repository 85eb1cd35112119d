import { afterAll, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { connected, eventually } from '@parley/testing';
import { readMails, unique } from '../e2e/arriving-mails.ts';
import { databaseUrl, operator } from '../e2e/platform.ts';

const workspace = await operator.workspace();
const { test } = workspace;
const database = await connected(databaseUrl);
afterAll(() => database.end());

const emptyForm = () => test.ok(api.createContactForm, { body: { name: 'Contact us' } });

async function contactsOf(email: string): Promise<api.Contact[]> {
  return (await test.ok(api.listContacts, { query: { email } })).data;
}

/** Erases the contact with an address in all services. */
async function erase(contact: api.Contact): Promise<void> {
  const of = { workspace: workspace.credentials.workspace_id, contact: contact.id, mode: 'test' } as const;
  const { target, services } = await operator.run(api.eraseContact, of);
  for (const service of services)
    await eventually(async () =>
      expect(await operator.run(api.erasureProgress, { service, target })).toMatchObject({
        status: 'completed',
      }),
    );
}

it('a submission of a contact form that was in hand while its writer was erased begins no conversation', async () => {
  const { data: form } = await emptyForm();
  const email = `${unique()}@customer.example`;
  const { data: contact } = await test.ok(api.createContact, { body: { email } });
  const content = { name: 'Dana', address: email, subject: null, body: 'It has not arrived.' };
  const began = new Date();
  await erase(contact);
  // As a process has it that claimed it before the erasure.
  const id = crypto.randomUUID();
  await database.query(
    `insert into mail.form_submission (workspace_id, mode, id, form_id, status, content, message_id, conversation_id, due_at, created_at)
     values ($1, 'test', $2, $3, 'stored', $4, gen_random_uuid(), gen_random_uuid(), now(), $5)`,
    [
      api.uuidOf('workspace', workspace.credentials.workspace_id),
      id,
      api.uuidOf('contact_form', form.id),
      JSON.stringify(content),
      began,
    ],
  );
  await eventually(async () => {
    const { rows } = await database.query('select status from mail.form_submission where id = $1', [id]);
    expect(rows).not.toEqual([{ status: 'stored' }]);
  });
  expect(await contactsOf(email)).toEqual([]);
});

it('a mail that arrived before its sender was erased becomes no message, and nothing of it is left', async () => {
  const address = `${unique()}@desk.example`;
  const mailbox = (
    await test.ok(api.createMailbox, { body: { name: 'Desk', address, transport: { type: 'sandbox' } } })
  ).data;
  const email = `${unique()}@customer.example`;
  const { data: contact } = await test.ok(api.createContact, { body: { email } });
  const { data: rule } = await test.ok(api.createSenderRule, { body: { sender: email, action: 'block' } });
  const source = (subject: string) =>
    `From: Dana <${email}>\r\nTo: ${address}\r\nSubject: ${subject}\r\n\r\nIt has not arrived.\r\n`;
  const receive = (subject: string) =>
    test.ok(api.createIncomingMail, { body: { mailbox_id: mailbox.id, source: source(subject) } });
  await receive('Before');
  const [held] = await readMails(test, mailbox, 1);
  expect(held).toMatchObject({ status: 'quarantined', subject: 'Before' });
  // As a process has it that reads it again meanwhile.
  const change = async (changes: string) =>
    database.query(`update mail.incoming_mail set ${changes} where id = $1`, [
      api.uuidOf('incoming_mail', held?.id as api.IncomingMail['id']),
    ]);
  await change(`status = 'stored', reason = null, due_at = now() + interval '1 hour'`);
  await erase(contact);
  await test.ok(api.deleteSenderRule, { params: { sender_rule_id: rule.id } });
  await change('due_at = now()');
  const [erased] = await readMails(test, mailbox, 1);
  const nothing = { from: null, to: [], subject: null, source_url: null, conversation_id: null };
  expect(erased).toMatchObject({ status: 'ignored', reason: { code: 'erased_sender' }, ...nothing });
  expect(await contactsOf(email)).toEqual([]);
  // Who was erased may write again.
  await receive('After');
  expect((await readMails(test, mailbox, 2))[1]).toMatchObject({ status: 'delivered', subject: 'After' });
});
