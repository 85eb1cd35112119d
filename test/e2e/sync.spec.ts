import { expect, it } from '@jest/globals';
import { setSlaTargets } from '@parley/contracts';
import { syncDuringChanges } from '../../bench/sync-client.mjs';
import { operator } from './platform.ts';

const SEED = Number(process.env['SYNC_SEED'] ?? 18);

// `npm run bench -- sync` does the same during 10,000 changes.
it(`a connector that polls updated_after during concurrent changes ends with an exact copy (SYNC_SEED=${SEED})`, async () => {
  const { credentials } = await operator.workspace();
  // No ticket may reach the next SLA status, which is that of the moment of a read, between the last poll and the comparison.
  const targets = 'urgent=1h,high=1h,normal=1h,low=1h';
  await operator.run(setSlaTargets, { workspace: credentials.workspace_id, targets });
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
