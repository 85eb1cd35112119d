import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';
import { LANGUAGES, presentLanguages } from './languages.mjs';

const sdks = join(import.meta.dirname, '../../sdks');

describe.each(presentLanguages())('the client library for %s passes its own', (language) => {
  const { checks, env } = LANGUAGES[language];

  it.each(Object.entries(checks))('%s', async (_, [program, ...args]) => {
    const child = spawn(program, args, { cwd: join(sdks, language), env: { ...process.env, ...env } });
    const ended = once(child, 'close');
    const outputs = await Promise.all([text(child.stdout), text(child.stderr)]);
    await ended;
    expect(child.exitCode === 0 ? '' : outputs.join('\n')).toBe('');
  });
});
