import { expect, it } from '@jest/globals';
import { syncDuringChanges } from '../../bench/sync-client.mjs';
import { operator } from './platform.ts';

const SEED = Number(process.env['SYNC_SEED'] ?? 18);

// `npm run bench -- sync` does the same during 10,000 changes.
it(`a connector that polls updated_after during concurrent changes ends with an exact copy (SYNC_SEED=${SEED})`, async () => {
  const { credentials } = await operator.workspace();
  const platform = {
    url: credentials.base_url,
    headers: { authorization: `Bearer ${credentials.live_key}` },
  };
  const result = await syncDuringChanges(platform, { changes: 400, writers: 8, seed: SEED, pauseMs: 50 });
  expect(result).toMatchObject({ missing: 0, stale: [], unexpected: 0 });
  expect(result.records).toBeGreaterThan(50);
  expect(result.polls).toBeGreaterThan(1);
  expect(result.changes).toBeGreaterThanOrEqual(400);
});
