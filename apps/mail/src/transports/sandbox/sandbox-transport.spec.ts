import { expect, it } from '@jest/globals';
import type { OutgoingMail } from '../transport.ts';
import { SandboxTransport } from './sandbox-transport.ts';

const transport = new SandboxTransport();
const send = (...to: string[]) => {
  const mail: OutgoingMail = {
    ...{ envelope: { from: 'a@b.c', to }, messageId: '<a@b.c>', size: 1, needsSmtpUtf8: false },
    open: () => Promise.reject(new Error('not to be read')),
  };
  return transport.send(mail);
};

it.each([
  ['dana@example.com', 'sent', undefined, 'delivered'],
  ['anybody@acme.sandbox', 'sent', undefined, 'delivered'],
  ['delivered@acme.sandbox', 'sent', undefined, 'delivered'],
  ['sent@acme.sandbox', 'sent', undefined, undefined],
  ['bounced@acme.sandbox', 'sent', undefined, 'bounced'],
  ['bounced-full@acme.sandbox', 'sent', undefined, 'bounced'],
  ['deferred@acme.sandbox', 'deferred', 'temporarily_refused', undefined],
  ['mailbox-full@acme.sandbox', 'deferred', 'mailbox_full', undefined],
  ['failed@acme.sandbox', 'failed', 'recipient_unknown', undefined],
  ['refused@acme.sandbox', 'failed', 'refused_by_policy', undefined],
  ['too-large@acme.sandbox', 'failed', 'too_large', undefined],
  ['unknown@acme.sandbox', 'unknown', 'no_reply', undefined],
  ['Unknown+order-5@Acme.Sandbox', 'unknown', 'no_reply', undefined],
  ['unknown@acme.sandbox.example.com', 'sent', undefined, 'delivered'],
  ['constructor@acme.sandbox', 'sent', undefined, 'delivered'],
])('a mail to %s is %s', async (address, status, code, followUp) => {
  const { recipients, followUps, mailboxFailure } = await send(address);
  const outcome = recipients.get(address);
  expect(outcome?.status).toBe(status);
  expect(outcome?.status === 'sent' ? undefined : outcome?.error.code).toBe(code);
  expect(followUps.get(address)?.status).toBe(followUp);
  expect(mailboxFailure).toBeNull();
});

it('each recipient of a mail has an outcome of its own, the same each time', async () => {
  const to = ['failed@a.sandbox', 'unknown@a.sandbox', 'dana@example.com'];
  const first = await send(...to);
  expect([...first.recipients.values()].map(({ status }) => status)).toEqual(['failed', 'unknown', 'sent']);
  expect(await send(...to)).toEqual(first);
});
