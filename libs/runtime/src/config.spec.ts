import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { z } from 'zod';
import { KernelConfig } from './process/boot.ts';
import {
  checkConfigs,
  commaList,
  Config,
  ConfigError,
  duration,
  integer,
  isPlaceholder,
  port,
  secretSetting,
  setting,
  type Env,
  withOwnPassword,
  withSecretFiles,
} from './config.ts';

class ExampleConfig extends Config({
  TIMEOUT: setting('How long to wait', duration, '15s'),
  SLOTS: setting('How many at a time', integer(1, 100), '5'),
  ALLOW: setting('Who may pass', commaList, 'localhost, example.com'),
  PORT: setting('Where to listen', port),
}) {}

function errorsOf(load: () => unknown): readonly string[] {
  try {
    load();
  } catch (error) {
    if (error instanceof ConfigError) return error.errors;
    throw error;
  }
  return [];
}

describe('a config', () => {
  it('has typed values from the environment, or the defaults', () => {
    const config = new ExampleConfig({ PORT: '3000', SLOTS: '7' });
    const values: { TIMEOUT: number; SLOTS: number; ALLOW: string[]; PORT: number } = { ...config };
    expect(values).toEqual({ TIMEOUT: 15_000, SLOTS: 7, ALLOW: ['localhost', 'example.com'], PORT: 3000 });
  });

  it('reports all invalid variables at once', () => {
    const env = { TIMEOUT: 'soon', SLOTS: '101', ALLOW: '' };
    expect(errorsOf(() => new ExampleConfig(env))).toEqual([
      'TIMEOUT=soon: must be a duration like 500ms, 20s, 5m, 1h or 2d',
      'SLOTS=101: must be from 1 to 100',
      'PORT is not set',
    ]);
  });

  it('treats an empty value as set', () => {
    expect(new ExampleConfig({ PORT: '0', ALLOW: '' }).ALLOW).toEqual([]);
    expect(errorsOf(() => new ExampleConfig({ PORT: '' }))).toEqual(['PORT=: must be a whole number']);
    expect(errorsOf(() => new ExampleConfig({ PORT: '1', TIMEOUT: '' }))).toHaveLength(1);
  });

  it.each(['1.5', '-1', '1e2', ' 1', '0x1', '1234567890123456'])('rejects %j as an integer', (value) => {
    expect(errorsOf(() => new ExampleConfig({ PORT: value }))[0]).toContain('must be a whole number');
  });

  it('limits a number to inclusive bounds', () => {
    expect(new ExampleConfig({ PORT: '65535', SLOTS: '1' })).toMatchObject({ PORT: 65_535, SLOTS: 1 });
    expect(errorsOf(() => new ExampleConfig({ PORT: '65536', SLOTS: '0' }))).toHaveLength(2);
  });

  it('shows an invalid address without user and password', () => {
    class AddressConfig extends Config({ AT: setting('Where it is', z.url().max(10)) }) {}
    const AT = 'https://me:hidden@pass/word@traces.example:4318/v1';
    expect(() => new AddressConfig({ AT })).toThrow(/^AT=https:\/\/…@traces\.example:4318\/v1: /);
  });

  it('never shows a secret, not even an invalid one', () => {
    class SecretConfig extends Config({ URL: secretSetting('Where it is', z.string().min(100)) }) {}
    const errors = errorsOf(() => new SecretConfig({ URL: 'postgres://user:hunter2@db' }));
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatch(/^URL: /);
    expect(errors[0]).not.toContain('hunter2');
  });

  describe('with secrets in files', () => {
    class SecretConfig extends Config({
      URL: secretSetting('Where it is', z.string().min(8)),
      KEY: secretSetting('How it opens', z.string(), ''),
      NAME: setting('Who it is', z.string(), 'nobody'),
    }) {}
    const folder = mkdtempSync(join(tmpdir(), 'parley-secrets-'));
    afterAll(() => rmSync(folder, { recursive: true }));
    const file = (name: string, text: string): string => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    };

    it('reads them without the line break at their end', () => {
      const env = { URL_FILE: file('url', 'postgres://db\r\n'), KEY_FILE: file('key', ' k y\n\n') };
      expect({ ...new SecretConfig(env) }).toEqual({ URL: 'postgres://db', KEY: ' k y', NAME: 'nobody' });
    });

    it('reports each that is missing, empty, a folder, invalid, or given twice, with every other fault', () => {
      const missing = join(folder, 'missing');
      const errors = (env: Env) => errorsOf(() => new SecretConfig(env));
      expect(errors({ URL_FILE: missing, KEY_FILE: file('empty', '\n') })).toEqual([
        `URL_FILE=${missing}: cannot be read (ENOENT)`,
        `KEY_FILE=${join(folder, 'empty')}: the file is empty`,
      ]);
      expect(errors({ URL: 'postgres://db', URL_FILE: missing, KEY_FILE: folder })).toEqual([
        'URL and URL_FILE are both set',
        `KEY_FILE=${folder}: cannot be read (EISDIR)`,
      ]);
      const short = errors({ URL_FILE: file('short', 'hunter2') });
      expect(short).toEqual([expect.stringMatching(/^URL: /)]);
      expect(short[0]).not.toContain('hunter2');
    });

    it('resolves them for other processes', () => {
      const env = { URL_FILE: file('url', 'postgres://db\n'), NAME: 'n', NAME_FILE: '/none' };
      expect(withSecretFiles([SecretConfig], env)).toEqual({
        URL: 'postgres://db',
        NAME: 'n',
        NAME_FILE: '/none',
      });
    });
  });

  it('of the kernel shows no encryption key in an error', () => {
    const good = Buffer.alloc(32, 7).toString('base64');
    const errors = errorsOf(() => new KernelConfig({ ENCRYPTION_KEYS: `${good},${good.slice(4)}` }));
    expect(errors).toEqual(['ENCRYPTION_KEYS: each key must be 32 bytes in base64']);
  });

  it('of the kernel accepts one or several keys', () => {
    const keys = [1, 2].map((byte) => Buffer.alloc(32, byte));
    const env: Env = { ENCRYPTION_KEYS: keys.map((key) => key.toString('base64')).join(' , ') };
    expect(new KernelConfig(env).ENCRYPTION_KEYS).toEqual(keys);
    expect(errorsOf(() => new KernelConfig({ ENCRYPTION_KEYS: '' }))).toHaveLength(1);
  });
});

