import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseAuthenticationResults, trustedResults } from './authentication-results.rules.ts';
import { authenticationBy, fromDomain, isAligned } from './authentication.rules.ts';
import { mailOf } from './read-mail.fixture.ts';

const GMAIL =
  'mx.google.com; dkim=pass header.i=@customer.example header.s=s1 header.b=AbC+/d==; spf=pass (google.com: domain of dana@customer.example designates 192.0.2.1 as permitted sender) smtp.mailfrom=dana@customer.example; dmarc=pass (p=REJECT sp=REJECT dis=NONE) header.from=customer.example';
const MICROSOFT =
  'spf=pass (sender IP is 192.0.2.1) smtp.mailfrom=customer.example; dkim=pass (signature was verified) header.d=customer.example;dmarc=pass action=none header.from=customer.example;compauth=pass reason=100';

const plain = (value: string) => {
  const { authservId, results } = parseAuthenticationResults(value);
  return [authservId, ...results.map(({ method, result }) => `${method}=${result}`)];
};

describe('a field of results', () => {
  it('has the server, the methods and their properties', () => {
    const { authservId, results } = parseAuthenticationResults(GMAIL);
    expect(authservId).toBe('mx.google.com');
    expect(results.map(({ method, result, policy }) => [method, result, policy])).toEqual([
      ['dkim', 'pass', null],
      ['spf', 'pass', null],
      ['dmarc', 'pass', 'reject'],
    ]);
    expect(results[0]?.properties.get('header.i')).toBe('@customer.example');
    expect(results[1]?.properties.get('smtp.mailfrom')).toBe('dana@customer.example');
  });

  it.each([
    ['with a version', 'mx.acme.example 1; spf=pass', ['mx.acme.example', 'spf=pass']],
    ['without results', 'mx.acme.example 1; none', ['mx.acme.example']],
    [
      'without a server, as Microsoft writes it',
      MICROSOFT,
      ['', 'spf=pass', 'dkim=pass', 'dmarc=pass', 'compauth=pass'],
    ],
    [
      'with comments everywhere',
      '(a) mx.acme.example (b (c; d=e)) ; (f) spf (g) = (h) fail (i) ;',
      ['mx.acme.example', 'spf=fail'],
    ],
    [
      'with escapes in comments',
      String.raw`x.example; spf=none (a\) ; dmarc=pass)`,
      ['x.example', 'spf=none'],
    ],
    [
      'with quoted strings',
      'x.example; spf=pass reason="a; dmarc=pass" smtp.mailfrom="b"',
      ['x.example', 'spf=pass'],
    ],
    [
      'with several results of a method',
      'x.example; dkim=fail header.d=a; dkim=pass header.d=b',
      ['x.example', 'dkim=fail', 'dkim=pass'],
    ],
    ['with a version of the method', 'x.example; DKIM/1=PASS', ['x.example', 'dkim=pass']],
    ['with an open comment', 'x.example; spf=fail (; dmarc=pass', ['x.example', 'spf=fail']],
    ['with an open quote', 'x.example; spf=fail reason="; dmarc=pass', ['x.example', 'spf=fail']],
    ['that is empty', '', ['']],
  ])('is read %s', (_, value, expected) => {
    expect(plain(value)).toEqual(expected);
  });

  it('is read whatever it contains', () => {
    const token = fc.oneof(fc.string(), fc.constantFrom('(', ')', '"', ';', '=', '\\', ' ', 'dmarc', 'pass'));
    fc.assert(
      fc.property(fc.array(token), (tokens) => {
        parseAuthenticationResults(tokens.join(''));
      }),
    );
  });
});

describe('the results of the provider', () => {
  const FORGED = 'mx.google.com; dmarc=pass header.from=customer.example';

  it('are those of the topmost field with its id', () => {
    const fields = [
      'relay.example; spf=none',
      'MX.google.com; dmarc=fail header.from=customer.example',
      FORGED,
    ];
    expect(trustedResults(fields, 'mx.Google.com')?.map(({ result }) => result)).toEqual(['fail']);
  });

  it('are none without such a field', () => {
    expect(trustedResults([FORGED], 'mx.acme.example')).toBeNull();
    expect(trustedResults([], 'mx.google.com')).toBeNull();
  });

  it('are those without an id for a provider that writes none', () => {
    expect(trustedResults([MICROSOFT, FORGED], '')).toHaveLength(4);
    expect(trustedResults([FORGED], '')).toBeNull();
  });
});

