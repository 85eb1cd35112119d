import { afterAll, describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { connected, eventually, type ApiClient } from '@parley/testing';
import { messagesOf, receivingMailbox, unique } from './arriving-mails.ts';
import { databaseUrl, operator } from './platform.ts';

const workspace = await operator.workspace();
const { live, test } = workspace;
const database = await connected(databaseUrl);
afterAll(() => database.end());
const SITE = 'https://www.example.com';
const THANKS = `${SITE}/thanks`;

type Body = api.Input<typeof api.createContactForm>['body'];
const makeForm = async (body: Partial<Body> = {}, client: ApiClient = live) =>
  (await client.ok(api.createContactForm, { body: { name: 'Contact us', ...body } })).data;

const paramsOf = ({ id }: api.ContactForm) => ({ contact_form_id: id });
const address = () => `${unique()}@customer.example`;
const written = (changes: Record<string, string> = {}) => ({
  name: 'Dana Reyes',
  email: address(),
  subject: 'Where is my order?',
  message: 'It has not arrived.',
  ...changes,
});

const HTML = { accept: 'text/html,application/xhtml+xml' };
const JSON_ACCEPT = { accept: 'application/json' };

/** What a browser does with a form. */
const send = (url: string, fields: Record<string, string>, headers: Record<string, string> = HTML) =>
  fetch(url, { method: 'POST', headers, body: new URLSearchParams(fields), redirect: 'manual' });

async function conversationsOf(email: string, client = live): Promise<api.Conversation[]> {
  const { data: contacts } = await client.ok(api.listContacts, { query: { email } });
  const [contact] = contacts;
  if (contact === undefined) return [];
  return (await client.ok(api.listConversations, { query: { contact: contact.id } })).data;
}

const begun = (email: string, client = live) =>
  eventually(async () => {
    const conversations = await conversationsOf(email, client);
    expect(conversations).toHaveLength(1);
    return conversations[0] as api.Conversation;
  });

describe('a form that a browser sends without a script', () => {
  it('begins an unverified conversation with the inbox, the mailbox and the tags of the form', async () => {
    const mailbox = await receivingMailbox(workspace);
    const { credentials } = workspace;
    const name = unique();
    const inbox = await operator.run(api.createInbox, { workspace: credentials.workspace_id, name });
    const routing = { inbox_id: inbox.id, mailbox_id: mailbox.id, tags: ['Website'] };
    const form = await makeForm({ ...routing, redirect_url: THANKS });
    const fields = written({ phone: '+49 30 1', empty: '' });
    const answer = await send(form.url, fields);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, THANKS]);
    const conversation = await begun(fields.email);
    expect(conversation).toMatchObject({
      channel: 'form',
      subject: 'Where is my order?',
      contact: { name: 'Dana Reyes', email: fields.email },
      ...routing,
    });
    expect(await messagesOf(live, conversation.id)).toMatchObject([
      {
        type: 'comment',
        body: 'It has not arrived.\n\nphone: +49 30 1',
        author: { type: 'contact' },
        email: {
          from: { address: fields.email },
          is_participant: true,
          authentication: { verified: false },
        },
      },
    ]);
  });

  it('leads to a page whose address has letters beyond ASCII', async () => {
    const form = await makeForm({ redirect_url: 'https://shop.example/größe' });
    const answer = await send(form.url, written());
    expect([answer.status, answer.headers.get('location')]).toEqual([
      303,
      'https://shop.example/gr%C3%B6%C3%9Fe',
    ]);
  });

  it('is answered with a page where there is none to lead to', async () => {
    const form = await makeForm();
    const answer = await send(form.url, written());
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(await answer.text()).toContain('Your message was received');
  });

  it('may be multipart', async () => {
    const form = await makeForm();
    const fields = written({ message: 'Grüße\r\naus Köln' });
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    expect((await fetch(form.url, { method: 'POST', body, headers: HTML })).status).toBe(200);
    const { id } = await begun(fields.email);
    expect(await messagesOf(live, id)).toMatchObject([{ body: 'Grüße\naus Köln' }]);
  });

  it('begins one conversation however often it is sent at once, and another one for another text', async () => {
    const form = await makeForm();
    const fields = written();
    const answers = await Promise.all([1, 2, 3].map(() => send(form.url, fields)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await send(form.url, { ...fields, message: 'Another one' })).status).toBe(200);
    await eventually(async () => expect(await conversationsOf(fields.email)).toHaveLength(2));
  });

  it('never adds to a conversation of the contact whose address it has, and tells nothing of it', async () => {
    const form = await makeForm();
    const fields = written();
    const { data: existing } = await live.ok(api.createConversation, {
      body: { contact: { email: fields.email, name: 'The customer' }, message: { body: 'Hello' } },
    });
    const known = await send(form.url, fields, JSON_ACCEPT);
    const unknown = await send(form.url, written(), JSON_ACCEPT);
    expect(await known.json()).toEqual(await unknown.json());
    await eventually(async () => expect(await conversationsOf(fields.email)).toHaveLength(2));
    expect(await messagesOf(live, existing.id)).toHaveLength(1);
    const [contact] = (await live.ok(api.listContacts, { query: { email: fields.email } })).data;
    expect(contact?.name).toBe('The customer');
  });
});

