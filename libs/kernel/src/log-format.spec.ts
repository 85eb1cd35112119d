import { describe, expect, it } from '@jest/globals';
import { logOutput, type LogFormat } from './log-format.ts';
import { createLogger, type Logger } from './logger.ts';

/** What is shown on a terminal, without colors; nothing for a format whose lines pino writes itself. */
function shown(
  write: (logger: Logger) => void,
  format: LogFormat = 'auto',
  isTTY = true,
): string | undefined {
  let text = '';
  const terminal = { isTTY, write: (part: string) => (text += part) !== '' };
  const output = logOutput(format, terminal as unknown as NodeJS.WriteStream);
  if (output === undefined) return undefined;
  write(createLogger('ticket', 'info', output));
  // eslint-disable-next-line no-control-regex
  return text.replaceAll(/\u001B\[\d+m/g, '');
}

const failed = (level: 'warn' | 'error') => (logger: Logger) =>
  logger[level]({ event: 'outbox.publish.failed', err: new Error('connection lost') }, 'Cannot publish');

describe('a log line', () => {
  it('is text on a terminal, JSON elsewhere, and as LOG_FORMAT says', () => {
    const write = (logger: Logger) => logger.info({ event: 'process.started' }, 'Process started');
    const text = /^\[\d\d:\d\d:\d\d\] INFO \(ticket\): Process started {"event":"process\.started"}\n$/;
    expect(shown(write)).toMatch(text);
    expect(shown(write, 'text', false)).toMatch(text);
    expect([shown(write, 'auto', false), shown(write, 'json')]).toEqual([undefined, undefined]);
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
