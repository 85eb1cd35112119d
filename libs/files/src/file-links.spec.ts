import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { Mode, Tenant } from '@parley/contracts';
import { newId } from '@parley/runtime/records';
import fc from 'fast-check';
import { FileLinks, FileLinksConfig } from './file-links.ts';

const [first, second] = [randomBytes(32), randomBytes(32)];
const HOUR = 3_600_000;
const NOW = Date.parse('2026-11-21T06:30:00.000Z');

function linksWith(env: Record<string, string> = {}, keys: [Buffer, ...Buffer[]] = [first]): FileLinks {
  return new FileLinks(new FileLinksConfig({ FILES_URL: 'https://files.example.com', ...env }), {
    ENCRYPTION_KEYS: keys,
  });
}

const links = linksWith();
const tenantOf = (mode: Mode): Tenant => ({ workspaceId: newId('workspace'), mode });
const tenant = tenantOf('live');
const invoice = { id: newId('file'), name: 'Rechnung März (1).pdf' };

/** What a server receives for a URL that a client resolves as browsers do. */
function targetOf(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

describe('a link to a file', () => {
  it('is valid for every tenant, file and name, as browsers resolve it', () => {
    const names = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc.array(fc.integer({ min: 0, max: 0xffff })).map((codes) => String.fromCharCode(...codes)),
      fc.constantFrom(
        '',
        '.',
        '..',
        '../../etc/passwd',
        '%2e%2e',
        'a/b',
        'a?b#c',
        '..\\x',
        'a\nb',
        '%',
        '\0',
      ),
    );
    fc.assert(
      fc.property(names, fc.constantFrom<Mode>('live', 'test'), fc.nat(1e13), (name, mode, now) => {
        const of = tenantOf(mode);
        const id = newId('file');
        const file = links.verify(targetOf(links.urlOf(of, { id, name }, now)), now);
        expect(file).toMatchObject({ ...of, id });
      }),
    );
  });

  it('ends with the name of the file', () => {
    const { pathname } = new URL(links.urlOf(tenant, invoice, NOW));
    expect(decodeURIComponent(pathname.split('/').at(-1) as string)).toBe(invoice.name);
    expect(pathname).toMatch(/^\/ws_\w{26}\/live\/file_\w{26}\/Rechnung%20M%C3%A4rz%20%281%29\.pdf$/);
  });

  it('is refused with any character changed, added or removed', () => {
    const target = targetOf(links.urlOf(tenant, invoice, NOW));
    const replaced = fc.tuple(
      fc.nat(target.length - 1),
      fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
      fc.constantFrom(0, 1),
    );
    fc.assert(
      fc.property(replaced, ([index, char, kept]) => {
        const changed = target.slice(0, index) + char + target.slice(index + 1 - kept);
        // RFC 3986 section 6.2.2.1: the case of the digits in %C3 means nothing.
        const isSame = decodeURIComponent(escapedPercents(changed)) === decodeURIComponent(target);
        fc.pre(!isSame);
        expect(links.verify(changed, NOW)).toMatch(/^(malformed|forged)$/);
      }),
      { numRuns: 2000 },
    );
    for (let index = 0; index < target.length; index += 1)
      expect(typeof links.verify(target.slice(0, index) + target.slice(index + 1), NOW)).toBe('string');
  });

  it('is refused if its time has another spelling', () => {
    const target = targetOf(links.urlOf(tenant, invoice, NOW));
    expect(links.verify(target.replace('expires=', 'expires=0'), NOW)).toBe('forged');
  });

  it.each([
    ['a file of another workspace', { ...tenantOf('live') }, invoice],
    ['the other mode', { ...tenant, mode: 'test' as const }, invoice],
    ['another file', tenant, { ...invoice, id: newId('file') }],
    ['another name', tenant, { ...invoice, name: 'Rechnung.pdf' }],
  ])('does not open %s', (_what, of, file) => {
    const [, query] = links.urlOf(tenant, invoice, NOW).split('?');
    const [path] = links.urlOf(of, file, NOW).split('?');
    expect(links.verify(targetOf(`${path}?${query}`), NOW)).toBe('forged');
  });

  it.each(['', '?', '?expires=1', '&download=1', '&expires=9999999999999', '#x'])(
    'is refused with the query "%s"',
    (end) => {
      const target = targetOf(links.urlOf(tenant, invoice, NOW));
      expect(
        links.verify(end.startsWith('&') ? target + end : (target.split('?')[0] ?? '') + end, NOW),
      ).toMatch(/^(forged|malformed)$/);
    },
  );

  it.each(['/', '/favicon.ico', '//', '/../..', '/%', `/${tenant.workspaceId}/live/${invoice.id}/%ff`, ''])(
    'is not "%s"',
    (target) => {
      expect(links.verify(target, NOW)).toBe('malformed');
    },
  );
});