describe('several configs', () => {
  class OtherConfig extends Config({
    PORT: setting('Where to listen', port),
    NAME: setting('Who it is', z.string().min(1)),
  }) {}

  it('report all their errors together, each once', () => {
    expect(errorsOf(() => checkConfigs([ExampleConfig, OtherConfig], { SLOTS: 'x', NAME: '' }))).toEqual([
      'SLOTS=x: must be a whole number',
      'PORT is not set',
      expect.stringMatching(/^NAME=: /),
    ]);
  });

  it('rethrow an error that is not a ConfigError', () => {
    class Broken extends TypeError {
      constructor(_env: Env) {
        super('a bug');
        throw this;
      }
    }
    expect(() => checkConfigs([Broken], {})).toThrow(TypeError);
  });
});

describe('a placeholder', () => {
  it.each([
    'change-me',
    'changeme',
    'CHANGE_ME_please',
    'replace-me',
    'your-password',
    'password',
    'xxxxxx',
    'aaaaaaaa',
  ])('%s is recognized, also as the password of a URL', (text) => {
    expect(isPlaceholder(text)).toBe(true);
    const parsed = withOwnPassword(z.string()).safeParse(`redis://:${text}@redis:6379`);
    expect(parsed.error?.issues.map(({ message }) => message)).toEqual([
      'its password is a placeholder: set a random one',
    ]);
  });

  it('is no random text, and no missing password', () => {
    fc.assert(fc.property(fc.uuid(), (text) => !isPlaceholder(text)));
    for (const url of [
      'redis://redis:6379',
      'amqp://guest:guest@127.0.0.1',
      'postgres:///db?host=/run',
      'no URL',
    ])
      expect(withOwnPassword(z.string()).safeParse(url).success).toBe(true);
  });
});
