import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { eventually } from '@parley/testing';
import { ScriptedSmtpServer } from '../../../apps/mail/src/transports/smtp/scripted-smtp-server.fixture.ts';
import { operator } from '../platform.ts';
import { go, see, workspace } from './signed-in.ts';
import { act, button, confirm, dialog, heading, notified, page, row, signInAt, wrong } from './tab.ts';

const PASSWORD = 'correct-horse';

/** A submission server that knows one password. */
let server: ScriptedSmtpServer;
const auth = () =>
  server.commands.at(-1)?.includes(Buffer.from(`\0support\0${PASSWORD}`).toString('base64')) === true
    ? '235 2.7.0 Accepted'
    : '535 5.7.8 Bad credentials';
beforeAll(async () => {
  server = await ScriptedSmtpServer.start({ script: { auth } });
});
afterAll(() => server.close());

const read = async () => (await workspace.live.ok(api.listMailboxes, { query: {} })).data;
const tab = (name: string) => page.getByRole('tab', { name }).click();
const field = (on: ReturnType<typeof dialog>, name: string) => on.getByRole('textbox', { name, exact: true });
const check = (name: string, on: ReturnType<typeof dialog>) =>
  on.getByRole('list', { name: 'Checks' }).getByRole('listitem').filter({ hasText: name });

async function choose(
  form: ReturnType<typeof dialog>,
  label: string,
  option: string | RegExp,
): Promise<void> {
  await form.getByRole('combobox', { name: label, exact: true }).click();
  await page.getByRole('option', { name: option }).click();
}

