// Which modules of this repository are evaluated for one test file alone, and which for all files of a worker (ADR 32).
import { basename, join, relative } from 'node:path';

export const root = join(import.meta.dirname, '../../..');

/** Whether a module may hold the state of one test file: specs, and what they alone import. */
export function isOfTests(file) {
  const path = relative(root, file);
  if (/\.(spec|conformance|fixture|harness)\.ts$/.test(basename(path))) return true;
  return path.startsWith('test/') && !path.startsWith('test/setup/');
}
