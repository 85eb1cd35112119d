import { ADDRESS } from './bench.conformance.ts';
import { describe, expect, it } from '@jest/globals';
import type { TokenRecord } from '@parley/contracts';
import { admissionConformance } from './admission.conformance.ts';
import { MemoryAuthenticator } from './memory-admission.ts';
import { mintToken } from './token.ts';

admissionConformance('memory', (options) => {
  const memory = new MemoryAuthenticator(options);
  return Promise.resolve({ authenticator: memory, records: memory, close: () => memory.close() });
});

describe('memory admission', () => {
  it('answers unavailable beyond 1000 look-ups at once, so that invented tokens do not pile up', async () => {
    let answer = (_record: TokenRecord): void => undefined;
    const held = new Promise<TokenRecord>((resolve) => (answer = resolve));
    const memory = new MemoryAuthenticator({
      lookUp: () => held,
      recordUse: () => Promise.resolve(),
      failuresPerMinute: 5,
    });
    const verdicts = Array.from({ length: 1003 }, () =>
      memory.authenticate(mintToken('at_', 'Ab12'), ADDRESS),
    );
    answer({ state: 'unknown', principal: null, expiresAt: null, limit: 0 });
    const kinds = (await Promise.all(verdicts)).map((verdict) => verdict.kind);
    expect(kinds.filter((kind) => kind === 'unavailable')).toHaveLength(3);
    expect((await memory.authenticate(mintToken('at_', 'Ab12'), ADDRESS)).kind).toBe('refused');
    await memory.close();
  });
});
