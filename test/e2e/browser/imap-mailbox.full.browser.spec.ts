import { afterAll, beforeAll, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { eventually } from '@parley/testing';
import { ScriptedImapServer } from '../../../apps/mail/src/incoming/imap/scripted-imap-server.fixture.ts';
import { ScriptedSmtpServer } from '../../../apps/mail/src/transports/smtp/scripted-smtp-server.fixture.ts';
import { go, see, workspace } from './signed-in.ts';
import { act, button, dialog, notified, page, row, wrong } from './tab.ts';

let smtp: ScriptedSmtpServer;
let imap: ScriptedImapServer;
beforeAll(async () => {
  [smtp, imap] = [await ScriptedSmtpServer.start(), await ScriptedImapServer.start()];
});
afterAll(() => Promise.all([smtp.close(), imap.close()]));

type Form = ReturnType<typeof dialog>;

const field = (form: Form, name: string) => form.getByRole('textbox', { name, exact: true });
async function choose(form: Form, label: string, option: string | RegExp): Promise<void> {
  await form.getByRole('combobox', { name: label, exact: true }).click();
  await page.getByRole('option', { name: option }).click();
}
const transport = async () =>
  (await workspace.live.ok(api.listMailboxes, { query: {} })).data.map((mailbox) => mailbox.transport);

it('a mailbox that fetches its mails is added, tested and edited, and shows what is wrong at its fields', async () => {
  await go('Channels');
  await button('Add mailbox').click();
  const form = dialog('Add a mailbox');
  await form.getByRole('radio', { name: 'IMAP and SMTP' }).check();
  await field(form, 'Address').fill('support@fetched.example');
  await field(form, 'Name').fill('Support');
  await button('Add mailbox', form).click();
  await wrong(field(form, 'SMTP server'));
  await field(form, 'IMAP server').fill('169.254.169.254');
  await choose(form, 'IMAP encryption', 'STARTTLS');
  expect(await field(form, 'IMAP port').inputValue()).toBe('143');
  await choose(form, 'IMAP encryption', /^None/);
  await field(form, 'IMAP port').fill(String(imap.port));
  await field(form, 'SMTP server').fill('127.0.0.1');
  await choose(form, 'SMTP encryption', /^None/);
  await field(form, 'SMTP port').fill(String(smtp.port));
  await field(form, 'User name').fill('support');
  await field(form, 'Password').fill('correct-horse');
  await button('Add mailbox', form).click();
  await wrong(field(form, 'IMAP server'));
  await form.getByText('is an address that the operator of this installation does not allow').waitFor();
  await see('imap-mailbox');
  await field(form, 'IMAP server').fill('127.0.0.1');
  await button('Add mailbox', form).click();

  const saved = dialog('Support is saved');
  imap.script = { login: 'NO [AUTHENTICATIONFAILED] Invalid credentials' };
  await button('Test', saved).click();
  await saved.getByText('The mailbox can send, but not receive').waitFor();
  await see('imap-mailbox-test');
  imap.script = {};
  await button('Test again', saved).click();
  await saved.getByText('The mailbox can send and receive').waitFor();
  await button('Close', saved).last().click();
  await row('support@fetched.example').getByText('IMAP and SMTP').waitFor();

  await act('Support', 'Edit');
  const edit = dialog('Edit Support');
  expect(await field(edit, 'IMAP port').inputValue()).toBe(String(imap.port));
  await choose(edit, 'Once a mail is stored here', /^Delete it/);
  await edit.getByText('It is kept if this stays empty.').waitFor();
  await button('Save', edit).click();
  await dialog('Support is saved').waitFor();
  await button('Later', dialog('Support is saved')).click();
  await eventually(async () =>
    expect(await transport()).toMatchObject([
      {
        ...{ type: 'imap_smtp', imap_host: '127.0.0.1', imap_port: imap.port, imap_security: 'none' },
        ...{ after_receiving: 'delete', host: '127.0.0.1', port: smtp.port, username: 'support' },
      },
    ]),
  );
  await act('Support', 'Edit');
  await field(edit, 'IMAP server').fill('imap.elsewhere.example');
  await button('Save', edit).click();
  await wrong(field(edit, 'Password'));
  await button('Cancel', edit).click();
});

it('a mail that is too large is among the incoming mails, without anything to download or to retry', async () => {
  await eventually(() => imap.idling === 1);
  imap.script = { size: () => 40_000_000 };
  const head = ['From: Dana Reyes <dana@example.com>', 'Subject: All our photographs'];
  imap.put([...head, 'Message-ID: <photographs@example.com>', '', 'They are attached.', ''].join('\r\n'));
  await go('Channels');
  await page.getByRole('tab', { name: 'Incoming mails' }).click();
  const mail = row('All our photographs');
  await mail.getByText('Failed').waitFor();
  await mail.getByText('larger than this installation takes').waitFor();
  await see('too-large-mail');
  await act('All our photographs', 'Discard');
  await button('Discard mail', dialog('Discard this mail?')).click();
  await notified('The mail is discarded.');
});
