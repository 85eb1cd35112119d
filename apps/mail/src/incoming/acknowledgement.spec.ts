import { describe, expect, it } from '@jest/globals';
import {
  acknowledgementRefusal,
  acknowledgementLimits,
  type AcknowledgementQuestion,
} from './acknowledgement.rules.ts';
import { classify } from './classify.rules.ts';
import { AUTHENTICATED, contextOf, UNAUTHENTICATED } from './incoming.fixture.ts';
import { mailOf } from './read-mail.fixture.ts';

const question = (changes: Partial<AcknowledgementQuestion> = {}): AcknowledgementQuestion => ({
  mail: mailOf({ From: 'dana@customer.example' }),
  envelopeSender: null,
  sender: { address: 'dana@customer.example', forwardedBy: null },
  classification: { class: 'ordinary', flood: null },
  authentication: AUTHENTICATED,
  isOfInstallation: false,
  ...changes,
});
const refusal = (changes: Partial<AcknowledgementQuestion>) => acknowledgementRefusal(question(changes));

describe('an acknowledgement', () => {
  it('is sent to an authenticated person who has none yet', () => {
    expect(refusal({})).toBeNull();
  });

  it.each(['own_copy', 'bounce', 'complaint', 'receipt', 'automatic', 'bulk'] as const)(
    'is not sent to a mail that is %s',
    (name) => {
      expect(refusal({ classification: { class: name, flood: null } })).toBe('not_ordinary');
    },
  );

  it.each([
    ['flood', { classification: { class: 'ordinary' as const, flood: 'sender_rate' as const } }],
    ['null_sender', { envelopeSender: '' }],
    ['null_sender', { mail: mailOf({ 'Return-Path': '<>' }) }],
    ['unauthenticated', { authentication: UNAUTHENTICATED }],
    ['forwarded', { sender: { address: 'dana@customer.example', forwardedBy: 'form@acme.example' } }],
    ['of_installation', { isOfInstallation: true }],
  ])('is refused: %s', (reason, changes) => {
    expect(refusal(changes)).toBe(reason);
  });

  it.each([
    'no-reply@x.example',
    'NoReply@x.example',
    'mailer-daemon@x.example',
    'list-request@x.example',
    'owner-list@x.example',
  ])('is not sent to %s, which nobody reads', (address) => {
    expect(refusal({ sender: { address, forwardedBy: null } })).toBe('role_address');
  });

  it('is not sent for an answer of a machine', () => {
    const answer = mailOf({ From: 'desk@other.example', 'Auto-Submitted': 'auto-replied' });
    const classification = classify(answer, contextOf());
    expect(refusal({ mail: answer, classification })).toBe('not_ordinary');
  });
});

describe('the limits of acknowledgements', () => {
  const limits = (address: string, policy: 'none' | null = 'none', mailbox = 'm') =>
    acknowledgementLimits({ workspace: 'w', mailbox, address, policy });
  const keyOf = (address: string, mailbox?: string) =>
    limits(address, 'none', mailbox)[0]?.subject.toString('hex');

  it('are those of one address in a day for each mailbox, whatever subaddress it has', () => {
    expect(limits('dana@customer.example')[0]).toMatchObject({ windowMs: 86_400_000, max: 1 });
    expect(keyOf('Dana+a@customer.example')).toBe(keyOf('dana+b@Customer.example'));
    expect(keyOf('dana@customer.example')).not.toBe(keyOf('kim@customer.example'));
    expect(keyOf('dana@customer.example')).not.toBe(keyOf('dana@customer.example', 'other'));
  });

  it('are ten in a day for one address, of all workspaces together', () => {
    const ofAll = (workspace: string) =>
      acknowledgementLimits({ workspace, mailbox: 'm', address: 'dana@customer.example', policy: 'none' })[1];
    expect(ofAll('w')).toMatchObject({ windowMs: 86_400_000, max: 10 });
    expect(ofAll('other')).toEqual(ofAll('w'));
  });

  it('are five in an hour for a domain without a DMARC record', () => {
    expect(limits('dana@customer.example', null).map(({ max }) => max)).toEqual([1, 10, 1_000, 5]);
    expect(limits('dana@customer.example').map(({ max }) => max)).toEqual([1, 10, 1_000]);
  });
});
