// Runs samples of the Node.js library: standard input has them as JSON. Each ends in a line, as those of the other languages do.
import { readFileSync } from 'node:fs';
import { Parley } from '@parley/client';

const AsyncFunction = (async () => {}).constructor;
for (const { id, apiKey, source } of JSON.parse(readFileSync(0, 'utf8'))) {
  const parley = new Parley({ baseUrl: process.env.PARLEY_BASE_URL, apiKey });
  try {
    await new AsyncFunction('parley', source)(parley);
    console.log(`ok ${id}`);
  } catch (error) {
    console.log(`not ok ${id} ${error}`);
  }
}
