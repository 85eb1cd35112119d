import { describe, expect, it } from '@jest/globals';
import { describeServer, reachServers } from './servers.ts';

/** A password with characters that a URL has to encode, and often does not. */
const PASSWORDS = [
  'hunter2',
  'hun/ter2',
  '12345/hunter2',
  'hun@ter2',
  'hun#ter2',
  'hun?ter2',
  'a@b/hunter2',
  'hun\nter2',
];

describe('a server, as a start describes it', () => {
  it('is its host and its path, without the query', () => {
    const of = (url: string) => describeServer('DATABASE_URL', { DATABASE_URL: url });
    expect(of('postgres://db.example:5432/parley?sslmode=require')).toBe(
      'db.example:5432/parley (DATABASE_URL)',
    );
    expect(of('postgres://user:hunter2@one:5432,two:5432/parley')).toBe(
      'one:5432,two:5432/parley (DATABASE_URL)',
    );
    expect(describeServer('REDIS_URL', { REDIS_URL: 'redis://127.0.0.1:6379/' })).toBe(
      '127.0.0.1:6379 (REDIS_URL)',
    );
    expect(describeServer('AMQP_URL', {})).toBe('in this process');
  });

  it.each(PASSWORDS)('never shows its password, here %j', async (password) => {
    const DATABASE_URL = `postgres://user:${password}@127.0.0.1:1/parley`;
    expect(describeServer('DATABASE_URL', { DATABASE_URL })).toBe('127.0.0.1:1/parley (DATABASE_URL)');
    const failure = await reachServers({ DATABASE_URL }).catch((error: unknown) => String(error));
    expect(failure).toContain('the database 127.0.0.1:1/parley cannot be used');
    expect(failure).not.toMatch(/hun|ter2/);
  });
});
