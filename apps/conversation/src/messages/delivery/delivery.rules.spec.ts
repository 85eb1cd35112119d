import { describe, expect, it } from '@jest/globals';
import { MessageDeliveryStatus, type DeliveryError } from '@parley/contracts';
import fc from 'fast-check';
import {
  advance,
  anonymous,
  canBeResent,
  queued,
  reached,
  shown,
  withoutRecipients,
  type DeliveryReport,
  type StoredDelivery,
} from './delivery.rules.ts';

const AT = new Date('2026-11-21T06:30:00.000Z');
const later = (seconds: number) => new Date(AT.getTime() + seconds * 1_000).toISOString();
const because = (code: string): DeliveryError => ({ code, smtp_status: null, message: code });
const DANA = 'dana@example.com';
const KIM = 'kim@example.com';

/** A report on Dana and Kim, or on the message as a whole. */
function report(
  nth: number,
  [first, second]: readonly [MessageDeliveryStatus, MessageDeliveryStatus?],
  error: DeliveryError | null = null,
): DeliveryReport {
  const base = { status: first, error, updated_at: later(nth), order: String(nth).padStart(4, '0') };
  if (second === undefined) return base;
  const recipients = [
    { address: DANA, status: first, error },
    { address: KIM, status: second, error: null },
  ];
  return { ...base, recipients };
}

const after = (...reports: readonly DeliveryReport[]): StoredDelivery =>
  reports.reduce(advance, queued([DANA, KIM], AT));
const statusesAfter = (...reports: readonly DeliveryReport[]) => {
  const { status, recipients } = after(...reports);
  return [status, ...recipients.map((one) => one.status)];
};

describe('the delivery of a message', () => {
  const status = fc.constantFrom(...MessageDeliveryStatus.options);
  const error = fc.option(fc.constantFrom('mailbox_full', 'refused', 'greylisted').map(because));
  const said = fc.record({ statuses: fc.tuple(status, status), error, isWhole: fc.boolean() });
  const reports = fc
    .array(said, { minLength: 1, maxLength: 8 })
    .map((all) =>
      all.map((one, nth) => report(nth, one.isWhole ? [one.statuses[0]] : one.statuses, one.error)),
    );

  it('is the same in whatever order reports arrive, and however often', () => {
    const shuffled = reports.chain((all) =>
      fc.array(fc.constantFrom(...all), { maxLength: 8 }).chain((repeated) => {
        const received = [...all, ...repeated];
        return fc
          .shuffledSubarray(received, { minLength: received.length })
          .map((arrived) => ({ all, arrived }));
      }),
    );
    fc.assert(
      fc.property(shuffled, ({ all, arrived }) => {
        const { updated_at: _, ...inOrder } = shown(after(...all));
        expect(shown(after(...arrived))).toMatchObject(inOrder);
      }),
    );
  });

  it('never goes back from a later to an earlier fact', () => {
    const order = ['queued', 'sent', 'delivered', 'bounced'] as const;
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...order)), (said) => {
        const all = said.map((one, nth) => report(nth, [one]));
        const seen = all.map((_, nth) => after(...all.slice(0, nth + 1)).status);
        const places = seen.map((one) => order.indexOf(one as (typeof order)[number]));
        expect(places).toEqual(places.toSorted((a, b) => a - b));
      }),
    );
  });

  it.each([
    [['queued', 'queued'], 'queued'],
    [['sending', 'sent'], 'sending'],
    [['sent', 'delivered'], 'sent'],
    [['delivered', 'queued'], 'queued'],
    [['unknown', 'queued'], 'unknown'],
    [['bounced', 'sent'], 'bounced'],
    [['failed', 'bounced'], 'failed'],
  ] as const)('is as good as the worst of its recipients: of %j it is %s', (statuses, summary) => {
    expect(after(report(1, statuses)).status).toBe(summary);
  });

  it('waits again when it is deferred, with the reason', () => {
    const error = because('greylisted');
    const deferred = after(report(1, ['sending', 'sending']), report(2, ['queued', 'queued'], error));
    expect(shown(deferred)).toMatchObject({ status: 'queued', error, updated_at: later(2) });
  });

  it('tells why the mailbox makes all of its recipients wait', () => {
    const error = because('authentication_failed');
    const waiting = { ...report(1, ['queued', 'queued']), error };
    expect(after(waiting).recipients.map((one) => one.error)).toEqual([error, error]);
  });

  it('that is unknown becomes whatever is learned of it', () => {
    for (const outcome of ['sent', 'delivered', 'bounced', 'failed'] as const)
      expect(statusesAfter(report(1, ['unknown', 'sent']), report(2, [outcome, 'sent']))[1]).toBe(outcome);
    expect(statusesAfter(report(1, ['unknown', 'unknown']), report(2, ['sending', 'queued']))[0]).toBe(
      'unknown',
    );
  });

  it('keeps the first of two bounces', () => {
    const [first, second] = [because('mailbox_full'), because('no_such_user')];
    const reports = [report(1, ['bounced'], first), report(2, ['bounced'], second)];
    for (const arrived of [reports, reports.toReversed()]) expect(after(...arrived).error).toEqual(first);
  });

  it('bounces late', () => {
    expect(statusesAfter(report(1, ['delivered', 'delivered']), report(2, ['bounced', 'delivered']))).toEqual(
      ['bounced', 'bounced', 'delivered'],
    );
  });

  it('knows no other recipients than its own', () => {
    const recipients = [{ address: 'mallory@example.com', status: 'bounced', error: null } as const];
    expect(after({ ...report(1, ['sent']), recipients })).toEqual(queued([DANA, KIM], AT));
  });

  it('of a redacted message has its status alone', () => {
    const redacted = anonymous(after(report(1, ['queued', 'queued'], because('greylisted'))));
    expect(shown(redacted)).toEqual({ status: 'queued', updated_at: later(1), error: null, recipients: [] });
    expect(shown(anonymous(advance(redacted, report(2, ['cancelled', 'cancelled']))))).toEqual({
      status: 'cancelled',
      updated_at: later(2),
      error: null,
      recipients: [],
    });
  });
});

describe('a message is sent again', () => {
  it.each([
    [['failed', 'sent'], true],
    [['bounced', 'bounced'], true],
    [['unknown', 'delivered'], true],
    [['cancelled', 'cancelled'], true],
    [['failed', 'queued'], false],
    [['bounced', 'sending'], false],
    [['sent', 'delivered'], false],
    [['queued', 'queued'], false],
  ] as const)('if something of it failed and nothing is on its way: %j is %s', (statuses, expected) => {
    expect(canBeResent(after(report(1, statuses)))).toBe(expected);
  });

  it('if it had no recipients', () => {
    expect(canBeResent(withoutRecipients('e-mail address', AT))).toBe(true);
  });

  it('to those that it has not reached', () => {
    expect(reached(after(report(1, ['bounced', 'sent'])))).toEqual([KIM]);
  });
});