describe('the verdict by the results of the provider', () => {
  const organizations = new Map([
    ['customer.example', 'customer.example'],
    ['mail.customer.example', 'customer.example'],
    ['other.example', 'other.example'],
  ]);
  const verdictOf = (value: string, from: string | null = 'customer.example') =>
    authenticationBy(parseAuthenticationResults(`x; ${value}`).results, from, organizations);

  it('is that of DMARC for the domain of From', () => {
    expect(verdictOf('dmarc=pass (p=quarantine) header.from=customer.example')).toEqual({
      dmarc: 'pass',
      dkim: 'none',
      spf: 'none',
      verified: true,
      policy: 'quarantine',
    });
    expect(
      verdictOf('dmarc=fail (p=reject) header.from=customer.example; dkim=pass header.d=customer.example'),
    ).toMatchObject({
      dmarc: 'fail',
      verified: false,
      policy: 'reject',
    });
    expect(verdictOf('dmarc=fail header.from=customer.example policy.dmarc=reject').policy).toBe('reject');
  });

  it('is the worse one of two of DMARC, of which the sender may have brought one in', () => {
    const value =
      'dmarc=pass header.from=customer.example; dmarc=fail (p=reject) header.from=customer.example';
    expect(verdictOf(value)).toMatchObject({ dmarc: 'fail', verified: false, policy: 'reject' });
  });

  it('is not that of DMARC for another domain', () => {
    expect(verdictOf('dmarc=pass header.from=other.example')).toMatchObject({
      dmarc: 'none',
      verified: false,
    });
    expect(verdictOf('dmarc=pass header.from=customer.example', 'mail.customer.example').verified).toBe(true);
  });

  it.each([
    ['dkim=pass header.d=customer.example', true],
    ['dkim=pass header.i=@mail.customer.example', true],
    ['dkim=fail header.d=customer.example; dkim=pass header.d=other.example', false],
    ['spf=pass smtp.mailfrom=bounces@mail.customer.example', true],
    ['spf=pass smtp.mailfrom=other.example', false],
    ['spf=softfail smtp.mailfrom=customer.example', false],
    ['dmarc=none header.from=customer.example; dkim=pass header.d=customer.example', true],
    ['dmarc=bestguesspass header.from=customer.example; spf=pass smtp.mailfrom=customer.example', true],
    ['auth=pass smtp.auth=dana', false],
    ['none', false],
  ])('is that of an aligned domain without DMARC: %s', (value, verified) => {
    expect(verdictOf(value).verified).toBe(verified);
  });

  it('is never that the sender is certain if there is no single From', () => {
    expect(verdictOf('dmarc=pass', null).verified).toBe(false);
  });
});

describe('the domain of From', () => {
  it.each([
    [{ From: 'Dana <dana@Customer.example>' }, 'customer.example'],
    [{ From: 'dana@bücher.example' }, 'xn--bcher-kva.example'],
    [{ From: ['a@b.example', 'c@d.example'] }, null],
    [{ From: 'a@b.example, c@d.example' }, null],
    [{ From: 'Team: a@b.example;' }, null],
    [{ From: 'a@[192.0.2.1]' }, null],
    [{ Subject: 'x' }, null],
  ])('of %j is %s', (fields, domain) => {
    expect(fromDomain(mailOf(fields as Record<string, string>))).toBe(domain);
  });

  it('is aligned with itself, and relaxed with a domain of its organization', () => {
    const organizations = new Map([
      ['a.customer.example', 'customer.example'],
      ['b.customer.example', 'customer.example'],
    ]);
    const of = (from: string, passed: string) =>
      (['relaxed', 'strict'] as const).map((mode) => isAligned(from, passed, mode, organizations));
    expect(of('a.customer.example', 'a.customer.example')).toEqual([true, true]);
    expect(of('a.customer.example', 'b.customer.example')).toEqual([true, false]);
    expect(of('a.customer.example', 'other.example')).toEqual([false, false]);
  });
});
