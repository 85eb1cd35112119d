import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { logOutput, type LogFormat } from './log-format.ts';
import { createLogger, type Logger } from './logger.ts';

/** What is shown on a terminal, without colors; nothing for lines of JSON. */
function shown(write: (logger: Logger) => void, format: LogFormat = 'auto', isTTY = true): string {
  let text = '';
  const terminal = { isTTY, write: (part: string) => (text += part) !== '' };
  const output = logOutput(format, terminal as unknown as NodeJS.WriteStream);
  write(createLogger('ticket', 'info', output));
  // eslint-disable-next-line no-control-regex
  return text.replaceAll(/\u001B\[\d+m/g, '');
}

const failed = (level: 'warn' | 'error') => (logger: Logger) =>
  logger[level]({ event: 'outbox.publish.failed', err: new Error('connection lost') }, 'Cannot publish');

describe('a log line', () => {
  it('is text on a terminal and with LOG_FORMAT=text', () => {
    const write = (logger: Logger) => logger.info({ event: 'process.started' }, 'Process started');
    const text = /^\[\d\d:\d\d:\d\d\] INFO \(ticket\): Process started {"event":"process\.started"}\n$/;
    expect(shown(write)).toMatch(text);
    expect(shown(write, 'text', false)).toMatch(text);
  });

  it('as text has the message of an error, and a stack only if nobody expected it', () => {
    expect(shown(failed('warn'))).toMatch(/WARN \(ticket\): Cannot publish: connection lost {.*}\n$/);
    expect(shown(failed('error'))).toMatch(/ERROR \(ticket\): Cannot publish\nError: connection lost\n +at /);
    expect(shown((logger) => logger.warn({ err: 'a text' }, 'Cannot publish'))).toContain('publish: a text');
  });

  it('as text redacts secrets', () => {
    expect(shown((logger) => logger.info({ body: { token: 'hunter2' } }, 'x'))).toContain('[redacted]');
  });
});

/** Code in a process with two loggers; without the rest of the library, which takes half a second to load. */
function programOf(code: string): string {
  const built = (name: string) =>
    JSON.stringify(new URL(`../../dist/logging/${name}.js`, import.meta.url).pathname);
  return `
    import { logOutput } from ${built('log-format')};
    import { createLogger } from ${built('logger')};
    const [one, two] = ['one', 'two'].map((name) => createLogger(name, 'info', logOutput('auto')));
    ${code}`;
}

/** The messages on the standard output of a process that runs this code. */
async function messagesOf(code: string): Promise<string[]> {
  const run = promisify(execFile)(process.execPath, ['--input-type=module', '--eval', programOf(code)]);
  const { stdout } = await run.catch((error: unknown) => error as { stdout: string });
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => (JSON.parse(line) as { msg: string }).msg);
}

describe('lines of JSON', () => {
  it.each([
    ['the process ends', ''],
    ['the process exits', 'process.exit(1);'],
    ['the process ends by an error', `throw new Error('unexpected');`],
    ['the process is killed in a later turn', `setTimeout(() => process.kill(process.pid, 'SIGKILL'), 20);`],
    ['there are more than one write takes', `for (let n = 0; n < 2_000; n += 1) one.info('x'.repeat(100));`],
  ])('are all written, in their order, if %s', async (_, then) => {
    const messages = await messagesOf(`one.info('first'); two.info('second'); one.info('third'); ${then}`);
    expect(messages.slice(0, 3)).toEqual(['first', 'second', 'third']);
    expect(messages).toHaveLength(then.includes('2_000') ? 2_003 : 3);
  });

  it('are written up to one of level fatal before anything else happens', async () => {
    const then = `two.fatal('last'); process.kill(process.pid, 'SIGKILL');`;
    expect(await messagesOf(`one.info('first'); ${then}`)).toEqual(['first', 'last']);
  });

  it('share one write in a turn of the event loop', async () => {
    const count = `import fs from 'node:fs'; let writes = 0; const writeSync = fs.writeSync;
      fs.writeSync = (...args) => { writes += 1; return writeSync(...args); };
      for (let n = 0; n < 10; n += 1) one.info('line'); setImmediate(() => setImmediate(() => one.info(String(writes))));`;
    expect((await messagesOf(count)).at(-1)).toBe('1');
  });

  it('do not keep a process from ending when nobody reads them', async () => {
    const forever = `setInterval(() => one.info('x'), 1); setTimeout(() => process.exit(3), 300);`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', programOf(forever)], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    child.stdout.destroy();
    expect(await once(child, 'exit')).toEqual([3, null]);
  });
});
