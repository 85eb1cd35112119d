import { expect, it } from '@jest/globals';
import { newMail, newServer, newTransport } from '../transports/smtp/smtp.fixture.ts';
import { HandOverLimit } from './hand-over-limit.ts';

const process = new AbortController().signal;

it('an attempt ends at its limit before the mail is handed over', async () => {
  const server = await newServer({ script: { rcpt: { 'slow@example.com': 'silence' } } });
  const limit = new HandOverLimit(200, process);
  const mail = newMail(['dana@example.com', 'slow@example.com']);
  const { recipients, mailboxFailure } = await newTransport(server).send(mail, limit.signal);
  expect([...recipients.values()]).toMatchObject([
    { status: 'deferred', error: { code: 'cancelled' } },
    { status: 'deferred', error: { code: 'cancelled' } },
  ]);
  expect(mailboxFailure).toBeNull();
});

it('and goes on once it is, but for the end of the process', async () => {
  const ending = new AbortController();
  const limit = new HandOverLimit(1, ending.signal);
  limit.end();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(limit.signal.aborted).toBe(false);
  ending.abort();
  expect(limit.signal.aborted).toBe(true);
});