describe('a mailbox', () => {
  it('is connected by SMTP, and tested: a wrong password is told, the right one sends', async () => {
    await go('Channels');
    await page.getByText('No mailboxes yet').waitFor();
    await button('Add mailbox').click();
    const form = dialog('Add a mailbox');
    await button('Add mailbox', form).click();
    await wrong(field(form, 'Address'));
    await see('new-mailbox');
    await field(form, 'Address').fill('support@channels.example');
    await field(form, 'Name').fill('Support');
    await button('Add mailbox', form).click();
    await wrong(field(form, 'Server'));
    await field(form, 'Server').fill('127.0.0.1');
    await choose(form, 'Encryption', /^None/);
    await field(form, 'Port').fill(String(server.port));
    await field(form, 'User name').fill('support');
    await field(form, 'Password').fill('wrong');
    await button('Add mailbox', form).click();

    const saved = dialog('Support is saved');
    await button('Test', saved).click();
    await saved.getByText('The mailbox cannot send').waitFor();
    await check('Connection', saved).getByText('Passed').waitFor();
    await check('Sign-in', saved).getByText('Failed').waitFor();
    await check('Sign-in', saved).getByText('Bad credentials').waitFor();
    await check('A mail to itself', saved).getByText('Skipped').waitFor();
    await see('mailbox-test');
    await button('Edit mailbox', saved).click();

    const edit = dialog('Edit Support');
    await edit.getByText('It is kept if this stays empty.').waitFor();
    await field(edit, 'Password').fill(PASSWORD);
    await field(edit, 'Signature').fill('Acme Support');
    await button('Save', edit).click();
    await button('Test', saved).click();
    await saved.getByText('The mailbox can send').waitFor();
    // The second one tells whether subaddresses arrive.
    expect(server.mails).toMatchObject([
      { from: 'support@channels.example', to: ['support@channels.example'] },
      { from: 'support@channels.example', to: [expect.stringMatching(/^support\+\w+@channels\.example$/)] },
    ]);
    await button('Close', saved).last().click();
    await row('support@channels.example').getByText('Connected').waitFor();
    expect(await read()).toMatchObject([
      { name: 'Support', signature: 'Acme Support', status: 'connected', transport: { port: server.port } },
    ]);
    await see('mailboxes');
  });

  it('keeps its password while something else changes, and needs it again for another user', async () => {
    await act('Support', 'Edit');
    const edit = dialog('Edit Support');
    await field(edit, 'Send delay').fill('10');
    await button('Save', edit).click();
    await notified('Support is saved.');
    expect(await read()).toMatchObject([{ send_delay: 10 }]);
    await act('Support', 'Edit');
    await field(edit, 'User name').fill('sales');
    await edit.getByText('Enter it again').waitFor();
    await button('Save', edit).click();
    await wrong(field(edit, 'Password'));
    await button('Cancel', edit).click();
  });

  it('that its server refuses is a notice on every page of an admin, until it works again', async () => {
    server.script = { auth: '535 5.7.8 Bad credentials' };
    const [{ id } = { id: 'mbx_' }] = await read();
    const params = { mailbox_id: id as api.Id<'mailbox'> };
    // Connections that are open already have signed in.
    await workspace.live.ok(api.updateMailbox, { params, body: { transport: transport('other') } });
    await workspace.live.ok(api.testMailbox, { params });
    await row('support@channels.example').getByText('Disconnected').waitFor();
    await row('support@channels.example').getByText('enter its password or token again').waitFor();
    await see('mailbox-disconnected');
    await go('Contacts');
    const notice = page.getByText('The mailbox Support is disconnected.');
    await notice.waitFor();
    await see('mailbox-notice');
    server.script = {};
    await page.getByRole('link', { name: 'Show mailboxes' }).click();
    await heading('Channels');
    await act('Support', 'Test');
    await button('Test', dialog('Test Support')).click();
    await dialog('Test Support').getByText('The mailbox can send').waitFor();
    await button('Close', dialog('Test Support')).last().click();
    await row('support@channels.example').getByText('Connected').waitFor();
    await go('Contacts');
    await notice.waitFor({ state: 'detached' });
  });

  const transport = (password: string) =>
    ({
      type: 'smtp',
      host: '127.0.0.1',
      port: server.port,
      security: 'none',
      username: 'support',
      password,
    }) as const;

  it('gets its mails from a provider, whose URL is shown, and keeps its password', async () => {
    await go('Channels');
    await act('Support', 'Edit');
    const edit = dialog('Edit Support');
    await choose(edit, 'Handed over by', 'Postmark');
    await button('Save', edit).click();
    await wrong(field(edit, 'Password of the provider'));
    await field(edit, 'Password of the provider').fill('short');
    await button('Save', edit).click();
    await edit.getByText('must have at least 16 characters').waitFor();
    await field(edit, 'Password of the provider').fill('correct-horse-battery');
    await button('Save', edit).click();
    const saved = dialog('Support is saved');
    await saved.getByText('Include raw email content').waitFor();
    const [mailbox] = await read();
    await saved.getByText(mailbox?.receiving?.url ?? 'no URL', { exact: true }).waitFor();
    await see('mailbox-provider-url');
    await button('Later', saved).click();

    await act('Support', 'Edit');
    await edit.getByText(mailbox?.receiving?.url ?? 'no URL', { exact: true }).waitFor();
    await see('mailbox-provider');
    await field(edit, 'Send delay').fill('0');
    await button('Save', edit).click();
    await notified('Support is saved.');
    expect(await read()).toMatchObject([{ send_delay: 0, receiving: mailbox?.receiving }]);
    await act('Support', 'Edit');
    await choose(edit, 'Handed over by', 'No provider');
    await button('Save', edit).click();
    await notified('Support is saved.');
    expect(await read()).toMatchObject([{ receiving: null }]);
  });

  it('is disabled and enabled; of the sandbox it says so; and is deleted after a question', async () => {
    await go('Channels');
    await act('Support', 'Disable');
    await row('support@channels.example').getByText('Disabled').waitFor();
    await act('Support', 'Enable');
    await row('support@channels.example').getByText('Connected').waitFor();

    await button('Add mailbox').click();
    const form = dialog('Add a mailbox');
    await form.getByRole('radio', { name: 'Sandbox' }).check();
    await form.getByRole('row').filter({ hasText: 'bounced-full@' }).waitFor();
    await see('sandbox-mailbox');
    await field(form, 'Address').fill('try@acme.example');
    await field(form, 'Name').fill('Trial');
    await button('Add mailbox', form).click();
    await button('Test', dialog('Trial is saved')).click();
    await dialog('Trial is saved').getByText('sends nothing').first().waitFor();
    await button('Close', dialog('Trial is saved')).last().click();
    await row('try@acme.example').getByText('Sandbox: sends nothing').waitFor();

    await act('Trial', 'Delete');
    await confirm('Delete Trial?', 'Delete mailbox');
    await row('try@acme.example').waitFor({ state: 'detached' });
    expect((await read()).map(({ name }) => name)).toEqual(['Support']);
  });
});

it('a connection is added, edited and deleted', async () => {
  await go('Channels');
  await tab('Connections');
  await button('Add connection').click();
  const form = dialog('Add a connection');
  await button('Add connection', form).click();
  await wrong(field(form, 'Name'));
  await field(form, 'Name').fill('SMS Germany');
  await choose(form, 'Channel', 'SMS');
  await button('Add connection', form).click();
  await row('SMS Germany').waitFor();
  await see('connections');
  await act('SMS Germany', 'Edit');
  await dialog('Edit SMS Germany').getByRole('textbox', { name: 'Name' }).fill('SMS Europe');
  await button('Save', dialog('Edit SMS Germany')).click();
  await row('SMS Europe').waitFor();
  const list = async () => (await workspace.live.ok(api.listConnections, { query: {} })).data;
  expect(await list()).toMatchObject([{ name: 'SMS Europe', type: 'sms' }]);
  await act('SMS Europe', 'Delete');
  await confirm('Delete SMS Europe?', 'Delete connection');
  await page.getByText('No connections yet').waitFor();
  expect(await list()).toEqual([]);
});

