import { describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import { eventually } from '@parley/testing';
import { readMails, receivingMailbox, sendMail, unique } from './arriving-mails.ts';
import { operator } from './platform.ts';

const workspace = await operator.workspace();
const { live } = workspace;

describe('a flood', () => {
  it('has one event, however many mails it has', async () => {
    const mailbox = await receivingMailbox(workspace);
    const from = `${unique()}@customer.example`;
    for (let at = 0; at < 8; at += 1) await sendMail({ from, to: mailbox.address });
    const mails = await readMails(live, mailbox, 8);
    const held = mails.filter(({ reason }) => reason?.code === 'flood');
    expect(held).toHaveLength(4);
    // What is told of a later mail has come after all that is told of the flood.
    await sendMail({ to: mailbox.address, fields: ['X-Spam-Flag: YES'] });
    const spam = (await readMails(live, mailbox, 9)).at(-1);
    const told = await eventually(async () => {
      const query = { event: 'incoming_mail.quarantined', per_page: '100' } as never;
      const { data } = await live.ok(api.listEvents, { query });
      const ids = data.map((event) => (event.data as api.IncomingMail).id);
      if (!ids.some((id) => id === spam?.id)) throw new Error('it is not told of yet');
      return ids;
    });
    const ofFlood = told.filter((id) => held.some((mail) => mail.id === id));
    expect(ofFlood).toEqual([held[0]?.id]);
  });

  it('is none of mails without a text, which have nothing in common', async () => {
    const mailbox = await receivingMailbox(workspace);
    const from = `${unique()}@customer.example`;
    for (let at = 0; at < 6; at += 1) await sendMail({ from, to: mailbox.address, body: '' });
    const mails = await readMails(live, mailbox, 6);
    expect(new Set(mails.map(({ status }) => status))).toEqual(new Set(['delivered']));
  });
});
