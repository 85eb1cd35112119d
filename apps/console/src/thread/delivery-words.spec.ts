import { describe, expect, it } from '@jest/globals';
import type { Mailbox } from '../desk/directory.ts';
import {
  addressesText,
  canBeResent,
  deliveryWords,
  isAlike,
  messageWords,
  type Delivery,
} from './delivery-words.ts';

const because = (code: string, message = 'The server refuses it.') => ({ code, smtp_status: null, message });

/** A delivery to one recipient for each status, as good as the first of them. */
const delivery = (...statuses: Delivery['status'][]): Delivery => ({
  status: statuses[0] ?? 'failed',
  updated_at: '2026-11-21T06:30:00.000Z',
  error: null,
  recipients: statuses.map((status, index) => ({ address: `${index}@example.com`, status, error: null })),
});

describe('what has become of a message', () => {
  it.each([
    ['queued', 'Queued', 'quiet'],
    ['sending', 'Sending', 'quiet'],
    ['sent', 'Sent', 'quiet'],
    ['delivered', 'Delivered', 'success'],
    ['cancelled', 'Cancelled: not sent', 'quiet'],
    ['unknown', 'Outcome unknown', 'warning'],
  ])('is told of %s in words', (status, title, tone) => {
    expect(deliveryWords(status, null)).toMatchObject({ title, tone });
  });

  it('is told with its reason, and what to do', () => {
    expect(deliveryWords('bounced', because('recipient_unknown'))).toEqual({
      tone: 'danger',
      title: 'Bounced: the address does not exist',
      advice: 'Send it to another address.',
    });
    expect(deliveryWords('failed', because('suppressed')).title).toBe('Not sent: the address is blocked');
  });

  it('tells what the contact lacks in whichever channel', () => {
    expect(deliveryWords('failed', because('no_recipients'))).toMatchObject({
      title: 'Not sent: it has no recipients',
      advice: expect.stringMatching(/e-mail address or a phone number/),
    });
  });

  it('is told in the words of a connector, whose causes are its own', () => {
    expect(deliveryWords('failed', because('number_unreachable', 'The number is not in use.'))).toEqual({
      tone: 'danger',
      title: 'Not sent',
      advice: 'The number is not in use.',
    });
    expect(deliveryWords('failed', null)).toMatchObject({ title: 'Not sent', advice: null });
  });

  it('tells why it waits, without the words of the server', () => {
    const full = because('mailbox_full', 'The mailbox is full. The server said: 4.2.2 over quota');
    expect(deliveryWords('queued', full)).toMatchObject({
      tone: 'warning',
      advice: 'The mailbox is full. Nothing needs to be done: it is sent later.',
    });
    const stored = because('storage_full', 'The storage of the workspace is full.');
    expect(deliveryWords('queued', stored).advice).toBe(
      'The storage of the workspace is full. Ask an admin to delete files: it is sent when there is room.',
    );
    const refused = because('authentication_failed', 'The server refuses the sign-in.');
    expect(deliveryWords('queued', refused).advice).toBe(
      'The server refuses the sign-in. It is sent when the mailbox works again.',
    );
  });

  it('tells that it waits for its mailbox', () => {
    const waiting = delivery('queued');
    const words = (status: string, status_reason: Mailbox['status_reason'] = null) =>
      messageWords(waiting, { name: 'Sales', status, status_reason }).title;
    expect([words('connected'), words('disconnected'), words('disabled')]).toEqual([
      'Queued',
      'Queued: Sales is disconnected',
      'Queued: Sales is disabled',
    ]);
    const reason = { code: 'reading_not_allowed', message: 'It may not be read.', affects: 'receiving' };
    expect(words('disconnected', reason)).toBe('Queued');
    const disabled = { name: 'Sales', status: 'disabled', status_reason: null };
    expect(messageWords(delivery('sent'), disabled).title).toBe('Sent');
  });

  it('is summarized where its recipients have fared differently', () => {
    const mixed = delivery('bounced', 'delivered', 'bounced');
    expect([isAlike(mixed), isAlike(delivery('sent', 'sent')), isAlike(delivery())]).toEqual([
      false,
      true,
      true,
    ]);
    expect(messageWords(mixed, undefined)).toMatchObject({
      title: 'Bounced for 2 of 3 recipients',
      tone: 'danger',
    });
    const [first, second] = delivery('bounced', 'bounced').recipients;
    const recipients = [{ ...first, error: because('mailbox_full') }, second] as Delivery['recipients'];
    expect(isAlike({ ...mixed, recipients })).toBe(false);
  });
});

it.each([
  [['failed', 'sent'], true],
  [['cancelled'], true],
  [['unknown', 'delivered'], true],
  [['failed', 'queued'], false],
  [['sent'], false],
] as const)('a message of %j can be sent again: %s', (statuses, expected) => {
  expect(canBeResent(delivery(...statuses))).toBe(expected);
});

it('many addresses are counted', () => {
  const addresses = ['a@b.example', 'c@d.example', 'e@f.example', 'g@h.example'];
  expect([1, 2, 4].map((count) => addressesText(addresses.slice(0, count)))).toEqual([
    'a@b.example',
    'a@b.example and c@d.example',
    'a@b.example, c@d.example and 2 more',
  ]);
});