it('a contact form is added with its HTML, edited, given another URL, and deleted', async () => {
  await go('Channels');
  await tab('Contact forms');
  await button('Add contact form').click();
  const form = dialog('Add a contact form');
  await button('Add contact form', form).click();
  await wrong(field(form, 'Name'));
  await field(form, 'Name').fill('Contact us');
  await choose(form, 'Replies leave through', 'Support');
  const webSites = form.getByRole('combobox', { name: 'Web sites that have the form', exact: true });
  await webSites.fill('www.acme.example');
  await button('Add contact form', form).click();
  await form.getByText('must be an origin').waitFor();
  await webSites.press('Backspace');
  await webSites.fill('https://www.acme.example');
  await see('new-contact-form');
  await button('Add contact form', form).click();

  const list = async () => (await workspace.live.ok(api.listContactForms, { query: {} })).data;
  const html = dialog('HTML of Contact us');
  await html.getByText('leave_blank').waitFor();
  const [added] = await list();
  expect(added).toMatchObject({ name: 'Contact us', allowed_origins: ['https://www.acme.example'] });
  await see('contact-form-html');
  const code = await html.getByRole('region', { name: 'HTML' }).innerText();
  expect(code).toContain(`action="${added?.url}"`);
  await html.getByRole('banner').getByRole('button').click();
  await row('Contact us').getByText('https://www.acme.example').waitFor();
  await see('contact-forms');

  await act('Contact us', 'Edit');
  const edit = dialog('Edit Contact us');
  await field(edit, 'Page after sending').fill('https://www.acme.example/thanks');
  await button('Save', edit).click();
  await notified('Contact us is saved.');
  expect(await list()).toMatchObject([
    { ...added, redirect_url: 'https://www.acme.example/thanks', updated_at: expect.any(String) },
  ]);

  await act('Contact us', 'Replace URL');
  await confirm('Replace the URL of Contact us?', 'Replace URL');
  await notified('Contact us has another URL.');
  expect((await list()).map(({ url }) => url)).not.toEqual([added?.url]);

  await act('Contact us', 'Delete');
  await confirm('Delete Contact us?', 'Delete contact form');
  await page.getByText('No contact forms yet').waitFor();
  expect(await list()).toEqual([]);
});

it('a sending domain shows the records to publish, is verified by them, and is deleted', async () => {
  await go('Channels');
  await tab('Sending domains');
  await button('Add domain').click();
  const form = dialog('Add a sending domain');
  await field(form, 'Domain').fill('no domain');
  await button('Add domain', form).click();
  await wrong(field(form, 'Domain'));
  await field(form, 'Domain').fill('mail.acme.example');
  await button('Add domain', form).click();
  const domain = page.getByRole('region', { name: 'mail.acme.example' });
  await domain.getByText('parley1._domainkey.mail.acme.example').waitFor();
  await button('Copy value of the DKIM record', domain).waitFor();
  await see('sending-domains');
  await button('Verify mail.acme.example', domain).click();
  await notified('mail.acme.example is not verified');
  await button('Delete mail.acme.example', domain).click();
  await confirm('Delete mail.acme.example?', 'Delete domain');
  await page.getByText('No sending domains yet').waitFor();
});

it('an address is blocked, found and unblocked', async () => {
  await go('Channels');
  await tab('Blocked addresses');
  await button('Block address').click();
  await field(dialog('Block an address'), 'Address').fill('gone@example.com');
  await button('Block address', dialog('Block an address')).click();
  await row('gone@example.com').getByText('Blocked by an admin').waitFor();
  await see('blocked-addresses');
  await page.getByRole('searchbox', { name: 'Find an address' }).fill('kim@example.com');
  await button('Find').click();
  await page.getByText('kim@example.com is not blocked').waitFor();
  await button('Show all').click();
  await button('Unblock gone@example.com').click();
  await confirm('Send mail to gone@example.com again?', 'Unblock');
  await page.getByText('No blocked addresses').waitFor();
  const list = () => workspace.live.ok(api.listSuppressions, { query: {} });
  await eventually(async () => (await list()).data.length === 0);
});

it('a viewer sees mailboxes and connections, and is offered nothing that the API refuses', async () => {
  const { workspace_id: id } = workspace.credentials;
  const email = 'vic@example.com';
  const vic = await operator.run(api.createUser, { workspace: id, email, name: 'Vic', role: 'viewer' });
  await signInAt(workspace, '/channels', { email, ...vic });
  await row('support@channels.example').getByText('Connected').waitFor();
  expect(await page.getByRole('tab').allInnerTexts()).toEqual(['Mailboxes', 'Connections']);
  expect(await page.getByRole('main').getByRole('button').count()).toBe(0);
  await tab('Connections');
  await page.getByText('An admin can add one.').waitFor();
});
