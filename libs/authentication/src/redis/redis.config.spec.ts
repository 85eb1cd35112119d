import { describe, expect, it } from '@jest/globals';
import { RedisConfig } from './redis.config.ts';

describe('the Redis config', () => {
  it('has a default for every setting', () => {
    expect({ ...new RedisConfig({}) }).toEqual({
      REDIS_URL: expect.objectContaining({ form: 'server', nodes: [{ host: '127.0.0.1', port: 6379 }] }),
      REDIS_TLS_CA: '',
      REDIS_SENTINEL_PASSWORD: '',
      REDIS_PREFIX: 'parley:',
      REDIS_COMMAND_TIMEOUT: 200,
      ca: undefined,
    });
  });

  it.each([
    ['redis://cache', { form: 'server', tls: false, nodes: [{ host: 'cache', port: 6379 }], database: 0 }],
    ['redis://[::1]:7000/2', { form: 'server', nodes: [{ host: '::1', port: 7000 }], database: 2 }],
    ['rediss://me:p%40ss@cache:1', { tls: true, username: 'me', password: 'p@ss' }],
    ['redis://:bahn8Ohd4oof@cache', { username: undefined, password: 'bahn8Ohd4oof' }],
    [
      'redis+sentinel://me:bahn8Ohd4oof@s1,s2:7001/main/3',
      {
        ...{ form: 'sentinel', primary: 'main', database: 3, username: 'me' },
        nodes: [
          { host: 's1', port: 26_379 },
          { host: 's2', port: 7001 },
        ],
      },
    ],
    [
      'rediss+cluster://n1:7001,n2',
      {
        ...{ form: 'cluster', tls: true },
        nodes: [
          { host: 'n1', port: 7001 },
          { host: 'n2', port: 6379 },
        ],
      },
    ],
  ])('reads %s', (url, address) => {
    expect(new RedisConfig({ REDIS_URL: url }).REDIS_URL).toMatchObject(address);
  });

  it.each([
    'http://:bahn8Ohd4oof@redis',
    'redis://',
    'redis://a,b',
    'redis://a:70000',
    'redis://a/b',
    'redis://%zz@a',
    'redis+sentinel://a',
    'redis+sentinel://a/',
    'redis+cluster://a/1',
    'redis+cluster://a,',
    'redis://a?password=bahn8Ohd4oof',
  ])('rejects %s without showing a password', (url) => {
    const syntax =
      'must be redis://host:port, redis+sentinel://host:port,host:port/primary or redis+cluster://host:port,host:port, or rediss with TLS';
    expect(() => new RedisConfig({ REDIS_URL: url })).toThrow(new Error(`REDIS_URL: ${syntax}`));
  });

  it.each([
    [
      { REDIS_URL: 'redis+sentinel://:change-me@a,b/main' },
      'REDIS_URL: its password is a placeholder: set a random one',
    ],
    [{ REDIS_PREFIX: 'a{b}' }, 'REDIS_PREFIX=a{b}: must be at most 100 characters without braces'],
    [{ REDIS_TLS_CA: '/none' }, 'REDIS_TLS_CA=/none: cannot be read (ENOENT)'],
  ])('rejects %j', (env, fault) => {
    expect(() => new RedisConfig(env)).toThrow(new Error(fault));
  });
});
