import { describe, expect, it } from '@jest/globals';
import type { MessageDeliveryStatus } from '@parley/contracts';
import fc from 'fast-check';
import { mailboxFailure, sendError } from '../transports/send-error.ts';
import { sameForAll, type RecipientOutcome } from '../transports/transport.ts';
import {
  afterAttempt,
  afterLoss,
  cancelled,
  expired,
  EXPIRED,
  failed,
  NO_MAILBOX,
  onUnknownOf,
  pendingOf,
  summaryOf,
  type Circumstances,
} from './attempt.rules.ts';
import type { Recipient } from './outgoing-mail.entity.ts';

const NOW = new Date('2026-11-28T12:00:00Z');
const MINUTE = 60_000;
const DEFERRED: RecipientOutcome = {
  status: 'deferred',
  error: sendError('temporarily_refused', { status: '4.2.0' }),
};
const REFUSED: RecipientOutcome = {
  status: 'failed',
  error: sendError('recipient_unknown', { status: '5.1.1' }),
};
const UNKNOWN: RecipientOutcome = { status: 'unknown', error: sendError('no_reply') };
const SENT: RecipientOutcome = { status: 'sent' };
const OUTCOMES = { sent: SENT, deferred: DEFERRED, failed: REFUSED, unknown: UNKNOWN };

const circumstances: Circumstances = {
  now: NOW,
  random: () => 0,
  schedule: [0, MINUTE, 5 * MINUTE],
  onUnknown: 'hold',
  isRepeated: false,
};

const recipient = (address: string, status: MessageDeliveryStatus = 'queued'): Recipient => ({
  address,
  status,
  error: null,
});

const mailTo = (...recipients: Recipient[]) => ({
  status: 'sending' as const,
  attempts: 0,
  recipients,
  error: null,
  expires_at: new Date(NOW.getTime() + 3 * 24 * 60 * MINUTE),
});

const statuses = ({ recipients }: { recipients: readonly Recipient[] }) =>
  recipients.map(({ status }) => status);

describe('a mail to one recipient', () => {
  const mail = mailTo(recipient('dana@example.com'));
  const after = (outcome: RecipientOutcome, changes: Partial<Circumstances> = {}) =>
    afterAttempt(mail, sameForAll(['dana@example.com'], outcome), { ...circumstances, ...changes });

  it('is sent', () => {
    expect(after(SENT)).toMatchObject({ status: 'sent', due_at: null, attempts: 1, error: null });
  });

  it('fails for good when it is refused', () => {
    expect(after(REFUSED)).toMatchObject({
      status: 'failed',
      due_at: null,
      error: { code: 'recipient_unknown' },
    });
  });

  it('comes back after the next delay of the schedule when it is deferred, and after the last one for ever', () => {
    expect(after(DEFERRED)).toMatchObject({ status: 'queued', due_at: new Date(NOW.getTime() + MINUTE) });
    const later = afterAttempt(
      { ...mail, attempts: 9 },
      sameForAll(['dana@example.com'], DEFERRED),
      circumstances,
    );
    expect(later.due_at).toEqual(new Date(NOW.getTime() + 5 * MINUTE));
  });

  it('is given up when the next attempt would come after its time', () => {
    const old = { ...mail, expires_at: new Date(NOW.getTime() + 30_000) };
    const decision = afterAttempt(old, sameForAll(['dana@example.com'], DEFERRED), circumstances);
    const message = `${EXPIRED.message} The last error: ${DEFERRED.error.message}`;
    const error = { code: 'expired', smtp_status: '4.2.0', message };
    expect(decision).toMatchObject({ status: 'failed', due_at: null, error, recipients: [{ error }] });
    expect(expired(mail)).toMatchObject({
      status: 'failed',
      error: EXPIRED,
      recipients: [{ error: EXPIRED }],
    });
  });

  it('stays unknown, or is sent once more if the mailbox says so', () => {
    expect(after(UNKNOWN)).toMatchObject({ status: 'unknown', due_at: null });
    expect(after(UNKNOWN, { onUnknown: 'retry' })).toMatchObject({
      status: 'unknown',
      due_at: new Date(NOW.getTime() + 15 * MINUTE),
    });
    expect(after(UNKNOWN, { onUnknown: 'retry', isRepeated: true })).toMatchObject({
      status: 'unknown',
      due_at: null,
    });
  });

  it('is known to be sent when a second copy of it is, and stays unknown when that is refused', () => {
    const unknown = mailTo({ ...recipient('dana@example.com', 'unknown'), error: UNKNOWN.error });
    const again = (outcome: RecipientOutcome) =>
      afterAttempt(unknown, sameForAll(['dana@example.com'], outcome), {
        ...circumstances,
        onUnknown: 'retry',
        isRepeated: true,
      });
    expect(again(SENT)).toMatchObject({ status: 'sent', due_at: null });
    for (const outcome of [DEFERRED, REFUSED, UNKNOWN])
      expect(again(outcome)).toMatchObject({ status: 'unknown', due_at: null, error: UNKNOWN.error });
    const failure = mailboxFailure('connect_timeout', 'connection');
    const waiting = afterAttempt(unknown, sameForAll(['dana@example.com'], DEFERRED, failure), circumstances);
    expect(waiting).toMatchObject({ status: 'unknown', due_at: NOW, attempts: 0 });
  });

  it('uses up no attempt when the mailbox fails as a whole', () => {
    const failure = mailboxFailure('authentication_failed', 'authentication');
    const decision = afterAttempt(mail, sameForAll(['dana@example.com'], DEFERRED, failure), circumstances);
    const { code, smtp_status, message } = failure;
    const error = { code, smtp_status, message };
    expect(decision).toMatchObject({ status: 'queued', due_at: NOW, attempts: 0 });
    expect(decision.error).toEqual(error);
    const late = afterAttempt(mail, sameForAll(['dana@example.com'], DEFERRED, failure), {
      ...circumstances,
      now: new Date(mail.expires_at.getTime() + 1),
    });
    expect(late).toMatchObject({
      status: 'failed',
      error: { code: 'expired', message: `${EXPIRED.message} The last error: ${message}` },
    });
  });
});

