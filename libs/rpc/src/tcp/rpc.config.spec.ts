import { describe, expect, it } from '@jest/globals';
import { checkConfigs, Config, ConfigError, setting, type Env } from '@parley/runtime/config';
import { z } from 'zod';
import { RpcConfig } from './rpc.config.ts';

function errorsOf(env: Env, ...others: (new (env: Env) => object)[]): readonly string[] {
  try {
    checkConfigs([RpcConfig, ...others], env);
  } catch (error) {
    if (error instanceof ConfigError) return error.errors;
    throw error;
  }
  return [];
}

describe('service addresses', () => {
  it('default to ports on this machine', () => {
    expect([...new RpcConfig({}).RPC_ADDRESSES]).toEqual([
      ['identity', [{ host: '127.0.0.1', port: 4101 }]],
      ['contact', [{ host: '127.0.0.1', port: 4102 }]],
      ['conversation', [{ host: '127.0.0.1', port: 4103 }]],
      ['ticket', [{ host: '127.0.0.1', port: 4104 }]],
      ['file', [{ host: '127.0.0.1', port: 4105 }]],
      ['mail', [{ host: '127.0.0.1', port: 4106 }]],
      ['webhook', [{ host: '127.0.0.1', port: 4107 }]],
      ['automation', [{ host: '127.0.0.1', port: 4108 }]],
    ]);
  });

  it('may be several per service, names, and IPv6', () => {
    const { RPC_ADDRESSES } = new RpcConfig({
      RPC_ADDRESSES: 'ticket=10.0.0.1:1, ticket=tickets.default.svc:65535,contact=[::1]:7,',
    });
    expect([...RPC_ADDRESSES]).toEqual([
      [
        'ticket',
        [
          { host: '10.0.0.1', port: 1 },
          { host: 'tickets.default.svc', port: 65_535 },
        ],
      ],
      ['contact', [{ host: '::1', port: 7 }]],
    ]);
  });

  it('are reported each if they are invalid', () => {
    const raw = 'ticket=localhost,tickets=a:1,ticket=a:0,ticket=[a]:1,ticket=::1:5,ticket=ok:1';
    expect(errorsOf({ RPC_ADDRESSES: raw })).toEqual([
      `RPC_ADDRESSES=${raw}: "ticket=localhost" is not of the form service=host:port`,
      `RPC_ADDRESSES=${raw}: "tickets=a:1" names no service (identity, contact, conversation, ticket, file, mail, webhook, automation)`,
      `RPC_ADDRESSES=${raw}: "ticket=a:0" is not of the form service=host:port`,
      `RPC_ADDRESSES=${raw}: "ticket=[a]:1" is not of the form service=host:port`,
      `RPC_ADDRESSES=${raw}: "ticket=::1:5" is not of the form service=host:port`,
    ]);
  });
});

describe('certificates', () => {
  it('must be set together', () => {
    expect(errorsOf({ RPC_TLS_CERT: 'a', RPC_TLS_KEY: 'b' })).toEqual([
      'RPC_TLS_CERT, RPC_TLS_KEY and RPC_TLS_CA must be set together',
    ]);
    expect(errorsOf({ RPC_TLS_CERT: '', RPC_TLS_KEY: '', RPC_TLS_CA: '' })).toEqual([]);
  });

  it('must be readable', () => {
    expect(errorsOf({ RPC_TLS_CERT: '/none', RPC_TLS_KEY: '/none', RPC_TLS_CA: '/none' })).toEqual([
      'RPC_TLS_CERT=/none: cannot be read (ENOENT)',
    ]);
  });
});

describe('secrets', () => {
  const [OLD, NOW, NEXT] = ['the old', 'the current', 'the next'].map(
    (age) => `${age} secret of all the services`,
  );

  it('or certificates are required on any address but loopback, which is told with all other faults', () => {
    class Other extends Config({ OTHER: setting('Other', z.string()) }) {}
    const [missing = '', ...others] = errorsOf({ RPC_HOST: '0.0.0.0' }, Other);
    expect(missing).toContain('RPC_SECRET is not set, which RPC_HOST=0.0.0.0 requires');
    expect(others).toEqual(['OTHER is not set']);
    for (const host of ['::', '10.0.0.7', 'ticket']) expect(errorsOf({ RPC_HOST: host })).toHaveLength(1);
    for (const host of ['127.0.0.1', '127.0.0.3', '::1', 'localhost'])
      expect(errorsOf({ RPC_HOST: host })).toEqual([]);
    expect(errorsOf({ RPC_HOST: '0.0.0.0', RPC_SECRET: NOW })).toEqual([]);
  });

  const WEAK = 'each secret must be at least 32 random characters';

  it.each([
    ['short', { RPC_SECRET: 'x1y2z3' }, `RPC_SECRET: ${WEAK}`],
    ['placeholders', { OPERATOR_SECRET: 'change-me-to-a-long-random-secret!' }, `OPERATOR_SECRET: ${WEAK}`],
    ['three', { RPC_SECRET: `${OLD},${NOW},${NEXT}` }, 'RPC_SECRET: must be at most 2 secrets'],
    [
      'the same for both roles',
      { RPC_SECRET: `${NOW},${OLD}`, OPERATOR_SECRET: OLD },
      'OPERATOR_SECRET must not be the same as RPC_SECRET',
    ],
  ])('that are %s are refused without quoting them', (_, env, fault) => {
    expect(errorsOf(env)).toEqual([fault]);
  });
});
