import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseAuthenticationResults } from './authentication-results.rules.ts';
import { bounceError } from './bounce-error.rules.ts';
import { namedRecipients, proseReport } from './bounce-text.rules.ts';
import { bounceOf } from './bounce.rules.ts';
import { classify } from './classify.rules.ts';
import { parseDeliveryStatus } from './delivery-status.rules.ts';
import { addressesIn, messageIdsIn } from './headers.rules.ts';
import { AUTHENTICATED, contextOf } from './incoming.fixture.ts';
import { contentKeys } from './keys.rules.ts';
import { mailOf } from './read-mail.fixture.ts';
import type { ReadMail } from '@parley/mail-reader';
import { complaintOf, receiptOf } from './reports.rules.ts';
import { senderOf } from './sender.rules.ts';
import { candidates, matchedSubject } from './threading.rules.ts';

const MAILBOX = { addresses: ['support@acme.example'], matchesSubjects: true };
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(
      fc.constantFrom(
        '<',
        '>',
        '@',
        'a@b.example',
        '\n',
        ' ',
        ':',
        ';',
        '(',
        '"',
        '550 5.1.1 ',
        'Final-Recipient: ',
        'Action: failed',
        '--',
        '\ud800',
        '\0',
      ),
      { maxLength: 60 },
    )
    .map((parts) => parts.join('')),
);
const names = [
  'from',
  'to',
  'message-id',
  'references',
  'received',
  'x-failed-recipients',
  'auto-submitted',
  'return-path',
  'x-parley-id',
  'precedence',
  'delivered-to',
  'authentication-results',
];
const address = fc.record({ name: fc.option(text), address: text, group: fc.option(text) });
const mail: fc.Arbitrary<ReadMail> = fc.record({
  headers: fc.array(fc.record({ name: fc.constantFrom(...names), value: text }), { maxLength: 12 }),
  from: fc.array(address, { maxLength: 2 }),
  sender: fc.option(address),
  replyTo: fc.array(address, { maxLength: 2 }),
  to: fc.array(address, { maxLength: 3 }),
  cc: fc.array(address, { maxLength: 3 }),
  subject: text,
  messageId: fc.option(text),
  inReplyTo: fc.array(text, { maxLength: 3 }),
  references: fc.array(text, { maxLength: 3 }),
  date: fc.option(fc.date({ noInvalidDate: true })),
  text,
  html: fc.option(text),
  parts: fc.constant([]),
  reports: fc.record({
    deliveryStatus: fc.option(text),
    feedback: fc.option(text),
    disposition: fc.option(text),
    returnedHeaders: fc.option(
      fc.array(fc.record({ name: fc.constantFrom(...names), value: text }), { maxLength: 4 }),
    ),
  }),
  protection: fc.constant(null),
  isTruncated: fc.boolean(),
  isFallback: fc.boolean(),
  size: fc.nat(),
  contentHash: fc.string(),
});

describe('a mail of any content', () => {
  it('is classified, matched and identified', () => {
    fc.assert(
      fc.property(mail, (one) => {
        classify(one, contextOf());
        bounceOf(one);
        complaintOf(one);
        receiptOf(one);
        contentKeys(one);
        candidates(one, MAILBOX);
        senderOf(one, AUTHENTICATED, ['a@b.example']);
      }),
      { numRuns: 500 },
    );
  });
});

/** Texts on which a pattern that tries again from each place takes the square of their length. */
const HOSTILE: Readonly<Record<string, (length: number) => string>> = {
  brackets: (length) => '<'.repeat(length),
  'open ids': (length) => '<a'.repeat(length / 2),
  parentheses: (length) => '('.repeat(length),
  quotes: (length) => '"\\'.repeat(length / 2),
  blanks: (length) => ' '.repeat(length),
  tabs: (length) => '\t\t'.repeat(length / 2),
  'local parts': (length) => 'a'.repeat(length),
  'local parts with at': (length) => 'a@'.repeat(length / 2),
  'short lines': (length) => 'a\n'.repeat(length / 2),
  dashes: (length) => '- '.repeat(length / 2),
  'reply prefixes': (length) => 'Re: '.repeat(length / 4),
  codes: (length) => '5.1.'.repeat(length / 4),
  'too large': (length) => 'message exceeded '.repeat(length / 17),
  'recipient lines': (length) => 'a@b.example: x\n'.repeat(length / 15),
  'rcpt to': (length) => 'RCPT TO:<'.repeat(length / 9),
  fields: (length) => 'Final-Recipient: x\n'.repeat(length / 19),
};

const READERS: Readonly<Record<string, (input: string) => unknown>> = {
  parseAuthenticationResults,
  parseDeliveryStatus,
  proseReport,
  messageIdsIn,
  addressesIn,
  matchedSubject,
  bounceError: (input) => bounceError(null, input),
  namedRecipients: (input) => namedRecipients(input, new Set()),
  bounceOf: (input) =>
    bounceOf(mailOf({ From: 'MAILER-DAEMON@x.example', Subject: 'Failure' }, '', { text: input })),
  candidates: (input) =>
    candidates(mailOf({ From: 'a@b.example' }, '', { text: input, html: input, subject: input }), MAILBOX),
};

describe.each(Object.entries(READERS))('%s', (_, reader) => {
  // The limit is far above what a slow machine takes for one pass, and far below the square of the length.
  it.each(Object.entries(HOSTILE))('reads 400,000 characters of %s within a second', (_name, make) => {
    const input = make(400_000);
    const start = process.cpuUsage();
    reader(input);
    const { user, system } = process.cpuUsage(start);
    expect((user + system) / 1_000).toBeLessThan(1_000);
  });
});
