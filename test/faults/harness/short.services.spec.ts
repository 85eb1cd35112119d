import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Release } from '../rolling/releases.ts';
import { buildForFaults } from './builds.ts';
import { CASES } from './cases/index.ts';
import type { FaultCase } from './fault-case.ts';
import { missingPrograms, runCase } from './run-case.ts';

/** Of `node scripts/check/faults.mjs`, the shortest of those that go through the outbox, the bus, a subscriber and a webhook. */
const SHORT = ['killed-before-publishing'];
const SCALE = 0.3;

const missing = missingPrograms();
const describeWithServers = missing.length === 0 ? describe : describe.skip;

describeWithServers(`the fault harness${missing.map((program) => ` (no ${program})`).join('')}`, () => {
  let release: Release;
  beforeAll(async () => {
    release = await buildForFaults();
  });
  afterAll(() => release.remove());

  it.each(SHORT)('finds that every promise holds in %s', async (name) => {
    const one = CASES.find((found) => found.name === name) as FaultCase;
    const row = await runCase(one, { release, seed: 1, scale: SCALE });
    expect(row).toMatchObject({ violations: [], verdict: { lost: [], unexpected: [] } });
  });
});
