import { describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { eventually } from '@parley/testing';
import { messagesOf, newConversation, newTicket, newUser, signIn, workspace } from './story.ts';
import { button, context, dialog, faults, looks, notified, page } from './tab.ts';

const SUPPORT = 'support@replies.example';

async function newMailbox(fields: Partial<api.Input<typeof api.createMailbox>['body']> = {}) {
  const body = { name: 'Support', address: SUPPORT, transport: { type: 'sandbox' }, ...fields } as const;
  return (await workspace.live.ok(api.createMailbox, { body })).data;
}

/** A conversation with a mailbox, whose contact has an address that simulates what becomes of mails. */
async function converse(email: string, fields: Parameters<typeof newMailbox>[0] = {}) {
  const { id } = await newMailbox(fields);
  const body = { subject: 'Where is my order?', contact: { email, name: 'Dana Reyes' }, mailbox_id: id };
  return (await workspace.live.ok(api.createConversation, { body })).data.id;
}

const reply = () => page.getByRole('textbox', { name: 'Reply' });
const message = (text: string) => page.getByRole('listitem').filter({ hasText: text });

async function send(text: string): Promise<void> {
  await reply().fill(text);
  await button('Send reply').click();
  await notified('The reply is queued.');
}

/** Puts another address in the place of those in a field. */
async function readdress(field: ReturnType<typeof page.getByLabel>, address: string): Promise<void> {
  await field.press('Backspace');
  await field.fill(address);
  await field.press('Enter');
}

describe('a reply', () => {
  it('leaves by mail; a bounce is told, and it is sent again to another address', async () => {
    const id = await converse('sent@acme.sandbox');
    await signIn(`/conversations/${id}`);
    await page.getByText(`By mail from ${SUPPORT}`).waitFor();
    await reply().click();
    await page.getByText(`To sent@acme.sandbox from ${SUPPORT}`).waitFor();
    await page.getByRole('main').getByText('Sandbox: sends nothing').waitFor();
    await send('It left this morning.');
    await message('It left this morning.').getByText('Sent to sent@acme.sandbox').waitFor();

    await reply().fill('Here is your invoice.');
    await button('Change recipients and subject').click();
    await readdress(page.getByRole('combobox', { name: 'To' }), 'bounced@acme.sandbox');
    await page.getByRole('textbox', { name: 'Subject' }).fill('Your invoice');
    faults.push(...(await looks.look(page, 'console-recipients')));
    await send('Here is your invoice.');
    const bounced = message('Here is your invoice.');
    await bounced.getByText('Bounced: the address does not exist').waitFor();
    await bounced.getByText('Details').click();
    await bounced.getByText('5.1.1').waitFor();
    faults.push(...(await looks.look(page, 'console-bounced')));

    await button('Resend', bounced).click();
    const form = dialog('Send this message again');
    await form.getByText('bounced@acme.sandbox').waitFor();
    await readdress(form.getByRole('combobox', { name: 'To' }), 'dana');
    await button('Send again', form).click();
    await form.getByText('dana: Must be').waitFor();
    faults.push(...(await looks.look(page, 'console-resend')));
    await readdress(form.getByRole('combobox', { name: 'To' }), 'dana@example.com');
    await button('Send again', form).click();
    await notified('The message is queued again.');
    await bounced.getByText('Delivered to dana@example.com').waitFor();
    const [, last] = await messagesOf(id);
    expect(last).toMatchObject({
      email: { subject: 'Your invoice', to: [{ address: 'dana@example.com' }] },
      delivery: { status: 'delivered' },
    });
  });

  it('whose outcome is not known may arrive twice if it is sent again, as its dialog says', async () => {
    const id = await converse('unknown@acme.sandbox');
    await signIn(`/conversations/${id}`);
    await send('Did you get it?');
    const unknown = message('Did you get it?');
    await unknown.getByText('Outcome unknown').waitFor();
    await button('Resend', unknown).click();
    const form = dialog('Send this message again');
    await form.getByText('It may arrive twice').waitFor();
    await button('Cancel', form).click();
    await form.waitFor({ state: 'detached' });
  });

  it('tells of each recipient what became of it, if that differs', async () => {
    const id = await converse('dana@example.com');
    const email = { to: ['dana@example.com'], cc: ['bounced-full@acme.sandbox'] };
    await workspace.live.ok(api.createMessage, {
      params: { conversation_id: id },
      body: { body: 'It left this morning.', email },
    });
    await signIn(`/conversations/${id}`);
    const sent = message('It left this morning.');
    await sent.getByText('Bounced for 1 of 2 recipients').waitFor();
    await sent.getByRole('listitem').filter({ hasText: 'dana@example.com' }).getByText('Delivered').waitFor();
    await sent.getByText('Bounced: the mailbox of the recipient is full.').waitFor();
    // That of a viewer, who can do nothing about it.
    await context.clearCookies();
    await signIn(`/conversations/${id}`, await newUser('viewer', 'Vic'));
    await sent.getByText('Bounced for 1 of 2 recipients').waitFor();
    expect(await button('Resend').count()).toBe(0);
  });

  it('is taken back within the delay of its mailbox, with its text', async () => {
    const id = await converse('dana@example.com', { send_delay: 60 });
    await signIn(`/conversations/${id}`);
    await send('Dear Dina');
    await message('Dear Dina')
      .getByText(/^Sent in \d+ s$/)
      .waitFor();
    faults.push(...(await looks.look(page, 'console-undo')));
    await button('Undo: do not send').click();
    await notified('The reply is not sent. Its text is in the box again.');
    await page.getByText('Cancelled: not sent').waitFor();
    expect(await reply().inputValue()).toBe('Dear Dina');
    expect(await messagesOf(id)).toMatchObject([{ body: '', delivery: { status: 'cancelled' } }]);
  });

  it('is recorded, not sent, until its conversation has a mailbox', async () => {
    const id = await newConversation();
    await signIn(`/conversations/${id}`);
    await page.getByText('Recorded, not sent: this conversation has no mailbox.').waitFor();
    await page.getByRole('link', { name: 'Add a mailbox' }).waitFor();
    await reply().fill('We are looking into it.');
    await button('Add reply').click();
    await message('We are looking into it.').getByText('Reply, recorded, not sent').waitFor();

    await newMailbox();
    await page.getByText('Choose one in its properties.').waitFor();
    await page.getByRole('combobox', { name: 'Mailbox' }).click();
    await page.getByRole('option', { name: 'Support' }).click();
    await notified('The conversation is saved.');
    await page.getByText(`By mail from ${SUPPORT}`).waitFor();
    await send('It left this morning.');
    await message('It left this morning.').getByText('Delivered to dana@example.com').waitFor();
  });

  it('says on the page of a ticket where it goes, as soon as somebody writes', async () => {
    const ticket = await newTicket('The printer is on fire', await converse('dana@example.com'));
    await signIn(`/tickets/${ticket}`);
    await reply().click();
    await page.getByText(`To dana@example.com from ${SUPPORT}`).waitFor();
    await send('Help is on its way.');
    await message('Help is on its way.').getByText('Delivered to dana@example.com').waitFor();
  });

  it('waits for a mailbox that is disabled, and says so', async () => {
    const id = await converse('dana@example.com');
    const { data: mailboxes } = await workspace.live.ok(api.listMailboxes, { query: {} });
    const params = { mailbox_id: mailboxes[0]?.id as api.Id<'mailbox'> };
    await workspace.live.ok(api.updateMailbox, { params, body: { status: 'disabled' } });
    await signIn(`/conversations/${id}`);
    await page
      .getByText('Support is disabled: the reply waits until an admin enables it, for three days at most.')
      .waitFor();
    await send('It left this morning.');
    await message('It left this morning.').getByText('Queued: Support is disabled').waitFor();
    await workspace.live.ok(api.updateMailbox, { params, body: { status: 'connected' } });
    await message('It left this morning.').getByText('Delivered to dana@example.com').waitFor();
  });
});

it('a reply through a connection names it, and shows what the connector reports', async () => {
  const body = { name: 'SMS Germany', type: 'sms' } as const;
  const { data: connection } = await workspace.live.ok(api.createConnection, { body });
  const { data: received } = await workspace.live.ok(api.receiveMessage, {
    params: { connection_id: connection.id },
    body: {
      external_id: 'SM3f2a',
      external_conversation_id: '+4915112345678',
      from: { handle: '+4915112345678', name: 'Robin Moss' },
      body: 'Where is it?',
    },
  });
  const params = { conversation_id: received.conversation_id };
  await signIn(`/conversations/${params.conversation_id}`);
  await page.getByText('Through SMS Germany').waitFor();
  await send('It left this morning.');
  const sent = message('It left this morning.');
  await sent.getByText('Queued').waitFor();
  const { id } = (await messagesOf(params.conversation_id)).at(-1) as api.Message;
  const error = { code: 'number_unreachable', message: 'The number is not in use.' };
  await workspace.live.ok(api.updateMessageDelivery, {
    params: { ...params, message_id: id },
    body: { status: 'failed', error },
  });
  await sent.getByText('The number is not in use.').waitFor();
  await button('Resend', sent).click();
  await button('Send again', dialog('Send this message again')).click();
  await sent.getByText('Queued').waitFor();
  await eventually(
    async () => (await messagesOf(params.conversation_id)).at(-1)?.delivery?.status === 'queued',
  );
});
