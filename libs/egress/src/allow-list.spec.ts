import { describe, expect, it } from '@jest/globals';
import { allowHosts } from './allow-list.ts';

const hosts = allowHosts('MAIL_ALLOW_CIDRS');

describe('a list of allowed hosts', () => {
  it('accepts names and suffixes in any case, and an empty value', () => {
    expect(hosts.parse(' Hooks.internal , *.svc.cluster.local.,,localhost')).toEqual([
      'hooks.internal',
      '*.svc.cluster.local',
      'localhost',
    ]);
    expect(hosts.parse('')).toEqual([]);
  });

  it.each([
    ['10.0.0.1', 'MAIL_ALLOW_CIDRS'],
    ['::1', 'MAIL_ALLOW_CIDRS'],
    ['*', 'is not a name'],
    ['a.*.b', 'is not a name'],
    ['http://hooks.internal', 'is not a name'],
    ['hooks.internal:8080', 'is not a name'],
    ['10.0.0.0/8', 'is not a name'],
  ])('rejects %s with the reason', (value, why) => {
    expect(hosts.safeParse(value).error?.issues[0]?.message).toContain(why);
  });
});
