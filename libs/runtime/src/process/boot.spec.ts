import { randomBytes } from 'node:crypto';
import {
  Inject,
  Injectable,
  Module,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { afterAll, describe, expect, it } from '@jest/globals';
import { eventsMigrations, EventsModule, EventTransport, InProcessEvents } from '@parley/events';
import { migrate, PersistenceModule } from '@parley/persistence';
import { InProcessRpc, RpcModule, RpcTransport } from '@parley/rpc';
import { eventually, TestDatabase } from '@parley/testing';
import { KernelConfig, startService } from './boot.ts';
import { ConfigError, ENV, type Env } from '../config.ts';
import { LOGGER, type Logger } from '../logging/logger.ts';
import { Encryptor } from '../encryptor.ts';

const ENCRYPTION_KEYS = Buffer.alloc(32, 7).toString('base64');

describe('a service', () => {
  it('receives environment, logger, config and encryptor, and the providers of its deployment form', async () => {
    @Injectable()
    class Part {
      constructor(
        @Inject(ENV) readonly env: Env,
        @Inject(LOGGER) readonly logger: Logger,
        readonly config: KernelConfig,
        readonly encryptor: Encryptor,
        @Inject('transport') readonly transport: string,
      ) {}
    }
    @Module({ providers: [Part] })
    class Service {}
    const env = { ENCRYPTION_KEYS, LOG_LEVEL: 'silent', MORE: 'x' };
    const providers = [{ provide: 'transport', useValue: 'in process' }];
    const app = await startService(Service, { name: 'ticket', env, providers });
    const part = app.get(Part);
    expect(part.env).toBe(env);
    expect(part.logger.bindings()['name']).toBe('ticket');
    expect(part.config.LOG_LEVEL).toBe('silent');
    expect(part.encryptor.decrypt(part.encryptor.encrypt('x', 'about'), 'about').toString()).toBe('x');
    expect(part.transport).toBe('in process');
    await app.close();
  });

  it('does not start with an invalid environment', async () => {
    @Module({})
    class Service {}
    const start = startService(Service, { name: 'ticket', env: { LOG_LEVEL: 'loud' }, providers: [] });
    await expect(start).rejects.toThrow(ConfigError);
  });

  it('stops the started parts if another part cannot start, and reports the cause', async () => {
    const ended: string[] = [];
    @Injectable()
    class Begun implements OnApplicationShutdown {
      onApplicationShutdown(): Promise<void> {
        ended.push('begun');
        return Promise.reject(new Error('that it cannot end either is not what stopped it'));
      }
    }
    @Injectable()
    class Failing implements OnApplicationBootstrap {
      onApplicationBootstrap(): never {
        throw new Error('out of cheese');
      }
    }
    @Module({ providers: [Begun, Failing] })
    class Service {}
    const env = { ENCRYPTION_KEYS, LOG_LEVEL: 'silent' };
    await expect(startService(Service, { name: 'ticket', env, providers: [] })).rejects.toThrow(
      'out of cheese',
    );
    expect(ended).toEqual(['begun']);
  });
});

describe('ENCRYPTION_KEYS', () => {
  const keysOf = (value: string) => new KernelConfig({ ENCRYPTION_KEYS: value }).ENCRYPTION_KEYS;

  it('are 32 bytes each in base64, or in that of URLs', () => {
    const [one, other] = [randomBytes(32), randomBytes(32)];
    expect(keysOf(`${one.toString('base64')}, ${other.toString('base64url')}`)).toEqual([one, other]);
  });

  it.each([
    ['zeros', Buffer.alloc(32).toString('base64')],
    ['an example that is long enough', 'change-me-change-me-change-me-change-me-chX'],
    ['an example behind a key', `${ENCRYPTION_KEYS},${'x'.repeat(43)}`],
    ['characters that are no base64', `${'a!'.repeat(43)}=`],
    ['a sentence', 'this is a long sentence that somebody has taken for a key'],
    ['31 bytes', randomBytes(31).toString('base64')],
    ['33 bytes', randomBytes(33).toString('base64')],
    ['a key with a comma behind it', `${ENCRYPTION_KEYS},`],
    ['nothing', ''],
  ])('are never %s', (_, value) => {
    expect(() => keysOf(value)).toThrow(ConfigError);
  });
});

const database = await TestDatabase.create();

describe('a service that cannot start', () => {
  afterAll(() => database.drop());

  it('leaves no connections, subscriptions or registered handlers behind', async () => {
    @Module({
      imports: [
        PersistenceModule.forService({ service: 'contact', entities: [], migrations: [eventsMigrations] }),
        EventsModule.forService('contact'),
        // Nothing handles the procedures of this service: that is what stops it.
        RpcModule.forService('contact'),
      ],
    })
    class Service {}
    await migrate(database.url, [{ service: 'contact', migrations: [eventsMigrations] }]);
    const events = new InProcessEvents(['contact']);
    const rpc = new InProcessRpc();
    const env = {
      DATABASE_URL: database.url,
      ENCRYPTION_KEYS,
      LOG_LEVEL: 'silent',
    };
    const providers = [
      { provide: EventTransport, useValue: events },
      { provide: RpcTransport, useValue: rpc },
    ];
    await expect(startService(Service, { name: 'contact', env, providers })).rejects.toThrow(
      'has no handler',
    );
    await eventually(async () => {
      const connections = await database.query(
        `select 1 from pg_stat_activity where datname = current_database() and application_name like 'parley-%'`,
      );
      return connections.length === 0;
    });
    // Its subscription is gone: what is published waits for it.
    expect(await events.publish([{ envelope: { subject: 'ticket_1' } as never, attempts: 0 }])).toEqual([
      { outcome: 'waiting' },
    ]);
  });
});
