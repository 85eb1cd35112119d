import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import {
  addUser as inviteUser,
  createContact,
  createContactForm,
  createSenderRule,
  eraseContact,
  erasureProgress,
  createMailbox,
  createUser,
  createWebhook,
  getWebhook,
  listAudit,
  listContacts,
  listConversations,
  overrideUser,
  type Input,
} from '@parley/contracts';
import { eventually, Receiver, refusalOf, type TestWorkspace } from '@parley/testing';
import { freePorts } from '../../setup/services-process.mjs';
import { Mailboxes, MailingPlatform } from './mailed.ts';
import { Browser, formsOf, hasPassword, type PageForm, type Shown, type User } from '../oauth/browser.ts';
import { operator as unmailing } from '../platform.ts';
import { ConsoleClient } from '../session-api/console-client.ts';

const PASSWORD = 'four words of a song';
const [smtpPort = 0] = await freePorts(1);
const mailboxes = new Mailboxes(smtpPort);
await mailboxes.open();
const platform = await MailingPlatform.start(mailboxes);
const { operator, authUrl } = platform;
afterAll(async () => {
  await platform.close();
  await mailboxes.close();
});

const newAddress = () => `${randomUUID()}@example.com`;

async function addUser(
  { credentials }: TestWorkspace,
  user: Partial<Input<typeof createUser>> = {},
): Promise<User & { id: string }> {
  const email = user.email ?? newAddress();
  const named = { workspace: credentials.workspace_id, name: 'Kim', ...user, email };
  return { email, ...(await operator.run(createUser, named)) };
}

const isForgotten = ({ fields }: PageForm) => 'email' in fields && !('password' in fields);

/** Asks for a link on the page that the sign-in leads to. */
async function forget(email: string, query = '', browser = new Browser(authUrl)): Promise<Shown> {
  const signIn = await browser.open(`${authUrl}/${query}`);
  const [, path = ''] = /<a href="([^"]+)">Forgot your password\?<\/a>/.exec(signIn.text) ?? [];
  return browser.submit(await browser.open(new URL(path, authUrl).toString()), isForgotten, { email });
}

async function choose(link: string, password = PASSWORD): Promise<Shown> {
  const browser = new Browser(authUrl);
  return browser.submit(await browser.open(link), hasPassword, { password, repeated: password });
}

async function signIn(user: User, { credentials }: TestWorkspace): Promise<number> {
  const browser = new Browser(authUrl);
  const page = await browser.open(`${authUrl}/?workspace=${credentials.workspace_id}`);
  return (await browser.signIn(page, user)).status;
}

const auditOf = async ({ credentials }: TestWorkspace) =>
  (await operator.run(listAudit, { workspace: credentials.workspace_id, limit: 100 })).audit_entries;

/** Waits until what was asked for before has been looked at. */
async function settled(workspace: TestWorkspace): Promise<void> {
  const { email } = await addUser(workspace);
  await forget(email);
  await mailboxes.received(email);
}

describe('without a mailbox of the installation', () => {
  it('the sign-in names the admin, and there is no page for a forgotten password', async () => {
    const { auth_url: url } = (await unmailing.workspace()).credentials;
    const browser = new Browser(url);
    const page = await browser.open(`${url}/`);
    expect(page.text).toContain('An admin of your workspace can give you a link');
    expect(page.text).not.toContain('forgot');
    expect((await browser.open(`${url}/forgot-password`)).status).toBe(404);
    const { csrf = '' } = formsOf(page)[0]?.fields ?? {};
    const sent = await browser.post(`${url}/forgot-password`, { email: 'kim@example.com', csrf });
    expect(sent.status).toBe(404);
  });
});

it('no mailbox of a workspace has the address of the installation', async () => {
  const { live } = await operator.workspace();
  const transport = { type: 'smtp', host: 'mail.example', port: 587 } as const;
  for (const address of ['Parley@acme.example', 'parley+x@ACME.example']) {
    const body = { name: 'Support', address, transport };
    expect(refusalOf(await live.call(createMailbox, { body }))).toBe('422 duplicate_value address');
    const aliases = ['help@acme.example', address];
    const aliased = await live.call(createMailbox, { body: { ...body, address: newAddress(), aliases } });
    expect(refusalOf(aliased)).toBe('422 duplicate_value aliases[1]');
  }
});

