import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseEhlo } from './ehlo.rules.ts';
import { toWire, withinOffer } from './envelope.rules.ts';

const from = 'support@acme.example';
const codes = (refused: ReadonlyMap<string, unknown>) =>
  [...refused].map(([address, outcome]) => [address, (outcome as { error: { code: string } }).error.code]);

describe('an address', () => {
  it('reaches the wire only if it ends no command', () => {
    const bad = ['a@b.c\r\nRCPT TO:<x@y.z>', 'a@b.c\n', 'a b@c.d', 'a@b.c>', '<a@b.c', 'a', '@b.c', 'a@', 'a\0@b.c', 'a@b\u0085.c', `${'a'.repeat(251)}@b.c`]; // oxfmt-ignore
    const { to, refused } = toWire({ from, to: [...bad, 'ok@b.c'] });
    expect([...to.keys()]).toEqual(['ok@b.c']);
    expect(codes(refused)).toEqual(bad.map((address) => [address, 'invalid_address']));
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) =>
        [...toWire({ from, to: [text] }).to.keys()].every((address) => !/[\s<>\p{Cc}]/u.test(address)),
      ),
    );
  });

  it('of an invalid sender fails all recipients, and no sender is allowed', () => {
    expect(codes(toWire({ from: 'a\r\nb@c.d', to: ['ok@b.c'] }).refused)).toEqual([
      ['ok@b.c', 'invalid_address'],
    ]);
    expect(toWire({ from: '', to: ['ok@b.c'] })).toMatchObject({
      from: '',
      to: new Map([['ok@b.c', ['ok@b.c']]]),
    });
  });

  it('has its domain in ASCII, and is asked for once', () => {
    const { to } = toWire({
      from,
      to: ['a@bücher.example', 'a@xn--bcher-kva.example', 'a@bücher.example', 'B@C.D'],
    });
    expect([...to]).toEqual([
      ['a@xn--bcher-kva.example', ['a@bücher.example', 'a@xn--bcher-kva.example']],
      ['B@C.D', ['B@C.D']],
    ]);
  });
});

describe('what a server offers', () => {
  const offer = parseEhlo(
    '250-smtp.test\n250-size 1000\n250-AUTH=LOGIN\n250-AUTH plain XOAUTH2\n250 8BITMIME',
  );

  it('is read from the answer to EHLO', () => {
    expect(offer).toEqual({
      ...{ sizeMax: 1000, hasUtf8: false },
      mechanisms: new Set(['LOGIN', 'PLAIN', 'XOAUTH2']),
    });
    expect(parseEhlo('250-a\n250-SIZE 0\n250 SMTPUTF8')).toMatchObject({ sizeMax: null, hasUtf8: true });
    expect(parseEhlo('250-a\n250 SIZE')).toMatchObject({ sizeMax: null });
    expect(parseEhlo('250 SIZE')).toEqual(parseEhlo(''));
  });

  it('decides about all recipients of a mail whose headers have an address beyond ASCII', () => {
    const wire = toWire({ from, to: ['a@b.c', 'd@e.f'] });
    const mail = { size: 1, needsSmtpUtf8: true };
    expect(codes(withinOffer(wire, mail, offer).refused)).toEqual([
      ['a@b.c', 'utf8_not_supported'],
      ['d@e.f', 'utf8_not_supported'],
    ]);
    expect(withinOffer(wire, mail, { ...offer, hasUtf8: true }).refused.size).toBe(0);
  });

  it('decides which recipients it is asked for', () => {
    const wire = toWire({ from, to: ['jürgen@b.c', 'a@b.c'] });
    const mail = { size: 1000, needsSmtpUtf8: false };
    expect(codes(withinOffer(wire, mail, offer).refused)).toEqual([['jürgen@b.c', 'utf8_not_supported']]);
    expect([...withinOffer(wire, mail, offer).to.keys()]).toEqual(['a@b.c']);
    expect(codes(withinOffer(wire, { ...mail, size: 1001 }, offer).refused)).toEqual([
      ['jürgen@b.c', 'too_large'],
      ['a@b.c', 'too_large'],
    ]);
    expect(withinOffer(wire, mail, { ...offer, hasUtf8: true }).refused.size).toBe(0);
    const sender = toWire({ from: 'jürgen@b.c', to: ['a@b.c'] });
    expect(codes(withinOffer(sender, mail, offer).refused)).toEqual([['a@b.c', 'utf8_not_supported']]);
  });
});
