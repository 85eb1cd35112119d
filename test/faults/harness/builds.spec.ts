import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { addEffects, MUTATIONS } from './builds.ts';
import { CASES } from './cases/index.ts';

const root = join(import.meta.dirname, '../../..');
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-builds-'));
  for (const path of ['libs/events/src', 'apps/webhook/src', 'apps/conversation/src'])
    await cp(join(root, path), join(folder, path), { recursive: true });
});

afterEach(() => rm(folder, { recursive: true, force: true }));

it.each(MUTATIONS.map((mutation) => [mutation.what, mutation] as const))(
  'the %s can be left out of the sources as they are',
  async (_, mutation) => {
    await mutation.change(folder);
    await expect(mutation.change(folder)).rejects.toThrow('does not contain');
  },
);

it('the subscriber that records its effects can be added to them', async () => {
  await addEffects(folder);
});

it('each mutation names cases under load', () => {
  const names = CASES.map(({ name }) => name);
  for (const { cases } of MUTATIONS) expect(names).toEqual(expect.arrayContaining([...cases]));
});
