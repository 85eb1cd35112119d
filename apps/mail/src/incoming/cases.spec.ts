import { describe, expect, it } from '@jest/globals';
import { acknowledgementRefusal } from './acknowledgement.rules.ts';
import type { Authentication } from './authentication.rules.ts';
import { decide, participantsAfter } from './authority.rules.ts';
import { followUpsOf } from './bounce-outcome.rules.ts';
import { bounceOf } from './bounce.rules.ts';
import { affectsActivity, classify, isMessage } from './classify.rules.ts';
import { referenceKey } from './headers.rules.ts';
import { AUTHENTICATED, contextOf, UNAUTHENTICATED } from './incoming.fixture.ts';
import { mailOf } from './read-mail.fixture.ts';
import { senderOf } from './sender.rules.ts';
import { candidates, conversationsOf, isForward } from './threading.rules.ts';

const TOKEN = '0123456789abcdefghjk';
const REVOKED = '1123456789abcdefghjk';
const OWN = '<0123456789abcdefghjkmnpqrs@acme.example>';
const FOREIGN = '<first@customer.example>';
const ORDER = 'conversation about the order';
const OTHER = 'another conversation';
const DANA = 'dana@customer.example';
const keyOf = (id: string) => referenceKey(id)?.toString('hex') ?? '';

/** A workspace in which Dana has written about her order and got an answer. */
const KNOWN = {
  byToken: new Map([[TOKEN, ORDER]]),
  byReference: new Map([
    [keyOf(OWN), ORDER],
    [keyOf(FOREIGN), ORDER],
    [keyOf('<other@customer.example>'), OTHER],
  ]),
};
const PARTICIPANTS = new Set([DANA]);

interface Setting {
  readonly authentication?: Authentication;
  readonly mailbox?: string;
  readonly text?: string;
}

/** What becomes of a mail by all rules together. */
function outcome(
  fields: Record<string, string | string[]>,
  { authentication = AUTHENTICATED, mailbox = 'support@acme.example', text }: Setting = {},
) {
  const mail = mailOf({ From: `Dana <${DANA}>`, To: mailbox, ...fields }, text);
  const classification = classify(mail, contextOf());
  const { sender } = senderOf(mail, authentication);
  if (sender === null) throw new Error('The mail has no sender');
  const [found = null] = conversationsOf(
    candidates(mail, { addresses: [mailbox], matchesSubjects: false }),
    KNOWN,
  );
  const isOfOtherMailbox = mailbox !== 'support@acme.example';
  const match = found && { ...found, isForward: isForward(mail.subject), isOfOtherMailbox };
  const author = { key: sender.key, kind: 'contact' as const, addressesContact: false };
  const decision = decide(match, author, authentication, PARTICIPANTS);
  const participants = participantsAfter(decision, author, mail, PARTICIPANTS, new Set([mailbox]));
  const acknowledgement = acknowledgementRefusal({
    mail,
    envelopeSender: null,
    sender,
    classification,
    authentication,
    isOfInstallation: false,
  });
  return { ...classification, ...decision, match: found, participants: [...participants], acknowledgement };
}

