import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mintToken, type TokenPrefix } from '@parley/authentication';
import { newId } from '@parley/kernel';
import { findSecrets, keepLog, rememberPasswords, searchLogs } from '../setup/logs.mjs';
import NoSecretsInLogs from '../setup/no-secrets-in-logs.mjs';

const PREFIXES: readonly TokenPrefix[] = ['sk_live_', 'sk_test_', 'at_', 'at_test_', 'rt_', 'pat_'];

describe('the search of logs', () => {
  it.each([
    ...PREFIXES.map((prefix) => [prefix, `{"msg":"request","key":"${mintToken(prefix, 'Ab12')}"}`]),
    ['a token that is cut off', `cut off: ${mintToken('pat_', 'Ab12').slice(0, 30)}`],
    ['a code', `https://app.example/callback?code=${mintToken('ac_', 'Ab12')}`],
    ['a client secret', `client ${mintToken('cs_', 'Ab12')}`],
    ['a webhook secret', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    ['a download link', `GET /ws_1/live/file_1/a?expires=1&key=a&signature=${'Ab-_'.repeat(10)}abc`],
    ['a presigned URL', `https://s3.example.com/a?X-Amz-Expires=60&X-Amz-Signature=${'0a'.repeat(32)}`],
    ['client credentials', 'GET / authorization: Basic YXBwXzEyMzQ1Njc4OTA6c2VjcmV0'],
    ['a header', '{"authorization":"x"}'],
    ['a password', '{"password":"hunter2"}'],
    ['the hash of a password', '$argon2id$v=19$m=19456,t=2,p=1$DhtILRKmr1u4yXOrBUi'],
  ])('finds a secret in a line with %s, and does not repeat it', (_, line) => {
    const found = findSecrets(`{"level":"info"}\n${line}\n`);
    expect(found).toHaveLength(1);
    expect(found[0]?.length).toBeLessThan(50);
  });

  it('finds a password that a command printed', () => {
    const password = 'kHq7mPz3TnWv9cRxB2eY';
    expect(findSecrets(`tried ${password}`)).toEqual([]);
    expect(findSecrets(`tried ${password}`, new Set([password]))).toEqual(['a password: kHq7mPz3TnWv…']);
  });

  it.each([
    ['ids', `{"credential_id":"${newId('pat')}","key":"${newId('key')}","grant":"${newId('grant')}"}`],
    ['what was redacted', '{"authorization":"[redacted]","password":"[redacted]"}'],
    ['a challenge', 'WWW-Authenticate: Bearer realm="api", error="invalid_token"'],
    ['a name that ends like a prefix', '{"format_0123456789012345678901":1}'],
  ])('finds none in %s', (_, line) => {
    expect(findSecrets(line)).toEqual([]);
  });
});

describe('a run', () => {
  const before = process.env['TEST_LOGS'];
  beforeEach(async () => {
    process.env['TEST_LOGS'] = await mkdtemp(join(tmpdir(), 'parley-logs-'));
  });
  afterEach(async () => {
    await rm(process.env['TEST_LOGS'] ?? '', { recursive: true, force: true });
    if (before === undefined) delete process.env['TEST_LOGS'];
    else process.env['TEST_LOGS'] = before;
  });

  /** A process that writes these lines, of each output. */
  async function write(
    name: string,
    stdout: readonly string[],
    stderr: readonly string[] = [],
  ): Promise<void> {
    const text = (lines: readonly string[]) => JSON.stringify(lines.map((line) => `${line}\n`).join(''));
    const program = `process.stdout.write(${text(stdout)}); process.stderr.write(${text(stderr)})`;
    const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'pipe'] });
    keepLog(child, name);
    await once(child, 'close');
  }
  const outcome = () => {
    const reporter = new NoSecretsInLogs();
    reporter.onRunComplete();
    return reporter.getLastError()?.message;
  };
  const token = mintToken('sk_live_', 'Ab12');

  it('passes with clean logs', async () => {
    await write('gateway', ['{"level":"info","msg":"request"}'], ['warning']);
    expect(searchLogs()).toEqual({ lines: 2, passwords: 0, findings: [] });
    expect(outcome()).toBeUndefined();
  });

  it('fails on a token in either output, and on a password that a command printed', async () => {
    await write('gateway', [`{"msg":"${token}"}`]);
    await write('identity', [], [`Error: ${token}`]);
    rememberPasswords({ id: 'user_1', password: 'kHq7mPz3TnWv9cRxB2eY' });
    rememberPasswords({ id: 'key_1' });
    await write('ticket', ['{"msg":"kHq7mPz3TnWv9cRxB2eY"}']);
    expect(searchLogs()).toMatchObject({ lines: 3, passwords: 1, findings: { length: 3 } });
    expect(outcome()).toBe('3 secrets in logs');
  });

  it('of standalone may print its credentials before it is ready, and never in its log', async () => {
    await write('standalone', [`key ${token}`, '{"msg":"started"}', 'ready on :3000', '{"msg":"request"}']);
    expect(searchLogs()).toMatchObject({ lines: 2, findings: [] });
    await write('standalone', [`{"msg":"${token}"}`, 'ready', `key ${token}`]);
    expect(searchLogs().findings).toHaveLength(1);
  });
});
