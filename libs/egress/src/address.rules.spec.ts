import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { allowCidrs } from './allow-list.ts';
import { isAllowedAddress, isListedAddress } from './address.rules.ts';
import { blockedV4, dotted, WRAPPINGS } from './addresses.fixture.ts';

const PUBLIC_V4 = 0x08080808;
const everything = allowCidrs.parse('0.0.0.0/0,::/0');

describe('an address', () => {
  it.each([
    '8.8.8.8',
    '1.1.1.1',
    '100.63.255.255',
    '172.15.0.1',
    '223.255.255.255',
    '2600:1f18::1',
    '2a00:1450:4001::8a',
  ])('that is public is allowed: %s', (ip) => {
    expect(isAllowedAddress(ip, [])).toBe(true);
  });

  it('of a private, local or reserved IPv4 range is rejected', () => {
    fc.assert(fc.property(blockedV4, (ip) => !isAllowedAddress(dotted(ip), [])));
  });

  it.each(Object.entries(WRAPPINGS))('of such a range is also rejected as %s', (_, wrap) => {
    fc.assert(fc.property(blockedV4, (ip) => !isAllowedAddress(wrap(ip), [])));
  });

  it('outside 2000::/3 is rejected, except for the two ranges that embed a public IPv4 address', () => {
    const word = fc.integer({ min: 0, max: 0xffff });
    const outside = fc
      .integer({ min: 0, max: 0xffff })
      .filter((first) => first >> 13 !== 1 && first !== 0 && first !== 0x64);
    fc.assert(
      fc.property(outside, fc.array(word, { minLength: 7, maxLength: 7 }), (first, rest) => {
        return !isAllowedAddress([first, ...rest].map((part) => part.toString(16)).join(':'), []);
      }),
    );
    const passing = Object.keys(WRAPPINGS).filter((name) =>
      isAllowedAddress(WRAPPINGS[name]?.(PUBLIC_V4) ?? '', []),
    );
    expect(passing).toEqual(Object.keys(WRAPPINGS).slice(0, 5));
  });

  it.each([
    '::', '::1', '::7f00:1', '4000::1', '100::1', 'fc00::1', 'fd00::1', 'fec0::1', 'fe80::1', 'ff02::1', '5f00::1',
    '2001::1', '2001:db8::1', '2002::1', '3fff::1', '2001:10::1', '2001:2::1',
  ])('of a special IPv6 range is rejected: %s', (ip) => {
    expect(isAllowedAddress(ip, [])).toBe(false);
  }); // oxfmt-ignore

  it.each([
    '',
    'localhost',
    '127.1',
    '0x7f.0.0.1',
    '8.8.8',
    '08.8.8.8',
    '2600::1%eth0',
    '[2600::1]',
    '8.8.8.8 ',
  ])('in any unusual notation is rejected: %j', (text) => {
    expect(isAllowedAddress(text, everything)).toBe(false);
  });

  it('is classified without an exception, for any text', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.ipV6(), fc.ipV4(), fc.string()),
        (ip) => typeof isAllowedAddress(ip, []) === 'boolean',
      ),
    );
  });
});

it('an address is listed if a range contains it, whether or not it is public', () => {
  const listed = allowCidrs.parse('127.0.0.0/8,8.8.8.0/24,169.254.0.0/16');
  const addresses = ['127.0.0.1', '8.8.8.8', '1.1.1.1', '10.0.0.1', '169.254.169.254', '::ffff:8.8.8.8', 'x'];
  expect(addresses.filter((ip) => isListedAddress(ip, listed))).toEqual(['127.0.0.1', '8.8.8.8']);
});

describe('a list of allowed ranges', () => {
  it('allows exactly the ranges that it lists', () => {
    const loopback = allowCidrs.parse('127.0.0.1/32');
    expect(isAllowedAddress('127.0.0.1', loopback)).toBe(true);
    const others = [
      '127.0.0.2',
      '0.0.0.0',
      '::1',
      '::ffff:127.0.0.1',
      '::7f00:1',
      '64:ff9b::7f00:1',
      '10.0.0.1',
    ];
    expect(others.filter((ip) => isAllowedAddress(ip, loopback))).toEqual([]);
    expect(isAllowedAddress('::1', allowCidrs.parse('::1/128'))).toBe(true);
    expect(isAllowedAddress('127.0.0.1', allowCidrs.parse('::1/128'))).toBe(false);
  });

  it('accepts several ranges, and an empty value', () => {
    const allow = allowCidrs.parse(' 10.0.0.0/8, fd00::/8,');
    expect(
      ['10.1.2.3', 'fd12::1', '8.8.8.8', '192.168.0.1', 'fc00::1'].map((ip) => isAllowedAddress(ip, allow)),
    ).toEqual([true, true, true, false, false]);
    expect(allowCidrs.parse('')).toEqual([]);
    expect(isAllowedAddress('127.0.0.1', allowCidrs.parse(''))).toBe(false);
  });

  it('allows IPv4 addresses embedded in IPv6 ones only if both are listed', () => {
    const v6 = allowCidrs.parse('::/0');
    fc.assert(
      fc.property(fc.constantFrom(...Object.entries(WRAPPINGS)), blockedV4, ([name, wrap], ip) => {
        // The local translation's layout is the operator's secret, whose word is taken for all but metadata; and
        // below 0.1.0.0 a compatible address is none (::, ::1).
        const exempt = name === 'local NAT64' || (name === 'compatible' && ip < 0x10000);
        return exempt || !isAllowedAddress(wrap(ip), v6);
      }),
    );
    expect(isAllowedAddress('::ffff:127.0.0.1', everything)).toBe(true);
  });

  it.each([
    '169.254.169.254', '169.254.170.2', '168.63.129.16', '100.100.100.200', '192.0.0.192', 'fe80::1', 'fd00:ec2::254',
    'fd20:ce::254', '::ffff:169.254.169.254', '64:ff9b::a9fe:a9fe', '2002:a9fe:a9fe::', '::5efe:a9fe:a9fe',
    '::a9fe:a9fe', '64:ff9b:1::a9fe:a9fe', '64:ff9b:1:a9fe:a9:fe00::', '64:ff9b:1:a9:fe:a9fe::',
    '64:ff9b:1:0:a9:fea9:fe00:0',
  ])('never allows metadata services: %s', (ip) => {
    expect(isAllowedAddress(ip, everything)).toBe(false);
  }); // oxfmt-ignore

  it.each([
    ['10.0.0.1', '"10.0.0.1" needs a prefix length, like 10.0.0.1/32'],
    ['fd00::1', '"fd00::1" needs a prefix length, like fd00::1/128'],
    ['10.0.0.5/8', '"10.0.0.5/8" has bits behind its prefix: write 10.0.0.0/8 or 10.0.0.5/32'],
    ['10.0.0.0/33', '"10.0.0.0/33" needs a prefix length from 0 to 32'],
    ['10.0.0.0/', '"10.0.0.0/" needs a prefix length from 0 to 32'],
    ['10.0.0.0/8/8', '"10.0.0.0/8/8" needs a prefix length from 0 to 32'],
    ['127.1/32', '"127.1/32" is not an IP range, like 10.0.0.0/8 or fd00::/8'],
    ['localhost', '"localhost" is not an IP range, like 10.0.0.0/8 or fd00::/8'],
  ])('rejects %j and shows the expected form', (text, message) => {
    expect(allowCidrs.safeParse(`8.8.8.8/32,${text}`).error?.issues.map((issue) => issue.message)).toEqual([
      message,
    ]);
  });
});
