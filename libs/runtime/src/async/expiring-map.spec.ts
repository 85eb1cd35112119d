import { describe, expect, it } from '@jest/globals';
import { ExpiringMap } from './expiring-map.ts';

describe('an expiring map', () => {
  it('keeps at most its maximum of entries, the newest ones', () => {
    const map = new ExpiringMap<number, number>(1000, 3);
    for (let key = 0; key < 10; key += 1) map.set(key, key, 0);
    expect(map.size).toBe(3);
    expect([6, 7, 8, 9].map((key) => map.entry(key, 0)?.value)).toEqual([undefined, 7, 8, 9]);
  });

  it('removes expired entries when a new one is added', () => {
    const map = new ExpiringMap<number, number>(1000, 100);
    for (let key = 0; key < 10; key += 1) map.set(key, key, key);
    map.set(99, 99, 1005);
    expect(map.size).toBe(5);
    expect(map.entry(5, 1005)).toBeUndefined();
    expect(map.entry(6, 1005)?.value).toBe(6);
  });
});
