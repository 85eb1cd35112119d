import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { createContact } from '@parley/contracts';
import { eventually } from '@parley/testing';
import { logsFolder } from '../setup/logs.mjs';
import { operator } from '../e2e/platform.ts';

/** What `npm run services` has written to its standard output so far, by lines. */
async function writtenLines(): Promise<string[]> {
  const names = (await readdir(logsFolder())).filter((name) => /^services-\d+-stdout\.log$/.test(name));
  const texts = await Promise.all(names.map((name) => readFile(join(logsFolder(), name), 'utf8')));
  // The last one may not be complete yet.
  return texts.flatMap((text) => text.split('\n').slice(0, -1));
}

it('the log lines of separate services are JSON that names the service, with nothing before it', async () => {
  const { live } = await operator.workspace();
  await live.ok(createContact, { body: { email: 'lines@example.com' } });
  const lines = await eventually(async () => {
    const found = (await writtenLines()).filter((line) => line.includes('"event":'));
    expect(found.some((line) => line.includes('"name":"contact"'))).toBe(true);
    return found;
  });
  expect(lines.filter((line) => !line.startsWith('{"level":'))).toEqual([]);
  const names = lines.map((line) => (JSON.parse(line) as { name: string }).name);
  expect(names).toEqual(expect.arrayContaining(['contact', 'gateway']));
});