describe('a form that is refused', () => {
  it.each([
    ['without an address', { email: '' }, 'email'],
    ['with an address that is none', { email: 'dana' }, 'email'],
    ['without a message', { message: ' \n' }, 'message'],
    ['with a message that is too long', { message: 'x'.repeat(20_001) }, 'message'],
    ['with the trap filled in', { leave_blank: 'https://spam.example' }, 'leave_blank'],
    ['with another field of an unusable name', { ['x'.repeat(101)]: 'y' }, undefined],
  ])('%s says so in JSON, and on a page', async (_, changes, param) => {
    const form = await makeForm();
    const fields = written(changes);
    const answer = await send(form.url, fields, JSON_ACCEPT);
    expect(answer.status).toBe(422);
    const { error } = (await answer.json()) as { error: api.ErrorBody };
    expect(error.param).toBe(param);
    const page = await send(form.url, fields);
    expect([page.status, page.headers.get('content-type')]).toEqual([422, 'text/html; charset=utf-8']);
    expect(await page.text()).toContain('Your message was not sent');
  });

  it('shows what was written as text, never as HTML', async () => {
    const form = await makeForm();
    const page = await send(form.url, { ...written(), ['<script>alert(1)</script>']: '\0' });
    expect(page.status).toBe(422);
    const text = await page.text();
    expect(text).toContain('&lt;script&gt;');
    expect(text).not.toContain('<script>');
  });

  it('with a megabyte is too large', async () => {
    const form = await makeForm();
    const answer = await send(form.url, written({ message: 'x'.repeat(1_048_576) }), JSON_ACCEPT);
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({
      error: { code: 'body_too_large', message: 'The request is larger than 256 KiB.' },
    });
  });

  it('of another site, or of one that tells no origin, is not taken', async () => {
    const form = await makeForm({ allowed_origins: [SITE] });
    const statusOf = async (headers: Record<string, string>) =>
      (await send(form.url, written(), { ...HTML, ...headers })).status;
    expect(await statusOf({ origin: 'https://evil.example', referer: `${SITE}/` })).toBe(403);
    expect(await statusOf({ origin: 'null', referer: `${SITE}/` })).toBe(403);
    expect(await statusOf({})).toBe(403);
    expect(await statusOf({ referer: `${SITE}/contact?x` })).toBe(200);
    expect(await statusOf({ origin: SITE })).toBe(200);
  });

  it('with bytes that are no UTF-8 says so', async () => {
    const form = await makeForm();
    const body = 'email=dana%40example.com&message=Gr%FC%DFe';
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await fetch(form.url, { method: 'POST', body, headers: { ...type, ...JSON_ACCEPT } });
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({ error: { param: 'message' } });
  });

  it('and is JSON is no form', async () => {
    const form = await makeForm();
    const headers = { 'content-type': 'application/json', ...JSON_ACCEPT };
    const answer = await fetch(form.url, { method: 'POST', body: '{"email": "a@b.example"}', headers });
    expect(answer.status).toBe(400);
  });

  it('is one of too many in the name of an address', async () => {
    const form = await makeForm();
    const email = address();
    const statuses = [];
    for (let nth = 0; nth < 11; nth += 1) {
      const answer = await send(form.url, written({ email, message: `Message ${nth}` }), JSON_ACCEPT);
      statuses.push(answer.status);
      if (answer.status === 429) expect(answer.headers.get('retry-after')).toBe('3600');
    }
    expect(statuses).toEqual([...Array<number>(10).fill(200), 429]);
    await eventually(async () => expect(await conversationsOf(email)).toHaveLength(10));
  });
});

