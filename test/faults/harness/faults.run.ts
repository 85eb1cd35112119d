import { writeSync } from 'node:fs';
import { afterAll, it } from '@jest/globals';
import { buildForFaults, MUTATIONS } from './builds.ts';
import { CASES } from './cases/index.ts';
import { runCase, type Row } from './run-case.ts';
import { header, line, report } from './table.ts';

/** What `node scripts/check/faults.mjs` was called with. */
interface Arguments {
  list: boolean;
  mutations: boolean;
  /** Names of cases; all if there are none. */
  cases: string[];
  seed: number;
  scale: number;
}

const { list, mutations, cases, seed, scale } = JSON.parse(process.env['FAULTS'] ?? '{}') as Arguments;
const DAY_MS = 86_400_000;
const closings: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closings.toReversed()) await close();
});

/** The outputs belong to the processes under test. */
function print(text: string): void {
  writeSync(3, `${text}\n`);
}

/** Ends the run as `scripts/check/faults.mjs` does for arguments that it cannot read. */
function refuse(reason: string): never {
  print(reason);
  return process.exit(2);
}

function chosen() {
  const unknown = cases.filter((name) => !CASES.some((one) => one.name === name));
  if (unknown.length > 0) refuse(`no such case: ${unknown.join(', ')}`);
  return CASES.filter(({ name }) => cases.length === 0 || cases.includes(name));
}

async function runAll(): Promise<boolean> {
  const rows: Row[] = [];
  const release = await buildForFaults();
  closings.push(() => release.remove());
  print(header());
  for (const one of chosen()) {
    const row = await runCase(one, { release, seed, scale });
    rows.push(row);
    print(line(row));
  }
  print(report(rows));
  // A run that has broken nothing has shown nothing.
  return (
    rows.some(({ skipped }) => skipped === undefined) &&
    rows.every(({ violations }) => violations.length === 0)
  );
}

/** Each protection is left out once, and its cases must find that the promise does not hold. */
async function runMutations(): Promise<boolean> {
  let areCaught = true;
  const mutations = MUTATIONS.filter((one) => chosen().some(({ name }) => one.cases.includes(name)));
  if (mutations.length === 0)
    refuse(`mutations have only the cases ${MUTATIONS.flatMap((one) => one.cases).join(', ')}`);
  print(header());
  for (const mutation of mutations) {
    const release = await buildForFaults(mutation.change);
    for (const one of chosen().filter(({ name }) => mutation.cases.includes(name))) {
      const row = await runCase(one, { release, seed, scale });
      const isCaught = row.violations.some(({ kind }) => kind === mutation.violates);
      areCaught &&= isCaught;
      print(line(row));
      print(`  without the ${mutation.what}: ${isCaught ? 'caught' : 'NOT CAUGHT'} (${mutation.violates})`);
    }
    await release.remove();
  }
  return areCaught;
}

it(
  'every promise holds',
  async () => {
    if (list) {
      for (const one of CASES) print(`${one.name.padEnd(28)} ${one.title}`);
      return;
    }
    if (!(await (mutations ? runMutations() : runAll()))) throw new Error('see the table');
  },
  DAY_MS,
);
