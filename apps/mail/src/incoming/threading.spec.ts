import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { newReplyToken, replyAddress } from '@parley/mail-text';
import fc from 'fast-check';
import { mailOf } from './read-mail.fixture.ts';
import { candidates, isForward, mailboxKeysOf, matchedSubject, tokensOf } from './threading.rules.ts';

const MAILBOX = { addresses: ['support@acme.example', 'help@acme.example'], matchesSubjects: false };
const TOKEN = '0123456789abcdefghjk';
const REPLY = `support+r${TOKEN}@acme.example`;
const OWN = '<0123456789abcdefghjkmnpqrs@acme.example>';
const OWN2 = '<1123456789abcdefghjkmnpqrs@acme.example>';

const found = (fields: Record<string, string | string[]>, text?: string, recipients?: string[]) =>
  candidates(mailOf({ From: 'dana@customer.example', ...fields }, text), MAILBOX, recipients).map((one) =>
    one.by === 'token'
      ? `token ${one.token}`
      : one.by === 'subject'
        ? `subject ${one.subject}`
        : `${one.by} ${one.messageId}`,
  );

describe('the token of a reply address', () => {
  it.each(['To', 'Cc', 'Delivered-To', 'X-Original-To', 'Envelope-To', 'Resent-To'])(
    'is found in %s',
    (name) => {
      expect(found({ [name]: REPLY })).toEqual([`token ${TOKEN}`]);
    },
  );

  it('is found among the recipients of the envelope', () => {
    expect(found({ To: 'someone@else.example' }, '', [REPLY])).toEqual([`token ${TOKEN}`]);
  });

  it('is found among others, with a name, upper-cased and at an alias', () => {
    expect(found({ To: `Kim <kim@x.example>, Support <${REPLY.toUpperCase()}>` })).toEqual([
      `token ${TOKEN}`,
    ]);
    expect(found({ Cc: `help+r${TOKEN}@ACME.example` })).toEqual([`token ${TOKEN}`]);
  });

  it('is none at the address of another mailbox, as one of another workspace is', () => {
    expect(found({ To: `support+r${TOKEN}@other.example` })).toEqual([]);
  });

  it.each([
    'support+r0123@acme.example',
    `support+x${TOKEN}@acme.example`,
    `support+r${TOKEN}0@acme.example`,
    'support+r0123456789abcdefghiu@acme.example',
  ])('is not %s', (address) => {
    expect(found({ To: address })).toEqual([]);
  });

  it('is found in each address that is made with one, at mailboxes with a subaddress of their own too', () => {
    const local = fc.stringMatching(/^[a-z]{1,10}(\+[a-z]{1,10})?$/);
    fc.assert(
      fc.property(local, (name) => {
        const token = newReplyToken();
        const own = `${name}@acme.example`;
        const address = replyAddress(own, token);
        expect(tokensOf([(address ?? '').toUpperCase()], [own])).toEqual([token]);
      }),
    );
  });

  it('comes before all ids', () => {
    expect(found({ To: REPLY, 'In-Reply-To': OWN })).toEqual([`token ${TOKEN}`, `own ${OWN}`]);
  });
});

describe('ids of a mail', () => {
  it('are looked up from In-Reply-To and then from the newest reference, ours first', () => {
    expect(
      found({ 'In-Reply-To': '<reply@x>', References: `<old@x> ${OWN} <new@x> ${OWN2} <reply@x>` }),
    ).toEqual([`own ${OWN2}`, `own ${OWN}`, 'foreign <reply@x>', 'foreign <new@x>', 'foreign <old@x>']);
  });

  it('are found by References if the provider has replaced the Message-ID', () => {
    expect(found({ 'In-Reply-To': '<0100@amazonses.example>', References: `<root@x> ${OWN}` })).toEqual([
      `own ${OWN}`,
      'foreign <0100@amazonses.example>',
      'foreign <root@x>',
    ]);
  });

  it('are found between commas, junk and prose, and in folded fields', () => {
    const mail = {
      References: `<c@d>,<e@f> junk\n\t${OWN};x`,
      'In-Reply-To': `Your message of Monday ${OWN2} (see it)`,
    };
    expect(found(mail)).toEqual([`own ${OWN2}`, `own ${OWN}`, 'foreign <e@f>', 'foreign <c@d>']);
  });

  it('are at most 100, the newest', () => {
    const ids = Array.from({ length: 500 }, (_, index) => `<${index}@x>`);
    const all = found({ References: ids.join(' ') });
    expect([all.length, all[0], all[99]]).toEqual([100, 'foreign <499@x>', 'foreign <400@x>']);
  });

  it('have the key of the table of references', () => {
    const [lookUp] = candidates(mailOf({ 'In-Reply-To': OWN }), MAILBOX);
    expect(lookUp).toEqual({ by: 'own', messageId: OWN, key: createHash('sha256').update(OWN).digest() });
  });

  it('are found in the quoted text and HTML, last', () => {
    expect(found({ References: '<x@y>' }, `> Message-ID: ${OWN}`)).toEqual([
      'foreign <x@y>',
      `quoted ${OWN}`,
    ]);
    const mail = mailOf({}, 'Hi', {
      html: `<p>Message-ID: ${OWN2.replace('<', '&lt;').replace('>', '&gt;')}</p>`,
    });
    expect(candidates(mail, MAILBOX)).toMatchObject([{ by: 'quoted', messageId: OWN2 }]);
    expect(found({ References: OWN }, `quotes ${OWN}`)).toEqual([`own ${OWN}`]);
  });
});

describe('the subject', () => {
  it('finds nothing unless the mailbox says so', () => {
    const mail = mailOf({ Subject: 'Re: Where is my order?' });
    expect(candidates(mail, MAILBOX)).toEqual([]);
    expect(candidates(mail, { ...MAILBOX, matchesSubjects: true })).toEqual([
      { by: 'subject', subject: 'where is my order?' },
    ]);
  });

  it.each([
    'Re: Where is my order?',
    'AW: RE[2]: Where  is my order?',
    'Odp: SV: where is my order?',
    'Antw: Re^3: Where is my order?',
  ])('is compared without prefixes: %s', (subject) => {
    expect(matchedSubject(subject)).toBe('where is my order?');
  });

  it.each([
    'Fwd: Where is my order?',
    'WG: Where is my order?',
    'Re: Fw: Where is my order?',
    'TR: Where is it now?',
    'Re: Hello',
    '',
  ])('finds nothing: %s', (subject) => {
    expect(matchedSubject(subject)).toBeNull();
  });

  it('says that somebody sends a mail on', () => {
    expect([isForward('Fwd: x'), isForward('WG: x'), isForward('Forward planning')]).toEqual([
      true,
      true,
      false,
    ]);
  });
});

describe('the mailboxes of a mail', () => {
  it('are those of the envelope first, with and without a subaddress', () => {
    const mail = mailOf({ To: 'Support+x@acme.example', 'X-Original-To': 'help@acme.example' });
    expect(mailboxKeysOf(mail, ['sales@acme.example'])).toEqual([
      'sales@acme.example',
      'help@acme.example',
      'support+x@acme.example',
      'support@acme.example',
    ]);
  });
});
