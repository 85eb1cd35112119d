import { expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const atEnd = pathToFileURL(join(import.meta.dirname, '../setup/at-end.mjs')).href;
/** A run of tests that has started two things, of which one takes longer to stop. */
const RUN = `
  import { setTimeout } from 'node:timers/promises';
  import stopAll, { stopAtEnd } from ${JSON.stringify(atEnd)};
  stopAtEnd(async () => { await setTimeout(100); console.log('stopped services'); });
  stopAtEnd(async () => console.log('stopped database'));
  console.log('started');
  await new Promise((resolve) => process.stdin.once('end', resolve).resume());
  await stopAll();`;

async function endedBy(end: (run: ReturnType<typeof start>) => void) {
  const run = start();
  let output = '';
  run.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
    if (output === 'started\n') end(run);
  });
  const [code, signal] = (await once(run, 'close')) as [number | null, string | null];
  return { code, signal, output };
}

const start = () =>
  spawn(process.execPath, ['--input-type=module', '--eval', RUN], {
    env: { ...process.env, NODE_OPTIONS: '' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });

const OUTPUT = 'started\nstopped database\nstopped services\n';

it('what a run has started is stopped after its tests', async () => {
  const ended = await endedBy((run) => run.stdin.end());
  expect(ended).toEqual({ code: 0, signal: null, output: OUTPUT });
});

it('a signal that comes twice, from the terminal and from npm, does not end it sooner', async () => {
  const ended = await endedBy((run) => {
    run.kill('SIGINT');
    setTimeout(() => run.kill('SIGINT'), 20);
  });
  expect(ended).toEqual({ code: null, signal: 'SIGINT', output: OUTPUT });
});

it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'what a run has started is stopped when %s ends it',
  async (signal) => {
    const ended = await endedBy((run) => run.kill(signal));
    expect(ended).toEqual({ code: null, signal, output: OUTPUT });
  },
);
