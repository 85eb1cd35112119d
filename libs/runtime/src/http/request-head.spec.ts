import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { originForm, repeatedHeader, withoutTrailingSlashes } from './request-head.ts';

describe('a path without the slashes at its end', () => {
  it.each([
    ['/docs/', '/docs'],
    ['/docs///', '/docs'],
    ['/docs', '/docs'],
    ['/docs//guides/', '/docs//guides'],
    ['///', ''],
    ['', ''],
  ])('of %j is %j', (path, expected) => {
    expect(withoutTrailingSlashes(path)).toBe(expected);
  });

  it('is found by looks at its end alone, however many are in its middle', () => {
    const text = Object('/docs////x//') as object;
    const looks: string[] = [];
    const watched = new Proxy(text, {
      get: (_, key) => {
        looks.push(String(key));
        const value: unknown = Reflect.get(text, key);
        return typeof value === 'function' ? (value.bind(text) as unknown) : value;
      },
    });
    expect(withoutTrailingSlashes(watched as unknown as string)).toBe('/docs////x');
    // A regular expression begins at each of them, and has no such looks.
    expect(looks.filter((key) => /^\d+$/.test(key))).toEqual(['11', '10', '9']);
  });
});

describe('the origin form of a request target', () => {
  it.each([
    ['/v1/tickets?page=2', '/v1/tickets?page=2'],
    ['http://evil.example/login?a=b', '/login?a=b'],
    ['HTTPS://user@evil.example:8443/login', '/login'],
    ['http://evil.example', '/'],
    ['http://evil.example?a=/b', '/?a=/b'],
    ['http:///login', '/login'],
    ['//evil.example/login', '//evil.example/login'],
    ['*', '*'],
    ['evil.example:443', 'evil.example:443'],
    ['ftp://evil.example/', 'ftp://evil.example/'],
  ])('of %s is %s', (target, expected) => {
    expect(originForm(target)).toBe(expected);
  });

  it('of any URL is its path and query', () => {
    fc.assert(
      fc.property(fc.webAuthority(), fc.webPath(), fc.webQueryParameters(), (authority, path, query) => {
        const expected = path === '' ? '/' : path;
        expect(originForm(`http://${authority}${path}?${query}`)).toBe(`${expected}?${query}`);
      }),
    );
  });
});

it.each([
  [[], null],
  [['Host', 'a', 'Authorization', 'b', 'Accept', 'c', 'Accept', 'd'], null],
  [['Host', 'a', 'hOST', 'a'], 'Host'],
  [['Host', 'a', 'authorization', 'b', 'AUTHORIZATION', 'b'], 'Authorization'],
  [['Accept', 'Host', 'X-Host', 'Authorization', 'Host', 'a'], null],
] as const)('a repeated header in %j is %s', (headers, expected) => {
  expect(repeatedHeader(headers)).toBe(expected);
});
