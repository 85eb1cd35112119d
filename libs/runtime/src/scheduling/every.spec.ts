import { Injectable, Module } from '@nestjs/common';
import { expect, it } from '@jest/globals';
import { eventually } from '@parley/testing';
import { startService } from '../process/boot.ts';
import { Every } from './every.ts';

const ENCRYPTION_KEYS = Buffer.alloc(32, 7).toString('base64');

it('runs the marked methods of a service while it runs, once per instance', async () => {
  const runs: string[] = [];
  @Injectable()
  class Jobs {
    readonly #state = 'own state';

    @Every('1h', 'test.at_start', { atStart: true })
    async atStart(signal: AbortSignal): Promise<void> {
      runs.push(`started with ${this.#state}`);
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      runs.push('ended');
    }

    @Every('1ms', 'test.often')
    often(): Promise<void> {
      runs.push('often');
      return Promise.resolve();
    }

    @Every('1h', 'test.later')
    later(): Promise<void> {
      runs.push('too early');
      return Promise.resolve();
    }
  }
  @Module({ providers: [Jobs, { provide: 'alias', useExisting: Jobs }] })
  class Service {}
  const env = { ENCRYPTION_KEYS, LOG_LEVEL: 'silent' };
  const app = await startService(Service, { name: 'ticket', env, providers: [] });
  await eventually(() => runs.filter((run) => run === 'often').length >= 2);
  await app.close();
  const ended = runs.length;
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(runs).toHaveLength(ended);
  expect(runs.filter((run) => run !== 'often')).toEqual(['started with own state', 'ended']);
});

it('refuses an interval that is not a duration', () => {
  expect(() => Every('often', 'test.job')).toThrow(RangeError);
});
