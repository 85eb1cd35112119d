import { createServer, connect } from 'node:net';
import { once } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import type { TokenRecord } from '@parley/contracts';
import { UNKNOWN, later } from '../bench.conformance.ts';
import { FreshLookUps } from './fresh-look-ups.ts';
import { within } from './patience.ts';
import { RedisConfig } from './redis.config.ts';

describe('patience', () => {
  it('ends after its time, or with the work', async () => {
    expect(await within(new Promise<number>(() => undefined), 10, () => 2)).toBe(2);
    expect(await within(Promise.resolve(1), 1000, () => 2)).toBe(1);
    const failing = within(Promise.reject<number>(new Error('broken')), 1000, () => 2);
    await expect(failing).rejects.toThrow('broken');
  });

  it('takes an answer that came in time while this process was busy', async () => {
    const server = createServer((socket) => socket.write('answer')).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const socket = connect((server.address() as { port: number }).port, '127.0.0.1');
    await once(socket, 'connect');
    const answer = once(socket, 'data').then(() => 'answer');
    const verdict = within(answer, 50, () => 'late');
    const end = Date.now() + 200;
    // The server is this process too: it writes as soon as it has accepted.
    await later(5);
    while (Date.now() < end);
    expect(await verdict).toBe('answer');
    socket.destroy();
    server.close();
  });
});

describe('look-ups without a cache', () => {
  it('are made one at a time for a token, and shared by those who came before it began', async () => {
    const answers: ((record: TokenRecord) => void)[] = [];
    const lookUps = new FreshLookUps(() => new Promise((resolve) => answers.push(resolve)), 1000);
    const first = lookUps.ask('a');
    const [second, third] = [lookUps.ask('a'), lookUps.ask('a')];
    expect(answers).toHaveLength(1);
    answers[0]?.({ ...UNKNOWN, limit: 1 });
    expect(await first).toMatchObject({ limit: 1 });
    await later(1);
    expect(answers).toHaveLength(2);
    answers[1]?.({ ...UNKNOWN, limit: 2 });
    expect(await Promise.all([second, third])).toMatchObject([{ limit: 2 }, { limit: 2 }]);
    const fourth = lookUps.ask('a');
    answers[2]?.({ ...UNKNOWN, limit: 3 });
    expect(await fourth).toMatchObject({ limit: 3 });
  });

  it('are 1000 at most, those included that were given up, and the rest are told that nobody can say', async () => {
    let answer = (_record: TokenRecord): void => undefined;
    const held = new Promise<TokenRecord>((resolve) => (answer = resolve));
    const lookUps = new FreshLookUps(() => held, 20);
    const given = await Promise.all(
      Array.from({ length: 1001 }, (_, place) => lookUps.ask(`first ${place}`)),
    );
    expect(given.every((record) => record === null)).toBe(true);
    const began = performance.now();
    expect(await lookUps.ask('second')).toBeNull();
    expect(performance.now() - began).toBeLessThan(15);
    answer(UNKNOWN);
    await later(1);
    expect(await lookUps.ask('third')).toEqual(UNKNOWN);
  });
});

describe('the Redis config', () => {
  it('has a default for everything', () => {
    expect({ ...new RedisConfig({}) }).toEqual({
      REDIS_URL: 'redis://127.0.0.1:6379',
      REDIS_PREFIX: 'parley:',
      REDIS_COMMAND_TIMEOUT: 200,
    });
  });

  it.each([
    [{ REDIS_URL: 'http://:secret@redis' }, 'REDIS_URL: must begin with redis:// or rediss://'],
    [{ REDIS_PREFIX: 'a{b}' }, 'REDIS_PREFIX=a{b}: must be at most 100 characters without braces'],
  ])('refuses %j, and shows no password', (env, fault) => {
    expect(() => new RedisConfig(env)).toThrow(new Error(fault));
  });
});
