// The order of test files: in each project what failed last, and then the slowest first, so that no worker has nothing to do at the
// end while another one runs a long file. How long they took is known after the first run in a clone. Before it, Jest goes by the
// size of a file, but some files consist of imports alone: here their size is that of all modules of tests that they load.
//
// The projects take turns, each by its share of the whole: otherwise most of the longest files, which are those of packages that
// wait for timeouts and outages, would run at the same time and leave the cores idle.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import TestSequencer from '@jest/test-sequencer';
import { isOfTests } from './modules.mjs';

const RELATIVE_IMPORT = /from '(\.{1,2}\/[^']+)'|^import '(\.{1,2}\/[^']+)'/gm;

function sizeOf(path, seen = new Set()) {
  // Some imports are in texts of tests.
  if (seen.has(path) || !existsSync(path)) return 0;
  seen.add(path);
  const source = readFileSync(path, 'utf8');
  const imported = [...source.matchAll(RELATIVE_IMPORT)].map(([, from, alone]) =>
    join(dirname(path), from ?? alone),
  );
  return imported.filter(isOfTests).reduce((sum, module) => sum + sizeOf(module, seen), source.length);
}

export default class LongestFirst extends TestSequencer {
  sort(tests) {
    const ranked = tests.map((test) => {
      const duration = this.time(test);
      test.duration = duration;
      const size = duration === undefined ? sizeOf(test.path) : 0;
      return { test, failed: this.hasFailed(test), duration, size };
    });
    // Files that nothing is known of come before the others, since they may be the slowest.
    const rank = ({ failed, duration }) => (failed ? 0 : duration === undefined ? 1 : 2);
    const sorted = ranked.toSorted(
      (a, b) => rank(a) - rank(b) || (b.duration ?? 0) - (a.duration ?? 0) || b.size - a.size,
    );
    const projects = new Set(tests.map((test) => test.context));
    return inTurns([...projects].map((project) => sorted.filter(({ test }) => test.context === project)));
  }
}

/** Merges the files of projects, so that the same share of the work of each has begun at any time. */
function inTurns(projects) {
  const workOf = ({ duration, size }) => (duration ?? size) + 1;
  const shares = projects.flatMap((files) => {
    const whole = files.reduce((sum, file) => sum + workOf(file), 0);
    let begun = 0;
    return files.map((file) => {
      const share = begun / whole;
      begun += workOf(file);
      return { test: file.test, share };
    });
  });
  return shares.toSorted((a, b) => a.share - b.share).map(({ test }) => test);
}