describe('a mail to a workspace that has a conversation with its sender', () => {
  const reply = `support+r${TOKEN}@acme.example`;

  it('with the token in Cc, or in upper case, is in it (cases 21 and 22)', () => {
    expect(outcome({ Cc: reply })).toMatchObject({
      action: 'accept',
      match: { by: 'token', conversationId: ORDER },
    });
    expect(outcome({ To: reply.toUpperCase() })).toMatchObject({
      match: { by: 'token', conversationId: ORDER },
    });
  });

  it('with the token of another workspace has come to a plain address (case 23)', () => {
    const unknown = `support+r9123456789abcdefghjk@acme.example`;
    expect(outcome({ To: unknown })).toMatchObject({ action: 'new_conversation', match: null });
  });

  it('with a revoked token is found by what follows (case 24)', () => {
    const fields = { To: `support+r${REVOKED}@acme.example`, References: OWN };
    expect(outcome(fields)).toMatchObject({ match: { by: 'own', conversationId: ORDER } });
  });

  it('whose References name another conversation is in that of its token (case 27)', () => {
    expect(outcome({ To: reply, References: '<other@customer.example>' }).match?.conversationId).toBe(ORDER);
  });

  it('in answer to a Message-ID that a provider has written is found by References (case 28)', () => {
    expect(outcome({ 'In-Reply-To': '<0100@ses.example>', References: `${FOREIGN} ${OWN}` })).toMatchObject({
      match: { by: 'own', conversationId: ORDER },
    });
  });

  it('of several conversations is in that of the newest reference', () => {
    const fields = { References: `${FOREIGN} <other@customer.example>` };
    expect(outcome(fields).match?.conversationId).toBe(OTHER);
  });

  it('of a stranger with the token is one of another sender (case 29)', () => {
    expect(outcome({ From: 'kim@other.example', To: reply })).toMatchObject({
      action: 'accept_as_other_sender',
      participants: [DANA],
    });
  });

  it('of a stranger with a foreign reference is a related conversation (case 30)', () => {
    expect(outcome({ From: 'kim@other.example', References: FOREIGN }).action).toBe('new_related');
  });

  it('that is forged with a foreign reference, from a domain that refuses that, is held (case 31)', () => {
    const authentication = { ...UNAUTHENTICATED, dmarc: 'fail', policy: 'reject' } as const;
    expect(outcome({ References: FOREIGN }, { authentication })).toMatchObject({
      action: 'quarantine',
      verified: false,
    });
  });

  it('that is forged makes nobody in its Cc a participant (case 32)', () => {
    const fields = { To: reply, Cc: 'eve@attacker.example' };
    expect(outcome(fields, { authentication: UNAUTHENTICATED })).toMatchObject({
      action: 'accept',
      verified: false,
      participants: [DANA],
    });
    expect(outcome(fields).participants).toEqual([DANA, 'eve@attacker.example']);
  });

  it('with its subject alone is new, also of another customer (case 33)', () => {
    expect(outcome({ Subject: 'Re: My order' }).action).toBe('new_conversation');
    expect(outcome({ From: 'kim@other.example', Subject: 'Re: My order' }).action).toBe('new_conversation');
  });

  it('that forwards our mail to another mailbox is not merged (case 34)', () => {
    const fields = { Subject: 'Fwd: Your order', References: OWN };
    expect(outcome(fields, { mailbox: 'sales@acme.example' }).action).toBe('new_related');
  });

  it('that quotes our Message-ID is in it, if a participant has written it', () => {
    const text = `Thanks!\n> ${OWN}`;
    expect(outcome({}, { text })).toMatchObject({ action: 'accept', match: { by: 'quoted' } });
    expect(outcome({ From: 'kim@other.example' }, { text }).action).toBe('new_conversation');
  });
});

describe('a mail of a machine', () => {
  it('that says that its reader is away is stored, reopens nothing and gets no answer (cases 35 and 36)', () => {
    const found = outcome({ References: OWN, 'Auto-Submitted': 'auto-replied', Subject: 'Out of office' });
    expect(found).toMatchObject({ class: 'automatic', action: 'accept', acknowledgement: 'not_ordinary' });
    expect([isMessage(found.class), affectsActivity(found.class)]).toEqual([true, false]);
    expect(affectsActivity(outcome({ References: OWN }).class)).toBe(true);
  });

  it('that refuses our acknowledgement gets no mail (case 38)', () => {
    const bounce = {
      From: 'MAILER-DAEMON@mx.example',
      'Return-Path': '<>',
      Subject: 'Undeliverable: Thank you',
    };
    expect(outcome(bounce)).toMatchObject({ class: 'bounce', acknowledgement: 'not_ordinary' });
  });

  it('that is forged as a bounce changes nothing without our id (case 41)', () => {
    const mail = mailOf(
      { From: 'MAILER-DAEMON@mx.example' },
      `<${DANA}>: 550 5.1.1 unknown\n\nMessage-ID: <guess@acme.example>`,
    );
    const { messageIds } = bounceOf(mail);
    expect(messageIds.filter((id) => KNOWN.byReference.has(keyOf(id)))).toEqual([]);
  });

  it('that refuses our mail in prose is matched by the Message-ID that it returns (case 42)', () => {
    const mail = mailOf(
      { From: 'MAILER-DAEMON@mx.example' },
      `<${DANA}>: 550 5.1.1 unknown user\n\nMessage-ID: ${OWN}`,
    );
    const bounce = bounceOf(mail);
    expect(bounce.messageIds.map(keyOf).map((key) => KNOWN.byReference.get(key))).toEqual([ORDER]);
    expect(followUpsOf(bounce, [DANA]).get(DANA)?.status).toBe('bounced');
  });

  it('that sends a newsletter gets no acknowledgement (case 45)', () => {
    expect(outcome({ 'List-Id': '<news.example>' })).toMatchObject({
      class: 'bulk',
      action: 'new_conversation',
      acknowledgement: 'not_ordinary',
    });
  });
});

describe('an ordinary first mail', () => {
  it('is a conversation, with an acknowledgement if its sender is certain', () => {
    expect(outcome({ Subject: 'Hello' })).toMatchObject({
      action: 'new_conversation',
      acknowledgement: null,
    });
    expect(outcome({ Subject: 'Hello' }, { authentication: UNAUTHENTICATED })).toMatchObject({
      action: 'new_conversation',
      acknowledgement: 'unauthenticated',
    });
  });
});
