import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isForwardSubject, replySubject, subjectLine } from './subject.ts';

describe('the subject of a reply', () => {
  it.each([
    ['Invoice 1042', 'Re: Invoice 1042'],
    ['Re: Invoice 1042', 'Re: Invoice 1042'],
    ['RE : Invoice', 'RE : Invoice'],
    ['AW: Rechnung', 'AW: Rechnung'],
    ['Antw: Factuur', 'Antw: Factuur'],
    ['SV: Faktura', 'SV: Faktura'],
    ['RE[2]: Invoice', 'RE[2]: Invoice'],
    ['Re^3: Invoice', 'Re^3: Invoice'],
    ['Re (4): Invoice', 'Re (4): Invoice'],
    ['回复：发票', '回复：发票'],
    ['Fwd: Invoice', 'Re: Fwd: Invoice'],
    ['WG: Rechnung', 'Re: WG: Rechnung'],
    ['Release: done', 'Re: Release: done'],
    ['Re', 'Re: Re'],
    ['', 'Re:'],
  ])('has one prefix: %j becomes %j', (subject, reply) => {
    expect(replySubject(subject)).toBe(reply);
    expect(replySubject(reply)).toBe(reply === 'Re:' ? 'Re:' : reply);
  });

  it('is one line of at most 998 characters, and keeps what it answers', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 1_200 }), (subject) => {
        const reply = replySubject(subject);
        expect(reply.length).toBeLessThanOrEqual(998);
        expect(reply).not.toMatch(/[\p{Cc}\p{Cs}\u2028\u2029]/u);
        expect(replySubject(reply)).toBe(reply);
        if (reply.length < 998) expect(reply.endsWith(subjectLine(subject))).toBe(true);
      }),
    );
  });

  it('does not end in half a character', () => {
    expect(subjectLine('x'.repeat(997) + '😀')).toBe('x'.repeat(997));
    expect(subjectLine('\uD83D a\r\n\0b')).toBe('a b');
  });
});

describe('the subject of a forward', () => {
  it.each([
    'Fwd: Invoice',
    'FW: Invoice',
    'WG: Rechnung',
    'TR : Facture',
    'RV: Factura',
    'Doorst: Factuur',
    'VL: Lasku',
    'Fw: Re: x',
    '转发：发票',
  ])('is known by its prefix: %s', (subject) => expect(isForwardSubject(subject)).toBe(true));

  it.each(['Re: Fwd: Invoice', 'Forward: the plan', 'AW: WG: x', 'Invoice', 'Fwd', ''])(
    'is not %j',
    (subject) => {
      expect(isForwardSubject(subject)).toBe(false);
    },
  );
});