describe('an invitation', () => {
  it('by the API is mailed, with the link that the answer has', async () => {
    const workspace = await operator.workspace();
    const email = newAddress();
    const { data } = await workspace.live.ok(inviteUser, { body: { email, name: 'Call 0800 1234567' } });
    expect(data.invitation.mailed).toBe(true);
    const mail = await mailboxes.received(email);
    expect(mail.links).toEqual([data.invitation.url]);
    expect(mail.text).toContain('the workspace “Test”');
    expect(mail.text).not.toContain('0800');
    const [link = ''] = mail.links;
    expect((await choose(link)).text).toContain('You have joined');
    expect(await signIn({ email, password: PASSWORD }, workspace)).toBe(200);
  });

  it('by the console is mailed, and makes a user of who opens the link', async () => {
    const workspace = await operator.workspace();
    const email = newAddress();
    const admin = await ConsoleClient.signIn(workspace);
    const { data } = await admin.ok('invitation.create', { body: { email } });
    expect(data.mailed).toBe(true);
    const [link = ''] = (await mailboxes.received(email)).links;
    expect(link).toBe(data.url);
    const browser = new Browser(authUrl);
    const filled = { name: 'Noor', password: PASSWORD, repeated: PASSWORD };
    const joined = await browser.submit(await browser.open(link), hasPassword, filled);
    expect(joined.status).toBe(200);
    expect(await signIn({ email, password: PASSWORD }, workspace)).toBe(200);
  });

  it('is mailed when the server is back, and its answer does not wait', async () => {
    const workspace = await operator.workspace();
    await mailboxes.close();
    const people = [newAddress(), newAddress()];
    for (const email of people) await workspace.live.ok(inviteUser, { body: { email, name: 'Noor' } });
    await mailboxes.open();
    for (const email of people) await mailboxes.received(email);
  });
});

describe('a message of a contact form that asks for a confirmation', () => {
  const send = (url: string, email: string, message: string) =>
    fetch(url, {
      method: 'POST',
      headers: { accept: 'application/json' },
      body: new URLSearchParams({ email, subject: 'Buy at evil.example', message }),
    });

  it('is mailed a link without what was written, and begins a conversation once its button is pressed', async () => {
    const { live } = await operator.workspace();
    const body = { name: 'Contact us', confirmation: true };
    const { url } = (await live.ok(createContactForm, { body })).data;
    const email = newAddress();
    const answers = [];
    for (const message of ['Buy at evil.example', 'Buy at evil.example', 'Second', 'Third', 'Fourth'])
      answers.push(await send(url, email, message));
    // The second is a repetition, and the last one more than an address gets in an hour.
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 429]);
    expect(await answers[0]?.json()).toEqual({ status: 'confirmation_required' });
    await mailboxes.received(email, 3);
    expect(JSON.stringify(mailboxes.of(email))).not.toMatch(/evil|Second|Third/);
    const contacts = async () => (await live.ok(listContacts, { query: { email } })).data;
    const [link = ''] = mailboxes.of(email)[0]?.links ?? [];
    expect((await fetch(link)).status).toBe(200);
    expect(await contacts()).toEqual([]);
    expect((await fetch(link, { method: 'POST' })).status).toBe(200);
    await eventually(async () => {
      const [contact] = await contacts();
      const query = { contact: contact?.id as NonNullable<typeof contact>['id'] };
      const { data } = await live.ok(listConversations, { query });
      expect(data).toMatchObject([{ channel: 'form', messages_count: 1 }]);
    });
  });

  it('is answered as any other if a rule blocks its sender, and mailed to nobody', async () => {
    const { live } = await operator.workspace();
    const body = { name: 'Contact us', confirmation: true };
    const { url } = (await live.ok(createContactForm, { body })).data;
    const [email, other] = [newAddress(), newAddress()];
    await live.ok(createSenderRule, { body: { sender: email, action: 'block' } });
    const answers = [];
    for (const message of ['First', 'First', 'Second', 'Third', 'Fourth'])
      answers.push(await send(url, email, message));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 429]);
    expect(await answers[0]?.json()).toEqual({ status: 'confirmation_required' });
    // Notices are sent in their order.
    await send(url, other, 'First');
    await mailboxes.received(other);
    expect(mailboxes.of(email)).toEqual([]);
  });

  it('is mailed to nobody once the contact with its address is erased', async () => {
    const { live, credentials } = await operator.workspace();
    const body = { name: 'Contact us', confirmation: true };
    const { url } = (await live.ok(createContactForm, { body })).data;
    const [email, other] = [newAddress(), newAddress()];
    const { data: contact } = await live.ok(createContact, { body: { email } });
    await mailboxes.close();
    for (const address of [email, other]) await send(url, address, 'First');
    const of = { workspace: credentials.workspace_id, contact: contact.id, mode: 'live' } as const;
    await operator.run(eraseContact, of);
    const progress = { service: 'mail', target: { type: 'contact', ...of } } as const;
    await eventually(async () =>
      expect(await operator.run(erasureProgress, progress)).toMatchObject({ status: 'completed' }),
    );
    await mailboxes.open();
    await mailboxes.received(other);
    expect(mailboxes.of(email)).toEqual([]);
  });
});

