import { describe, expect, it } from '@jest/globals';
import { SingleFlight } from './single-flight.ts';

/** Calls that the test answers one by one. */
function scripted() {
  const flights = new SingleFlight<number>();
  const calls: { resolve: (value: number) => void; reject: (error: Error) => void }[] = [];
  const work = () => new Promise<number>((resolve, reject) => calls.push({ resolve, reject }));
  return { flights, calls, work };
}
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('single flight', () => {
  it('shares the call in flight, and starts a new one after it', async () => {
    const { flights, calls, work } = scripted();
    const both = [flights.run('a', work), flights.run('a', work)];
    const other = flights.run('b', work);
    expect([calls.length, flights.size]).toEqual([2, 2]);
    calls[0]?.resolve(1);
    calls[1]?.resolve(2);
    expect(await Promise.all([...both, other])).toEqual([1, 1, 2]);
    await settle();
    expect(flights.size).toBe(0);
    const again = flights.run('a', work);
    calls[2]?.resolve(3);
    expect(await again).toBe(3);
  });

  it('gives a fresh request the result of a call that started after it, even if the earlier one fails', async () => {
    const { flights, calls, work } = scripted();
    const first = flights.runFresh('a', work);
    const later = [flights.runFresh('a', work), flights.runFresh('a', work)];
    expect(calls).toHaveLength(1);
    calls[0]?.reject(new Error('down'));
    await expect(first).rejects.toThrow('down');
    await settle();
    expect(calls).toHaveLength(2);
    calls[1]?.resolve(2);
    expect(await Promise.all(later)).toEqual([2, 2]);
    await settle();
    expect(flights.size).toBe(0);
  });
});