describe('a form of a blocked sender', () => {
  const rule = (client: ApiClient, sender: string, action: 'allow' | 'block') =>
    client.ok(api.createSenderRule, { body: { sender, action } });
  /** What is stored of the submissions of a form, oldest first. */
  const storedOf = async ({ id }: api.ContactForm) => {
    const { rows } = await database.query<{ status: string; content: unknown }>(
      'select status, content from mail.form_submission where form_id = $1 order by created_at',
      [api.uuidOf('contact_form', id)],
    );
    return rows.map(({ status, content }) => [status, content]);
  };

  it('is answered as any other, and neither stored nor made a conversation', async () => {
    const form = await makeForm({ redirect_url: THANKS });
    const domain = `${unique()}.example`;
    await rule(live, domain, 'block');
    const blocked = written({ email: `dana@news.${domain}` });
    for (const headers of [JSON_ACCEPT, HTML]) {
      const own = await send(form.url, { ...blocked, subject: headers.accept }, headers);
      expect(await storedOf(form)).toEqual([['delivered', null]]);
      const again = await send(form.url, { ...blocked, subject: headers.accept }, headers);
      const other = await send((await makeForm({ redirect_url: THANKS })).url, written(), headers);
      const answers = [own, again, other].map(async (answer) => [
        answer.status,
        answer.headers.get('location'),
        await answer.text(),
      ]);
      const [first, ...others] = await Promise.all(answers);
      for (const shown of others) expect(shown).toEqual(first);
      await database.query('delete from mail.form_submission where form_id = $1', [
        api.uuidOf('contact_form', form.id),
      ]);
    }
    expect(await conversationsOf(blocked.email)).toEqual([]);
  });

  it('begins a conversation if a rule allows the address', async () => {
    const form = await makeForm();
    const domain = `${unique()}.example`;
    await rule(live, domain, 'block');
    await rule(live, `dana@${domain}`, 'allow');
    const [blocked, allowed] = ['kim', 'dana'].map((name) => written({ email: `${name}@${domain}` }));
    for (const fields of [blocked, allowed]) await send(form.url, fields ?? {});
    await begun(allowed?.email ?? '');
    expect(await conversationsOf(blocked?.email ?? '')).toEqual([]);
  });

  it('counts as any other does', async () => {
    const form = await makeForm();
    const email = address();
    await rule(live, email, 'block');
    const statuses = [];
    for (let nth = 0; nth < 11; nth += 1)
      statuses.push((await send(form.url, written({ email, message: `Message ${nth}` }))).status);
    expect(statuses).toEqual([...Array<number>(10).fill(200), 429]);
  });

  it('makes no conversation either if the rule is made while it waits for a confirmation', async () => {
    const form = await makeForm({ confirmation: true }, test);
    const fields = written();
    const answer = await send(form.url, fields, JSON_ACCEPT);
    const { confirmation_url: link } = (await answer.json()) as Record<string, string>;
    expect(await storedOf(form)).toMatchObject([['waiting', { address: fields.email }]]);
    await rule(test, fields.email, 'block');
    expect((await fetch(link ?? '', { method: 'POST' })).status).toBe(200);
    await eventually(async () => expect(await storedOf(form)).toEqual([['delivered', null]]));
    expect(await conversationsOf(fields.email, test)).toEqual([]);
  });
});

