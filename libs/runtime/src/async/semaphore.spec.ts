import { describe, expect, it } from '@jest/globals';
import { KeyedQueue } from './keyed-queue.ts';
import { Semaphore } from './semaphore.ts';

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('a semaphore', () => {
  it('runs as many tasks as it has permits, queues the rest in order, and rejects what exceeds the queue', async () => {
    const semaphore = new Semaphore(2, 2);
    const ends: (() => void)[] = [];
    const started: number[] = [];
    const work = (name: number) =>
      semaphore.run(() => {
        started.push(name);
        return new Promise<number>((resolve) => ends.push(() => resolve(name)));
      });
    const results = [work(1), work(2), work(3), work(4)];
    await expect(work(5)).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(started).toEqual([1, 2]);
    ends.shift()?.();
    await settle();
    expect(started).toEqual([1, 2, 3]);
    while (ends.length > 0) {
      ends.shift()?.();
      await settle();
    }
    expect(await Promise.all(results)).toEqual([1, 2, 3, 4]);
  });

  it('releases the permit of a task that fails', async () => {
    const semaphore = new Semaphore(1);
    const fail = () => semaphore.run(() => Promise.reject(new Error('no')));
    for (let round = 0; round < 3; round += 1) await expect(fail()).rejects.toThrow('no');
  });
});

it('a keyed queue keeps the order within a key, and runs different keys concurrently up to its limit', async () => {
  const queue = new KeyedQueue(2);
  const ends = new Map<string, () => void>();
  const work = (key: string, name: string) =>
    queue.run(key, () => new Promise<void>((resolve) => ends.set(name, resolve)));
  const all = [work('a', 'a1'), work('a', 'a2'), work('b', 'b1'), work('c', 'c1')];
  await settle();
  expect([...ends.keys()]).toEqual(['a1', 'b1']);
  ends.get('b1')?.();
  await settle();
  expect([...ends.keys()]).toEqual(['a1', 'b1', 'c1']);
  ends.get('a1')?.();
  await settle();
  expect([...ends.keys()]).toEqual(['a1', 'b1', 'c1', 'a2']);
  for (const end of ends.values()) end();
  await Promise.all(all);
});