describe('a mail to several recipients', () => {
  it('is tried again for those that were deferred alone', () => {
    const mail = mailTo(recipient('a@example.com'), recipient('b@example.com'), recipient('c@example.com'));
    const result = {
      recipients: new Map<string, RecipientOutcome>([
        ['a@example.com', SENT],
        ['b@example.com', DEFERRED],
        ['c@example.com', REFUSED],
      ]),
      mailboxFailure: null,
    };
    const first = afterAttempt(mail, result, circumstances);
    expect(first).toMatchObject({ status: 'queued' });
    expect(statuses(first)).toEqual(['sent', 'queued', 'failed']);
    const second = afterAttempt({ ...mail, ...first }, sameForAll(['b@example.com'], SENT), circumstances);
    expect(statuses(second)).toEqual(['sent', 'sent', 'failed']);
    expect(second).toMatchObject({ status: 'failed', due_at: null, error: { code: 'recipient_unknown' } });
  });

  it('is not sent again to those whose outcome is unknown while others wait', () => {
    const mail = mailTo(recipient('a@example.com'), recipient('b@example.com', 'unknown'));
    expect(pendingOf(mail).map(({ address }) => address)).toEqual(['a@example.com']);
    const settled = afterAttempt(mail, sameForAll(['a@example.com'], SENT), circumstances);
    expect(statuses(settled)).toEqual(['sent', 'unknown']);
    expect(settled).toMatchObject({ status: 'unknown', due_at: null });
    expect(pendingOf(settled).map(({ address }) => address)).toEqual(['b@example.com']);
  });

  it('has the state of the worst of them, and is due only while one waits', () => {
    const outcomes = fc.array(fc.constantFrom(...Object.values(OUTCOMES)), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(outcomes, fc.constantFrom('hold' as const, 'retry' as const), (given, onUnknown) => {
        const addresses = given.map((_, index) => `r${index}@example.com`);
        const recipients = new Map(given.map((outcome, index) => [addresses[index] as string, outcome]));
        const mail = mailTo(...addresses.map((address) => recipient(address)));
        const decision = afterAttempt(
          mail,
          { recipients, mailboxFailure: null },
          { ...circumstances, onUnknown },
        );
        const isWaiting = given.includes(DEFERRED);
        const mayRepeat = given.includes(UNKNOWN) && onUnknown === 'retry';
        expect(decision.due_at !== null).toBe(isWaiting || mayRepeat);
        expect(decision.status).toBe(isWaiting ? 'queued' : summaryOf(decision.recipients));
        expect(decision.recipients.filter(({ status }) => status === 'sent')).toHaveLength(
          given.filter((outcome) => outcome === SENT).length,
        );
      }),
    );
  });
});

describe('a mail whose process died', () => {
  const mail = mailTo(recipient('a@example.com'), recipient('b@example.com', 'sent'));

  it('waits again if nothing of it was handed over', () => {
    const decision = afterLoss({ ...mail, handed_over_at: null }, circumstances);
    expect(decision).toMatchObject({ status: 'queued', due_at: NOW, attempts: 0 });
  });

  it('is unknown for those whom it was being sent to', () => {
    const decision = afterLoss({ ...mail, handed_over_at: NOW }, circumstances);
    expect(decision).toMatchObject({ status: 'unknown', due_at: null });
    expect(statuses(decision)).toEqual(['unknown', 'sent']);
  });
});

it('cancels and fails only what has not left, and says so of what has', () => {
  const [a, b] = [recipient('a@example.com'), recipient('b@example.com', 'sent')];
  const c = { ...recipient('c@example.com', 'unknown'), error: UNKNOWN.error };
  expect(statuses(cancelled(mailTo(a, b, c)))).toEqual(['cancelled', 'sent', 'unknown']);
  expect(cancelled(mailTo(a, b)).status).toBe('sent');
  expect(cancelled(mailTo(a)).status).toBe('cancelled');
  expect(statuses(failed(mailTo(a, b, c), NO_MAILBOX))).toEqual(['failed', 'sent', 'unknown']);
  expect(failed(mailTo(b, c), NO_MAILBOX)).toMatchObject({ status: 'unknown', error: UNKNOWN.error });
});

describe('an acknowledgement', () => {
  it('is never sent twice, whatever its mailbox does with unknown outcomes', () => {
    const mailbox = { on_unknown: 'retry' } as const;
    expect(onUnknownOf({ kind: 'message' }, mailbox)).toBe('retry');
    expect(onUnknownOf({ kind: 'acknowledgement' }, mailbox)).toBe('hold');
    expect(onUnknownOf({ kind: 'message' }, undefined)).toBe('hold');
  });
});
