import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Authentication } from './authentication.rules.ts';
import { decide, participantsAfter, type Author, type Match } from './authority.rules.ts';
import { AUTHENTICATED, UNAUTHENTICATED } from './incoming.fixture.ts';
import { mailOf } from './read-mail.fixture.ts';

const DANA = 'dana@customer.example';
const participants = new Set([DANA]);
const contact = (key: string, addressesContact = false): Author => ({
  key,
  kind: 'contact',
  addressesContact,
});
const matched = (by: Match['by'], changes: Partial<Match> = {}): Match => ({
  by,
  conversationId: 'c',
  isForward: false,
  isOfOtherMailbox: false,
  ...changes,
});
const withPolicy = (policy: Authentication['policy']): Authentication => ({ ...UNAUTHENTICATED, policy });

const actionOf = (by: Match['by'] | null, key: string, authentication: Authentication) =>
  decide(by === null ? null : matched(by), contact(key), authentication, participants).action;

describe('authority', () => {
  it.each([
    ['token', 'accept', 'accept', 'accept_as_other_sender'],
    ['own', 'accept', 'accept', 'accept_as_other_sender'],
    ['foreign', 'accept', 'accept', 'new_related'],
    ['quoted', 'accept', 'accept', 'new_conversation'],
    ['subject', 'accept', 'new_conversation', 'new_conversation'],
    [null, 'new_conversation', 'new_conversation', 'new_conversation'],
  ] as const)(
    'by %s: authenticated %s, not authenticated %s, someone else %s',
    (by, first, second, third) => {
      expect(actionOf(by, DANA, AUTHENTICATED)).toBe(first);
      expect(actionOf(by, DANA, UNAUTHENTICATED)).toBe(second);
      expect(actionOf(by, 'kim@other.example', AUTHENTICATED)).toBe(third);
      expect(actionOf(by, 'kim@other.example', UNAUTHENTICATED)).toBe(third);
    },
  );

  it('of a participant who is not authenticated ends at the policy of the domain, if a foreign id is all there is', () => {
    expect(actionOf('foreign', DANA, withPolicy('reject'))).toBe('quarantine');
    expect(actionOf('foreign', DANA, withPolicy('quarantine'))).toBe('quarantine');
    expect(actionOf('foreign', DANA, withPolicy('none'))).toBe('accept');
    expect(actionOf('token', DANA, withPolicy('reject'))).toBe('accept');
    expect(actionOf(null, DANA, withPolicy('reject'))).toBe('new_conversation');
  });

  it('is explained', () => {
    expect(decide(matched('token'), contact(DANA), UNAUTHENTICATED, participants)).toEqual({
      action: 'accept',
      verified: false,
      isParticipant: true,
      type: 'comment',
      author: 'contact',
      reason: 'token_unverified_participant',
    });
    expect(decide(matched('foreign'), contact(DANA), withPolicy('reject'), participants).reason).toBe(
      'foreign_unverified_policy_reject',
    );
  });

  it('of an authenticated user is to write to the contact, or a note if the mail is only for us', () => {
    const user = (addressesContact: boolean): Author => ({
      key: 'kim@acme.example',
      kind: 'user',
      addressesContact,
    });
    const of = (addressesContact: boolean, authentication = AUTHENTICATED, policy = { acceptsUsers: true }) =>
      decide(matched('own'), user(addressesContact), authentication, participants, policy);
    expect(of(true)).toMatchObject({ action: 'accept', author: 'user', type: 'comment' });
    expect(of(false)).toMatchObject({ action: 'accept', author: 'user', type: 'note' });
    expect(of(false, UNAUTHENTICATED)).toMatchObject({ action: 'accept_as_other_sender', author: 'contact' });
    expect(of(false, AUTHENTICATED, { acceptsUsers: false }).action).toBe('accept_as_other_sender');
  });

  it('of a user without a conversation is that of everybody', () => {
    const user: Author = { key: 'kim@acme.example', kind: 'user', addressesContact: false };
    expect(decide(null, user, AUTHENTICATED, participants)).toMatchObject({
      action: 'new_conversation',
      author: 'contact',
    });
    expect(decide(matched('subject'), user, AUTHENTICATED, participants).action).toBe('new_conversation');
  });

  it('of a copy in the folder of sent mails is to be a comment of the mailbox', () => {
    const copy: Author = { key: 'support@acme.example', kind: 'sent_copy', addressesContact: true };
    expect(decide(matched('foreign'), copy, UNAUTHENTICATED, participants)).toMatchObject({
      action: 'accept',
      author: 'mailbox',
      type: 'comment',
    });
    expect(decide(null, copy, UNAUTHENTICATED, new Set()).action).toBe('new_conversation');
  });
});

