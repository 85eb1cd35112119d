import { afterEach, describe, expect, it } from '@jest/globals';
import type { TokenRecord } from '@parley/contracts';
import { gate } from '@parley/testing';
import { isAllowedAddress } from './allowed-addresses.ts';
import { Authenticator } from './authenticator.ts';
import { ADDRESS, UNKNOWN, activeRecord, later } from './conformance.harness.ts';
import { RedisState } from './redis/redis-state.ts';
import { RedisConfig } from './redis/redis.config.ts';
import { mintToken } from './tokens/token.ts';

const opened: Authenticator[] = [];

/** An authenticator whose state is unreachable. */
function open(lookUp: () => Promise<TokenRecord>): Authenticator {
  const redis = new RedisConfig({ REDIS_URL: 'redis://127.0.0.1:1' });
  const options = { lookUp, recordUse: () => Promise.resolve(), failuresPerMinute: 5 };
  const authenticator = new Authenticator(
    new RedisState({ ...options, redis, keys: [Buffer.alloc(32, 7)] }),
    options,
  );
  opened.push(authenticator);
  return authenticator;
}

describe('look-ups in degraded mode', () => {
  afterEach(async () => {
    for (const authenticator of opened.splice(0)) await authenticator.close();
  });

  it('run one at a time per token, shared by the requests that arrived before the start', async () => {
    const answers: ((record: TokenRecord) => void)[] = [];
    const authenticator = open(() => new Promise((resolve) => answers.push(resolve)));
    const token = mintToken('at_', 'Ab12');
    const request = () => authenticator.authenticate(token, ADDRESS);
    // Until the first attempt to connect has failed, requests wait for it.
    await authenticator.addressWindow(ADDRESS);
    const first = request();
    await later(5);
    const [second, third] = [request(), request()];
    await later(5);
    expect(answers).toHaveLength(1);
    answers[0]?.(activeRecord({ limit: 1 }));
    expect(await first).toMatchObject({ window: { limit: 1 } });
    await later(5);
    expect(answers).toHaveLength(2);
    answers[1]?.(activeRecord({ limit: 2 }));
    expect(await Promise.all([second, third])).toMatchObject([
      { window: { limit: 2 } },
      { window: { limit: 2 } },
    ]);
    const fourth = request();
    await later(5);
    answers[2]?.(activeRecord({ limit: 3 }));
    expect(await fourth).toMatchObject({ window: { limit: 3 } });
  });

  it('are at most 1000, including those that timed out, and further requests look nothing up', async () => {
    const [held, answer] = gate<TokenRecord>();
    let lookUps = 0;
    const authenticator = open(() => {
      lookUps += 1;
      return held;
    });
    const request = () => authenticator.authenticate(mintToken('at_', 'Ab12'), ADDRESS);
    await authenticator.addressWindow(ADDRESS);
    const timedOut = await Promise.all(Array.from({ length: 1001 }, request));
    expect(timedOut.every(({ kind }) => kind === 'unavailable')).toBe(true);
    const asked = lookUps;
    expect((await request()).kind).toBe('unavailable');
    expect(lookUps).toBe(asked);
    answer(UNKNOWN);
    await later(1);
    expect(await request()).toMatchObject({ kind: 'refused', known: false });
  });
});

it.each([
  ['10.1.2.3', ['10.0.0.0/8'], true],
  ['11.1.2.3', ['10.0.0.0/8'], false],
  ['::ffff:10.1.2.3', ['10.1.2.3'], true],
  ['2001:db8::7', ['10.0.0.0/8', '2001:db8::/32'], true],
  ['fe80::1%eth0', ['fe80::/10'], true],
  ['10.1.2.3', [], false],
  ['no address', ['0.0.0.0/0', '::/0'], false],
  ['', ['0.0.0.0/0', '::/0'], false],
])('the addresses of a credential contain %s in %j: %s', (address, ranges, expected) => {
  expect(isAllowedAddress(ranges, address)).toBe(expected);
  expect(isAllowedAddress(undefined, address)).toBe(true);
});