describe('a submission that waits for a confirmation', () => {
  it('is deleted with the erasure of the contact whose address it has, and those of others stay', async () => {
    const form = await makeForm({ confirmation: true }, test);
    const [erased, other] = [written(), written()];
    const { data: contact } = await test.ok(api.createContact, { body: { email: erased.email } });
    const links = [];
    for (const fields of [{ ...erased, email: erased.email.toUpperCase() }, other]) {
      const answer = await send(form.url, fields, JSON_ACCEPT);
      links.push(((await answer.json()) as Record<string, string>)['confirmation_url'] ?? '');
    }
    const of = { workspace: workspace.credentials.workspace_id, contact: contact.id, mode: 'test' } as const;
    await operator.run(api.eraseContact, of);
    const progress = { service: 'mail', target: { type: 'contact', ...of } } as const;
    await eventually(async () =>
      expect(await operator.run(api.erasureProgress, progress)).toEqual({ status: 'completed', erased: 1 }),
    );
    const statuses = [];
    for (const link of links) statuses.push((await fetch(link, { method: 'POST' })).status);
    expect(statuses).toEqual([404, 200]);
    await begun(other.email, test);
  });

  it('stays when the erasure is repeated, if it was sent after it', async () => {
    const form = await makeForm({ confirmation: true }, test);
    const fields = written();
    const { data: contact } = await test.ok(api.createContact, { body: { email: fields.email } });
    const of = { workspace: workspace.credentials.workspace_id, contact: contact.id, mode: 'test' } as const;
    await operator.run(api.eraseContact, of);
    const id = [api.uuidOf('contact', contact.id)];
    const hasRounds = (rounds: number) =>
      eventually(async () => {
        const erasures = 'select rounds from mail.erasure where subject_id = $1';
        expect((await database.query(erasures, id)).rows).toEqual([{ rounds }]);
      });
    await hasRounds(1);
    const answer = await send(form.url, fields, JSON_ACCEPT);
    const { confirmation_url: link } = (await answer.json()) as Record<string, string>;
    // As if the pause before the next round were over.
    await database.query('update mail.erasure set due_at = now() where subject_id = $1', id);
    await hasRounds(2);
    expect((await fetch(link ?? '', { method: 'POST' })).status).toBe(200);
    await begun(fields.email, test);
  });
});

describe('a form that a script sends', () => {
  it('is answered with JSON that pages of its origins may read', async () => {
    const form = await makeForm({ allowed_origins: [SITE], redirect_url: THANKS });
    const headers = { ...JSON_ACCEPT, origin: SITE };
    const answer = await send(form.url, written(), headers);
    expect([answer.status, await answer.json()]).toEqual([200, { status: 'received' }]);
    expect(answer.headers.get('access-control-allow-origin')).toBe(SITE);
    expect(answer.headers.get('vary')).toBe('Origin');
    const refused = await send(form.url, written({ email: '' }), headers);
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([422, SITE]);
    const preflight = await fetch(form.url, { method: 'OPTIONS', headers: { origin: SITE } });
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, SITE]);
    const elsewhere = { ...JSON_ACCEPT, origin: 'https://evil.example' };
    const other = await send(form.url, written(), elsewhere);
    expect([other.status, other.headers.get('access-control-allow-origin')]).toEqual([403, null]);
  });
});

describe('a contact form', () => {
  it('ends at its URL with its key, and with its deletion', async () => {
    const form = await makeForm();
    const { data: rotated } = await live.ok(api.rotateContactFormKey, { params: paramsOf(form) });
    expect(rotated.key).not.toBe(form.key);
    expect((await send(form.url, written())).status).toBe(404);
    expect((await send(rotated.url, written())).status).toBe(200);
    await live.ok(api.deleteContactForm, { params: paramsOf(form) });
    expect((await send(rotated.url, written())).status).toBe(404);
    expect((await send(rotated.url.replace(/[^/]+$/, 'x'), written(), JSON_ACCEPT)).status).toBe(404);
  });

  it('is that of its workspace and mode alone', async () => {
    const form = await makeForm();
    const other = await operator.workspace();
    for (const client of [other.live, test]) {
      const { status } = await client.call(api.getContactForm, { params: paramsOf(form) });
      expect(status).toBe(404);
      const rotation = await client.call(api.rotateContactFormKey, { params: paramsOf(form) });
      expect(rotation.status).toBe(404);
    }
    const foreign = await receivingMailbox(other);
    const body = { name: 'Contact us', mailbox_id: foreign.id };
    expect(await live.call(api.createContactForm, { body })).toMatchObject({
      status: 422,
      body: { error: { param: 'mailbox_id' } },
    });
  });

  it.each(['https://www.example.com/', 'https://WWW.example.com', 'ftp://example.com', 'example.com'])(
    'cannot allow the origin %s',
    async (origin) => {
      const body = { name: 'Contact us', allowed_origins: [origin] };
      expect((await live.call(api.createContactForm, { body })).status).toBe(422);
    },
  );

  it('cannot ask for confirmations where nothing mails them', async () => {
    const body = { name: 'Contact us', confirmation: true };
    expect(await live.call(api.createContactForm, { body })).toMatchObject({
      status: 422,
      body: { error: { param: 'confirmation' } },
    });
  });

  it('leaves a mailbox and an inbox that are deleted', async () => {
    const mailbox = await receivingMailbox(workspace);
    const { workspace_id } = workspace.credentials;
    const inbox = await operator.run(api.createInbox, { workspace: workspace_id, name: unique() });
    const form = await makeForm({ mailbox_id: mailbox.id, inbox_id: inbox.id });
    await live.ok(api.deleteMailbox, { params: { mailbox_id: mailbox.id } });
    await live.ok(api.deleteInbox, { params: { inbox_id: inbox.id } });
    await eventually(async () =>
      expect((await live.ok(api.getContactForm, { params: paramsOf(form) })).data).toMatchObject({
        mailbox_id: null,
        inbox_id: null,
      }),
    );
  });
});