describe('a forward', () => {
  const forwardOf = (by: Match['by'], changes: Partial<Match>, author = contact(DANA)) =>
    decide(matched(by, { isForward: true, ...changes }), author, AUTHENTICATED, participants).action;

  it('to another mailbox is a conversation of its own', () => {
    expect(forwardOf('own', { isOfOtherMailbox: true })).toBe('new_related');
    expect(forwardOf('quoted', { isOfOtherMailbox: true })).toBe('new_related');
    expect(forwardOf('own', { isOfOtherMailbox: true }, contact('kim@other.example'))).toBe(
      'new_conversation',
    );
  });

  it('to the same mailbox, or to a token, continues the conversation, as an answer from another mailbox does', () => {
    expect(forwardOf('own', {})).toBe('accept');
    expect(forwardOf('token', { isOfOtherMailbox: true })).toBe('accept');
    expect(forwardOf('own', { isForward: false, isOfOtherMailbox: true })).toBe('accept');
  });

  it('of a user is a matter of its own', () => {
    const user: Author = { key: 'kim@acme.example', kind: 'user', addressesContact: false };
    const decision = decide(matched('foreign', { isForward: true }), user, AUTHENTICATED, participants);
    expect(decision).toMatchObject({ action: 'new_related', author: 'contact' });
  });
});

describe('participants', () => {
  const own = new Set(['support@acme.example']);
  const mail = mailOf({
    From: DANA,
    To: 'Support+x@acme.example, Kim <KIM@customer.example>',
    Cc: 'lee@customer.example, pat@[192.0.2.300',
  });
  const after = (by: Match['by'] | null, key: string, authentication: Authentication) => {
    const author = contact(key);
    const decision = decide(by === null ? null : matched(by), author, authentication, participants);
    return [...participantsAfter(decision, author, mail, participants, own)].sort();
  };

  it('are added by an authenticated participant, but no mailbox of ours', () => {
    expect(after('token', DANA, AUTHENTICATED)).toEqual([
      DANA,
      'kim@customer.example',
      'lee@customer.example',
    ]);
  });

  it('are not added by a forged mail, nor by another sender', () => {
    expect(after('token', DANA, UNAUTHENTICATED)).toEqual([DANA]);
    expect(after('token', 'eve@attacker.example', AUTHENTICATED)).toEqual([DANA]);
    expect(after('foreign', DANA, withPolicy('reject'))).toEqual([DANA]);
  });

  it('of a new conversation are its contact, and those whom it names if it is authenticated', () => {
    expect(after(null, 'eve@attacker.example', UNAUTHENTICATED)).toEqual(['eve@attacker.example']);
    expect(after(null, 'pat@other.example', AUTHENTICATED)).toEqual([
      'kim@customer.example',
      'lee@customer.example',
      'pat@other.example',
    ]);
  });

  it('are added by an authenticated user, who does not become one', () => {
    const user: Author = { key: 'agent@acme.example', kind: 'user', addressesContact: true };
    const decision = decide(matched('own'), user, AUTHENTICATED, participants);
    const keys = [...participantsAfter(decision, user, mail, participants, own)];
    expect(keys).toContain('kim@customer.example');
    expect(keys).not.toContain('agent@acme.example');
  });

  it('are at most 100', () => {
    const many = Array.from({ length: 300 }, (_, index) => `p${index}@customer.example`).join(', ');
    const decision = decide(matched('token'), contact(DANA), AUTHENTICATED, participants);
    const all = participantsAfter(decision, contact(DANA), mailOf({ To: many }), participants, own);
    expect(all.size).toBe(100);
  });
});

describe('a forged mail', () => {
  const address = fc.constantFrom(DANA, 'kim@customer.example', 'eve@attacker.example');
  const verdict = fc.constantFrom('pass', 'fail', 'none', 'temperror') as fc.Arbitrary<
    Authentication['dmarc']
  >;
  const forged: fc.Arbitrary<Authentication> = fc.record({
    dmarc: verdict,
    dkim: verdict,
    spf: verdict,
    verified: fc.constant(false),
    policy: fc.constantFrom(null, 'none', 'quarantine', 'reject'),
  });
  const author: fc.Arbitrary<Author> = fc.record({
    key: address,
    kind: fc.constantFrom('contact', 'user'),
    addressesContact: fc.boolean(),
  });
  const match = fc.option(
    fc.record({
      by: fc.constantFrom('token', 'own', 'foreign', 'quoted', 'subject'),
      conversationId: fc.constant('c'),
      isForward: fc.boolean(),
      isOfOtherMailbox: fc.boolean(),
    }),
  ) as fc.Arbitrary<Match | null>;
  const known = fc.uniqueArray(address).map((keys) => new Set(keys));
  const policy = fc.record({ acceptsUsers: fc.boolean() });

  it('is never verified, never of a user, and adds nobody to a conversation', () => {
    fc.assert(
      fc.property(match, author, forged, known, policy, (found, from, authentication, keys, allowed) => {
        const decision = decide(found, from, authentication, keys, allowed);
        expect(decision).toMatchObject({ verified: false, author: 'contact', type: 'comment' });
        const mail = mailOf({ To: 'new@attacker.example', Cc: 'other@attacker.example' });
        const after = participantsAfter(decision, from, mail, keys, new Set());
        const isNew = decision.action.startsWith('new_');
        expect([...after]).toEqual(isNew ? [from.key] : [...keys]);
      }),
      { numRuns: 2_000 },
    );
  });

  it('of a stranger is accepted only as that of another sender, and only with a secret of ours', () => {
    fc.assert(
      fc.property(match, author, forged, (found, from, authentication) => {
        const { action } = decide(found, from, authentication, new Set());
        expect(action).not.toBe('accept');
        if (action === 'accept_as_other_sender') expect(['token', 'own']).toContain(found?.by);
      }),
    );
  });
});
