import { describe, expect, it } from '@jest/globals';
import { ConnectionShares } from './connection-shares.ts';

const soon = () => Date.now() + 60_000;

describe('the connection shares of tenants', () => {
  it('let requests of one tenant wait in their order, and those of another not at all', async () => {
    const shares = new ConnectionShares(2);
    const order: number[] = [];
    expect([shares.acquire('a', soon()), shares.acquire('a', soon())]).toEqual([undefined, undefined]);
    const waiting = [1, 2].map((n) => Promise.resolve(shares.acquire('a', soon())).then(() => order.push(n)));
    expect(shares.acquire('b', soon())).toBeUndefined();
    shares.release('a');
    await waiting[0];
    expect(order).toEqual([1]);
    shares.release('a');
    await Promise.all(waiting);
    expect(order).toEqual([1, 2]);
    for (const key of ['a', 'a', 'b']) shares.release(key);
    expect([shares.acquire('a', soon()), shares.acquire('a', soon())]).toEqual([undefined, undefined]);
  });

  it('refuse a request that waits until its time is over, and give its place to nobody', async () => {
    const shares = new ConnectionShares(1);
    expect(shares.acquire('a', soon())).toBeUndefined();
    await expect(shares.acquire('a', Date.now() + 20)).rejects.toThrow('in progress');
    await expect(shares.acquire('a', Date.now() - 1)).rejects.toThrow('in progress');
    shares.release('a');
    expect(shares.acquire('a', soon())).toBeUndefined();
  });

  it('let wait as many requests as the largest plan allows, and no unlimited number', async () => {
    const shares = new ConnectionShares(1);
    void shares.acquire('a', soon());
    const granted = Array.from({ length: 2_000 }, () => Promise.resolve(shares.acquire('a', soon())));
    await expect(shares.acquire('a', soon())).rejects.toMatchObject({ code: 'service_unavailable' });
    for (let n = 0; n < 2_000; n += 1) shares.release('a');
    await Promise.all(granted);
  });
});
