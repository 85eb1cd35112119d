import { describe, expect, it } from '@jest/globals';
import {
  acknowledgementRefusal,
  AUTOMATIC_HEADERS,
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
  isSuppressed: false,
  counts: { toAddress: 0, toDomain: 0, ofWorkspace: 0 },
  workspaceBudget: 100,
  ...changes,
});
const refusal = (changes: Partial<AcknowledgementQuestion>) => acknowledgementRefusal(question(changes));
const counts = { toAddress: 0, toDomain: 0, ofWorkspace: 0 };

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
    ['suppressed', { isSuppressed: true }],
    ['address_budget', { counts: { ...counts, toAddress: 1 } }],
    ['workspace_budget', { counts: { ...counts, ofWorkspace: 100 } }],
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

  it('goes to a domain without a DMARC record 5 times in an hour', () => {
    const of = (toDomain: number, policy: 'none' | null) =>
      refusal({ counts: { ...counts, toDomain }, authentication: { verified: true, policy } });
    expect([of(4, null), of(5, null), of(500, 'none')]).toEqual([null, 'domain_budget', null]);
  });

  it('to another desk ends after one of each', () => {
    const answer = mailOf({ From: 'desk@other.example', ...AUTOMATIC_HEADERS });
    const classification = classify(answer, contextOf());
    expect(classification.class).toBe('automatic');
    expect(refusal({ mail: answer, classification })).toBe('not_ordinary');
    // The other desk marks nothing: the second mail of its address in a day gets no answer.
    expect(refusal({ counts: { ...counts, toAddress: 1 } })).toBe('address_budget');
  });
});