describe('a forgotten password', () => {
  it('is replaced by a mailed link, which ends all sessions and works once', async () => {
    const workspace = await operator.workspace();
    const kim = await addUser(workspace);
    const session = await ConsoleClient.signIn(workspace, kim);
    const answer = await forget(kim.email);
    expect(answer.text).toContain('If the address has an account here, a mail with a link is on its way.');
    const mail = await mailboxes.received(kim.email);
    const [link = '', ...others] = mail.links;
    expect([mail.subject, others]).toEqual(['Choose a new password', []]);
    expect(mail.text).not.toMatch(/Test|Kim/);
    expect(await session.isSignedIn()).toBe(true);

    expect((await choose(link, 'short')).status).toBe(422);
    const done = await choose(link);
    expect([done.status, done.text]).toEqual([200, expect.stringContaining('Password changed')]);
    expect(await session.isSignedIn()).toBe(false);
    expect((await new Browser(authUrl).open(link)).status).toBe(404);
    expect(await signIn(kim, workspace)).toBe(401);
    expect(await signIn({ ...kim, password: PASSWORD }, workspace)).toBe(200);
    const entries = (await auditOf(workspace)).map(({ type, actor, details }) => [type, actor.type, details]);
    expect(entries).toContainEqual(['user.password_reset_requested', 'system', { user_id: kim.id }]);
    expect(entries).toContainEqual(['user.password_reset', 'user', { user_id: kim.id }]);
  });

  it('of nobody gets the same answer, and no mail: no account, one that is inactive, one that has none yet', async () => {
    const workspace = await operator.workspace();
    const known = await addUser(workspace);
    const inactive = await addUser(workspace);
    await operator.run(overrideUser, { id: inactive.id as `user_${string}`, status: 'inactive' });
    const invited = newAddress();
    await workspace.live.ok(inviteUser, { body: { email: invited, name: 'Noor' } });
    await mailboxes.received(invited);
    const addresses = [known.email, newAddress(), inactive.email, invited, 'no address', '\0@example.com'];
    const answers = [];
    for (const email of addresses) {
      const { status, text } = await forget(email);
      answers.push([status, text]);
    }
    expect(new Set(answers.map(String)).size).toBe(1);
    await mailboxes.received(known.email);
    await settled(workspace);
    expect([mailboxes.of(inactive.email), mailboxes.of(invited).length]).toEqual([[], 1]);
    expect(mailboxes.of(addresses[1] ?? '')).toEqual([]);
  });

  it('of an address with accounts in several workspaces is chosen on the page of the one link', async () => {
    const [first, second] = [await operator.workspace(), await operator.workspace()];
    const one = await addUser(first);
    // The address is written in another way there.
    const two = await addUser(second, { email: one.email.toUpperCase() });
    await forget(one.email);
    const [link = ''] = (await mailboxes.received(one.email)).links;
    const page = await new Browser(authUrl).open(link);
    expect(page.text).toContain('has an account in each of these workspaces');
    const of = ({ credentials }: TestWorkspace) => `${link}?workspace=${credentials.workspace_id}`;
    expect((await choose(of(second))).text).toContain('Password changed');
    expect(await signIn({ ...two, password: PASSWORD }, second)).toBe(200);
    expect(await signIn(one, first)).toBe(200);
    expect((await new Browser(authUrl).open(of(second))).status).toBe(404);
    expect((await new Browser(authUrl).open(`${link}?workspace=ws_nonsense`)).status).toBe(404);
    // The link works for the other account still.
    expect((await choose(of(first))).text).toContain('Password changed');
    expect((await new Browser(authUrl).open(link)).status).toBe(404);
  });

  it('in one workspace alone, where the page of the sign-in names it', async () => {
    const [first, second] = [await operator.workspace(), await operator.workspace()];
    const one = await addUser(first);
    await addUser(second, { email: one.email });
    await forget(one.email, `?workspace=${first.credentials.workspace_id}`);
    const [link = ''] = (await mailboxes.received(one.email)).links;
    const done = await choose(link);
    expect(done.text).toContain(`href="/?workspace=${first.credentials.workspace_id}"`);
  });

  it('has links beside each other, which end together', async () => {
    const workspace = await operator.workspace();
    const kim = await addUser(workspace);
    await forget(kim.email);
    const [older = ''] = (await mailboxes.received(kim.email)).links;
    // Anybody can ask for another one, which must not end the first.
    await forget(kim.email);
    const [newer = ''] = (await mailboxes.received(kim.email, 2)).links;
    const admin = await ConsoleClient.signIn(workspace);
    const made = await admin.ok('password_reset.create', { params: { user_id: kim.id as `user_${string}` } });
    const links = [older, newer, made.data.url];
    const statuses = () =>
      Promise.all(links.map(async (link) => (await new Browser(authUrl).open(link)).status));
    expect(await statuses()).toEqual([200, 200, 200]);
    await choose(older);
    expect(await statuses()).toEqual([404, 404, 404]);
  });

  it('is taken from our page alone', async () => {
    const workspace = await operator.workspace();
    const kim = await addUser(workspace);
    const browser = new Browser(authUrl);
    const page = await browser.open(`${authUrl}/forgot-password`);
    const [form] = formsOf(page);
    const filled = { ...form?.fields, email: kim.email };
    const statuses = [
      (await browser.post(`${authUrl}/forgot-password`, { ...filled, csrf: '' })).status,
      (await browser.post(`${authUrl}/forgot-password`, filled, { origin: 'https://evil.example' })).status,
      (await browser.post(`${authUrl}/forgot-password`, { ...filled, workspace: 'acme' })).status,
    ];
    expect(statuses).toEqual([403, 403, 422]);
    await settled(workspace);
    expect(mailboxes.of(kim.email)).toEqual([]);
  });

  it('gets three mails in an hour, and has to wait after ten tries, as a sign-in does, account or none', async () => {
    const workspace = await operator.workspace();
    const [kim, nobody] = [await addUser(workspace), { email: newAddress() }];
    for (const { email } of [kim, nobody]) {
      const statuses = [];
      for (let request = 0; request < 11; request += 1) statuses.push((await forget(email)).status);
      expect(statuses).toEqual([...Array<number>(10).fill(200), 429]);
    }
    await settled(workspace);
    expect([mailboxes.of(kim.email).length, mailboxes.of(nobody.email).length]).toEqual([3, 0]);
  });
});