describe('a form of test mode that asks for a confirmation', () => {
  it('makes a verified conversation once the button is pressed, not when the link is opened', async () => {
    const form = await makeForm({ confirmation: true, redirect_url: THANKS }, test);
    const fields = written();
    const answer = await send(form.url, fields, JSON_ACCEPT);
    const { status, confirmation_url: link } = (await answer.json()) as Record<string, string>;
    expect([answer.status, status]).toEqual([200, 'confirmation_required']);
    const page = await fetch(link ?? '');
    expect([page.status, page.headers.get('referrer-policy')]).toEqual([200, 'no-referrer']);
    expect(page.headers.get('content-security-policy')).toContain(`form-action 'self' ${SITE}`);
    expect(await page.text()).toContain('<form method="post">');
    const after = written();
    await send((await makeForm({}, test)).url, after);
    await begun(after.email, test);
    expect(await conversationsOf(fields.email, test)).toEqual([]);
    for (let nth = 0; nth < 2; nth += 1) {
      const confirmed = await fetch(link ?? '', { method: 'POST', redirect: 'manual' });
      expect([confirmed.status, confirmed.headers.get('location')]).toEqual([303, THANKS]);
    }
    const { id } = await begun(fields.email, test);
    expect(await messagesOf(test, id)).toMatchObject([{ email: { authentication: { verified: true } } }]);
    expect(await conversationsOf(fields.email, live)).toEqual([]);
  });

  it('shows the link on its page, and no other one has a page', async () => {
    const form = await makeForm({ confirmation: true }, test);
    const fields = written();
    expect(await (await send(form.url, fields)).text()).toContain('/confirmations/');
    const repeated = await (await send(form.url, fields, JSON_ACCEPT)).json();
    expect(repeated).toEqual({ status: 'confirmation_required' });
    expect(await (await send(form.url, fields)).text()).toContain('the answer to that has the link');
    const nothing = form.url.replace(/forms\/.*/, `confirmations/${'0'.repeat(26)}`);
    for (const method of ['GET', 'POST']) expect((await fetch(nothing, { method })).status).toBe(404);
  });

  it('answers a repetition as the first, also if the form was changed in between', async () => {
    for (const confirmation of [true, false]) {
      const form = await makeForm({ confirmation }, test);
      const fields = written();
      const statusOf = async () => {
        const answer = await send(form.url, fields, JSON_ACCEPT);
        return ((await answer.json()) as Record<string, string>)['status'];
      };
      const first = await statusOf();
      await test.ok(api.updateContactForm, { params: paramsOf(form), body: { confirmation: !confirmation } });
      expect([first, await statusOf()]).toEqual(
        Array(2).fill(confirmation ? 'confirmation_required' : 'received'),
      );
    }
  });

  it('deletes what waits with the form', async () => {
    const form = await makeForm({ confirmation: true }, test);
    const answer = await send(form.url, written(), JSON_ACCEPT);
    const { confirmation_url: link } = (await answer.json()) as Record<string, string>;
    await test.ok(api.deleteContactForm, { params: paramsOf(form) });
    expect((await fetch(link ?? '', { method: 'POST' })).status).toBe(404);
  });
});
