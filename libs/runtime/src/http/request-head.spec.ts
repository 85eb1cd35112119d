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

  it('is found with one look at each, however many are in its middle', () => {
    const path = `/docs${'/'.repeat(2 ** 20)}x`;
    expect(withoutTrailingSlashes(`${path}//`)).toBe(path);
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