describe('a webhook whose endpoint is gone', () => {
  it('is told to the admins of the workspace by mail', async () => {
    const workspace = await operator.workspace();
    const admin = await addUser(workspace, { role: 'admin' });
    await addUser(workspace, { role: 'agent' });
    const receiver = await Receiver.start((_, response) => response.writeHead(410).end());
    const body = { url: receiver.url, events: ['*'] };
    const { data: webhook } = await workspace.live.ok(createWebhook, { body });
    await workspace.live.raw('POST', '/v1/contacts', {
      body: JSON.stringify({ email: 'dana@example.com' }),
      headers: { 'content-type': 'application/json' },
    });
    const mail = await mailboxes.received(admin.email);
    expect(mail.subject).toBe('A webhook was disabled');
    expect(mail.links).toEqual([`${authUrl}/console/webhooks/${webhook.id}`]);
    expect((await workspace.live.ok(getWebhook, { params: { webhook_id: webhook.id } })).data.status).toBe(
      'disabled',
    );
    await receiver.close();
  });
});

it('no log has a link or an address of these mails', async () => {
  const secrets = mailboxes.mails.flatMap(({ to, links }) => [
    to,
    ...links.map((link) => new URL(link).pathname.split('/').at(-1) ?? ''),
  ]);
  // Ids of webhooks are no secrets.
  const searched = secrets.filter((secret) => !secret.startsWith('wh_') && secret !== 'admin@example.com');
  expect(searched.length).toBeGreaterThan(20);
  await eventually(() => platform.output.length > 0);
  const log = platform.output.join('');
  expect(searched.filter((secret) => log.includes(secret))).toEqual([]);
});
