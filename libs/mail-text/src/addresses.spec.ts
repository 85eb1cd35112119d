import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { addressKey, mailboxKey, newReplyToken, parseAddress, replyAddress } from './addresses.ts';

const TOKEN = '0123456789abcdefghjk';

describe('an address', () => {
  it.each([
    ['Dana@Example.COM', 'Dana@example.com', false],
    ['dana@bücher.example', 'dana@xn--bcher-kva.example', false],
    ['dana@BÜCHER.example', 'dana@xn--bcher-kva.example', false],
    ['jürgen@example.com', 'jürgen@example.com', true],
    ['"dana"@example.com', 'dana@example.com', false],
    ['"a b"@example.com', '"a b"@example.com', false],
    ['a..b@docomo.example', '"a..b"@docomo.example', false],
    ['root@localhost', 'root@localhost', false],
    ['dana@[192.0.2.1]', 'dana@[192.0.2.1]', false],
  ])('has one form for the outside: %s is %s', (text, address, needsSmtpUtf8) => {
    expect(parseAddress(text)).toMatchObject({ address, needsSmtpUtf8 });
  });

  it.each([
    '', 'dana', '@example.com', 'dana@', 'dana@exam ple.com', 'dana@example..com', 'dana@example.com.', 'dana@-x.example',
    'dana@127.1', 'dana@0x7f000001', 'dana@1.2.3.4', 'dana@a%41.example', 'dana@x/y', 'a@b@example.com', 'dana@exa\nmple.com,',
    `${'x'.repeat(65)}@example.com`, `${'ü'.repeat(33)}@example.com`, `dana@${'x'.repeat(64)}.example`,
    `${'x'.repeat(60)}@${'y.'.repeat(95)}example`, 'Dana <dana@example.com>', 'a@b.example\r\nBcc: c@d.example',
  ])('that mail cannot be sent to is none: %j', (text) => {
    expect(parseAddress(text)).toBeNull();
  }); // oxfmt-ignore

  it('keeps its form when it is parsed again, without anything that could end a header', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), (local, domain) => {
        const parsed = parseAddress(`${local}@${domain}.example`);
        if (parsed === null) return;
        expect(parseAddress(parsed.address)).toEqual(parsed);
        expect(parsed.address).not.toMatch(/\p{Cc}/u);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('the key of an address', () => {
  it('folds the case and the two forms of a domain', () => {
    expect(addressKey('Jürgen@Bücher.example')).toBe(addressKey('JÜRGEN@xn--bcher-kva.example'));
  });

  it('keeps the subaddress, but for the key of a mailbox', () => {
    expect(addressKey('Dana+news@example.com')).toBe('dana+news@example.com');
    expect(mailboxKey('Support+r12@acme.example')).toBe('support@acme.example');
    expect(mailboxKey('+x@acme.example')).toBe('+x@acme.example');
    expect(mailboxKey('"a+b c"@acme.example')).toBe('"a+b c"@acme.example');
  });
});

describe('a reply address', () => {
  it('has a token of 100 random bits', () => {
    const tokens = new Set(Array.from({ length: 1_000 }, newReplyToken));
    expect(tokens.size).toBe(1_000);
    for (const token of tokens) {
      expect(token).toMatch(/^[0-9a-hjkmnp-tv-z]{20}$/);
      expect(replyAddress('support@acme.example', token)).toBe(`support+r${token}@acme.example`);
    }
  });

  it('is a subaddress of the mailbox', () => {
    expect(replyAddress('Support@Acme.example', TOKEN)).toBe(`Support+r${TOKEN}@acme.example`);
  });

  it('has a local part of at most 64 octets', () => {
    expect(replyAddress(`${'x'.repeat(42)}@acme.example`, TOKEN)).toHaveLength(64 + '@acme.example'.length);
    expect(replyAddress(`${'x'.repeat(43)}@acme.example`, TOKEN)).toBeNull();
    expect(replyAddress(`${'ü'.repeat(22)}@acme.example`, TOKEN)).toBeNull();
    expect(replyAddress('"a b"@acme.example', TOKEN)).toBeNull();
    expect(replyAddress('nobody', TOKEN)).toBeNull();
  });
});
