import { expect, it } from '@jest/globals';
import type { TokenRecord } from '@parley/contracts';
import { gate } from '@parley/testing';
import { authenticatorConformance } from '../authenticator.conformance.ts';
import { Authenticator } from '../authenticator.ts';
import { ADDRESS, UNKNOWN } from '../conformance.harness.ts';
import { mintToken } from '../tokens/token.ts';
import { MemoryState } from './memory-state.ts';

authenticatorConformance('memory', (options) => {
  const state = new MemoryState(options);
  const authenticator = new Authenticator(state, options);
  return Promise.resolve({ authenticator, store: state, state, close: () => authenticator.close() });
});

it('an authenticator with memory state responds unavailable beyond 1000 concurrent look-ups, so that invented tokens do not pile up', async () => {
  const [held, answer] = gate<TokenRecord>();
  const authenticator = new Authenticator(new MemoryState(), {
    lookUp: () => held,
    recordUse: () => Promise.resolve(),
    failuresPerMinute: 5,
  });
  const results = Array.from({ length: 1003 }, () =>
    authenticator.authenticate(mintToken('at_', 'Ab12'), ADDRESS),
  );
  answer(UNKNOWN);
  const kinds = (await Promise.all(results)).map((result) => result.kind);
  expect(kinds.filter((kind) => kind === 'unavailable')).toHaveLength(3);
  expect((await authenticator.authenticate(mintToken('at_', 'Ab12'), ADDRESS)).kind).toBe('refused');
  await authenticator.close();
});
