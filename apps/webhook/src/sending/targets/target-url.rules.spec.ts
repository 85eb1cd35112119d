import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { allowCidrs, targetUrlError } from '@parley/egress';
import { blockedV4, v4Hosts, v6Hosts } from '../../../../../libs/egress/src/addresses.fixture.ts';

const PUBLIC_V4 = 0x08080808;

describe('a URL', () => {
  it.each([
    'http://example.com', 'https://example.com/hook?a=b', 'https://example.com:8443/', 'http://8.8.8.8/',
    'https://[2600:1f18::1]:1024/x', 'https://bücher.example/', 'http://localhost/',
  ])('is accepted: %s', (url) => {
    expect(targetUrlError(url, [])).toBeNull();
  }); // oxfmt-ignore

  it('of a blocked address is rejected in any spelling', () => {
    const host = blockedV4.chain((ip) => fc.oneof(v4Hosts(ip), v6Hosts(ip)));
    fc.assert(
      fc.property(
        host,
        fc.constantFrom('http', 'https'),
        fc.constantFrom('', ':8080'),
        (name, scheme, port) => {
          expect(targetUrlError(`${scheme}://${name}${port}/hook`, [])).toBe(
            'must not point to an address that is not allowed',
          );
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('of a public address is accepted in the same spellings', () => {
    fc.assert(fc.property(v4Hosts(PUBLIC_V4), (host) => targetUrlError(`http://${host}/`, []) === null));
  });

  it('of an address that the settings allow is accepted', () => {
    const allow = allowCidrs.parse('127.0.0.1/32');
    expect(targetUrlError('http://127.1:8080/', allow)).toBeNull();
    expect(targetUrlError('http://127.0.0.2:8080/', allow)).not.toBeNull();
  });

  it.each([
    ['ftp://example.com/', 'http or https'],
    ['javascript:alert(1)', 'http or https'],
    ['https://user@example.com/', 'user name'],
    ['https://:secret@example.com/', 'user name'],
    ['https://example.com/#', 'fragment'],
    ['https://example.com/#top', 'fragment'],
    ['https://example.com:22/', 'port'],
    ['https://example.com:1023/', 'port'],
    ['https://example.com:0/', 'port'],
    ['https://example.com:99999/', 'valid URL'],
    ['https://[fe80::1%25eth0]/', 'valid URL'],
    ['https:///', 'valid URL'],
    ['/hook', 'valid URL'],
    ['', 'valid URL'],
    [' https://example.com/', 'spaces'],
    ['https://exam\nple.com/', 'control'],
    ['https:\\\\127.0.0.1\\', 'backslashes'],
    [`https://example.com/${'a'.repeat(2029)}`, '2048'],
  ])('is rejected: %j', (url, reason) => {
    expect(targetUrlError(url, [])).toContain(reason);
  });

  it('may have 2048 characters', () => {
    expect(targetUrlError(`https://example.com/${'a'.repeat(2028)}`, [])).toBeNull();
  });
});
