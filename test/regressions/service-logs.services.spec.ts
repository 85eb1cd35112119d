import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it } from '@jest/globals';
import { logsFolder } from '../setup/logs.mjs';

/** More than the start writes, and less than a run does. */
const BYTES = 65_536;

/** What `npm run services` wrote first to its standard output, by lines, of which the last one may not be complete. */
async function firstLines(): Promise<string[]> {
  const names = (await readdir(logsFolder())).filter((name) => /^services-\d+-stdout\.log$/.test(name));
  const starts = names.map((name) => text(createReadStream(join(logsFolder(), name), { end: BYTES })));
  return (await Promise.all(starts)).flatMap((start) => start.split('\n').slice(0, -1));
}

it('the log lines of separate services are JSON that names the service, with nothing before it', async () => {
  const lines = (await firstLines()).filter((line) => line.includes('"event":'));
  expect(lines.filter((line) => !line.startsWith('{"level":'))).toEqual([]);
  const names = lines.map((line) => (JSON.parse(line) as { name: string }).name);
  expect(names).toEqual(expect.arrayContaining(['contact', 'gateway', 'webhook']));
});
