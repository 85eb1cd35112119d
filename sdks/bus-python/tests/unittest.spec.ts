import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';
import { findPythonWithPika } from '../../../test/setup/python.mjs';

const folder = join(import.meta.dirname, '..');
const python = findPythonWithPika();

// scripts/test.mjs reports what is left out.
const itWithPython = python === undefined ? it.skip : it;

itWithPython('the tests of the bus subscriber for Python pass', async () => {
  const { stderr } = await promisify(execFile)(python ?? '', ['-m', 'unittest', 'discover', '-s', 'tests'], {
    cwd: folder,
    env: { PATH: process.env['PATH'], PYTHONPATH: join(folder, 'src'), PYTHONDONTWRITEBYTECODE: '1' },
  });
  expect(stderr).toMatch(/^Ran \d+ tests/m);
});
