import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  TOKEN_KINDS,
  TOKEN_PATTERN,
  type TokenPrefix,
  hashToken,
  mintToken,
  newRouteTag,
  readToken,
} from './token.ts';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const prefixes = Object.keys(TOKEN_KINDS) as TokenPrefix[];
const anyToken = fc
  .record({ prefix: fc.constantFrom(...prefixes), seed: fc.integer() })
  .map(({ prefix }) => mintToken(prefix, newRouteTag()));

describe('a token', () => {
  it('is parsed to the kind and tag it was created with', () => {
    fc.assert(
      fc.property(fc.constantFrom(...prefixes), (prefix) => {
        const routeTag = newRouteTag();
        const token = mintToken(prefix, routeTag);
        expect(readToken(token)).toEqual({ prefix, kind: TOKEN_KINDS[prefix], routeTag });
        expect(token).toHaveLength(prefix.length + 40);
      }),
    );
  });

  it('is rejected with any single character changed to another', () => {
    const anyCharacter = fc.oneof(
      fc.constantFrom(...BASE62),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
    );
    fc.assert(
      fc.property(anyToken, fc.nat(), anyCharacter, (token, at, character) => {
        const place = at % token.length;
        fc.pre(token[place] !== character);
        expect(readToken(token.slice(0, place) + character + token.slice(place + 1))).toBeNull();
      }),
      { numRuns: 2000 },
    );
  });

  it('is rejected with two neighbouring characters swapped, one missing, or one too many', () => {
    fc.assert(
      fc.property(anyToken, fc.nat(), (token, at) => {
        const place = at % (token.length - 1);
        const [left, right] = [token[place] as string, token[place + 1] as string];
        if (left !== right) {
          expect(readToken(token.slice(0, place) + right + left + token.slice(place + 2))).toBeNull();
        }
        expect(readToken(token.slice(0, place) + token.slice(place + 1))).toBeNull();
        expect(readToken(token.slice(0, place) + left + token.slice(place))).toBeNull();
      }),
      { numRuns: 500 },
    );
  });

  it('is rejected if it is any other text', () => {
    fc.assert(fc.property(fc.string(), (text) => readToken(text) === null));
    expect(readToken(` ${mintToken('pat_', 'Ab12')}`)).toBeNull();
    expect(readToken(`${mintToken('pat_', 'Ab12')}\n`)).toBeNull();
  });

  it('is found by the pattern for secret scanners, wherever it occurs', () => {
    fc.assert(
      fc.property(anyToken, (token) => {
        expect(TOKEN_PATTERN.exec(`curl -H "Authorization: Bearer ${token}"`)?.[0]).toBe(token);
        expect(TOKEN_PATTERN.exec(`KEY=${token}`)?.[0]).toBe(token);
      }),
    );
  });

  it('is unique', () => {
    const tokens = Array.from({ length: 1000 }, () => mintToken('sk_live_', 'Ab12'));
    expect(new Set(tokens).size).toBe(1000);
    expect(new Set(tokens.map(hashToken)).size).toBe(1000);
  });

  it('requires a route tag of four characters', () => {
    expect(() => mintToken('sk_live_', 'abc')).toThrow(RangeError);
    expect(() => mintToken('sk_live_', 'ab-d')).toThrow(RangeError);
  });

  it('is hashed to lower case hex of 64 characters', () => {
    expect(hashToken('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
});
