import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { requireServerVersion, ServerVersionError } from './server-version.ts';

describe('the version of a server', () => {
  it.each([
    ['PostgreSQL', '14.22 (Debian 14.22-1)', '15'],
    ['Redis', '6.0.16', '6.2'],
    ['Redis', '5.0.14', '6.2'],
    ['RabbitMQ', '3.9.29', '3.10'],
  ] as const)('%s %s is too old', (product, version, least) => {
    expect(() => requireServerVersion(product, version)).toThrow(
      new ServerVersionError(`${product} ${version.split(' ')[0]} is too old: ${least} or later is needed`),
    );
  });

  it.each([
    ['PostgreSQL', '15.19 (Debian 15.19-0+deb12u1)'],
    ['PostgreSQL', '19devel'],
    ['Redis', '6.2.0'],
    ['Redis', '255.255.255'],
    ['RabbitMQ', '3.10.8'],
    ['RabbitMQ', '4.1.0-rc.1'],
    ['RabbitMQ', 'unknown'],
  ] as const)('%s %s is accepted', (product, version) => {
    expect(() => requireServerVersion(product, version)).not.toThrow();
  });

  it('is compared number by number', () => {
    const part = fc.nat({ max: 30 });
    fc.assert(
      fc.property(fc.tuple(part, part, part), fc.tuple(part, part, part), (version, least) => {
        const isOlder = version.map(pad).join('.') < least.map(pad).join('.');
        const check = () => requireServerVersion('Redis', version.join('.'), least.join('.'));
        if (isOlder) expect(check).toThrow(ServerVersionError);
        else expect(check).not.toThrow();
      }),
    );
  });
});

const pad = (part: number) => String(part).padStart(2, '0');