describe('the lifetime of a link', () => {
  it('is at most FILE_URL_TTL and at least nine tenths of it', () => {
    fc.assert(
      fc.property(fc.nat(1e13), fc.integer({ min: 1_000, max: 100 * HOUR }), (now, ttl) => {
        const short = linksWith({ FILE_URL_TTL: `${ttl}ms` });
        const target = targetOf(short.urlOf(tenant, invoice, now));
        expect(short.verify(target, now + ttl)).toBe('expired');
        expect(short.verify(target, now + Math.floor(ttl * 0.9) - 1)).toMatchObject({ id: invoice.id });
      }),
    );
  });

  it('ends at the same moment for links that are issued within a tenth of it, which are equal', () => {
    const start = Math.ceil(NOW / (HOUR / 10)) * (HOUR / 10);
    const urls = [0, 1, HOUR / 10 - 1, HOUR / 10].map((ms) => links.urlOf(tenant, invoice, start + ms));
    expect(new Set(urls.slice(0, 3)).size).toBe(1);
    expect(urls[3]).not.toBe(urls[0]);
  });

  it('cannot be less than a second', () => {
    expect(() => linksWith({ FILE_URL_TTL: '999ms' })).toThrow('must be at least 1s');
  });
});

describe('FILES_URL', () => {
  it.each(['https://example.com/files', 'https://example.com/a/b/', 'http://localhost:3002'])(
    'may be %s, with its path kept or removed by a proxy',
    (FILES_URL) => {
      const at = linksWith({ FILES_URL });
      const url = at.urlOf(tenant, invoice, NOW);
      expect(url.startsWith(`${FILES_URL.replace(/\/$/, '')}/ws_`)).toBe(true);
      const target = targetOf(url);
      const removed = target.replace(/^.*(?=\/ws_)/, '');
      for (const received of [target, removed]) expect(at.verify(received, NOW)).toMatchObject(tenant);
      expect(at.verify(`/other${removed}`, NOW)).toBe('malformed');
    },
  );

  it.each(['https://example.com/?a=1', 'https://example.com/#a', 'ftp://example.com', 'files'])(
    'cannot be %s',
    (FILES_URL) => {
      expect(() => linksWith({ FILES_URL })).toThrow('FILES_URL');
    },
  );
});

describe('a key of ENCRYPTION_KEYS', () => {
  const url = targetOf(links.urlOf(tenant, invoice, NOW));

  it('verifies the links that it has signed for as long as it is configured, wherever it stands', () => {
    expect(linksWith({}, [second, first]).verify(url, NOW)).toMatchObject(tenant);
    expect(linksWith({}, [second]).verify(url, NOW)).toBe('forged');
  });

  it('signs if it is the first one', () => {
    const rotated = targetOf(linksWith({}, [second, first]).urlOf(tenant, invoice, NOW));
    expect(linksWith({}, [second]).verify(rotated, NOW)).toMatchObject(tenant);
    expect(links.verify(rotated, NOW)).toBe('forged');
  });

  it('is not the key that signs, nor can another key be claimed to be', () => {
    const other = targetOf(linksWith({}, [second]).urlOf(tenant, invoice, NOW));
    const claimed = other.replace(/key=[\w-]+/, (/key=[\w-]+/.exec(url) as RegExpExecArray)[0]);
    expect(links.verify(claimed, NOW)).toBe('forged');
    expect(url).not.toContain(first.toString('base64url'));
  });
});

/** Percent signs that begin no escape would make the comparison fail. */
function escapedPercents(target: string): string {
  try {
    decodeURIComponent(target);
    return target;
  } catch {
    return '';
  }
}
