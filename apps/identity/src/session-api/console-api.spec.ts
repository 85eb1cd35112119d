import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { listSessions, type ListedSession } from '@parley/contracts/console';
import { createLogger } from '@parley/runtime/logging';
import { fastify, type FastifyInstance } from 'fastify';
import { IdentityConfig } from '../identity.config.ts';
import { ConsoleApi } from './console-api.ts';
import { HandlesConsole } from './handles-console.ts';

class Sessions {
  @HandlesConsole(listSessions)
  list(): Promise<ListedSession[]> {
    return Promise.resolve([]);
  }
}

let instance: FastifyInstance;
beforeEach(() => {
  instance = fastify();
});
afterEach(() => instance.close());

const install = (...handlers: object[]) =>
  new ConsoleApi(
    handlers,
    undefined as never,
    new IdentityConfig({}),
    createLogger('identity', 'silent'),
  ).install(instance);

describe('the API of the account console', () => {
  it('does not start while an operation has no handler', async () => {
    await expect(install(new Sessions())).rejects.toThrow(
      /^No handler for access_token\.create, .*key\.list/,
    );
    await expect(install(new Sessions())).rejects.not.toThrow('session.list');
  });

  it('does not start when an operation has two handlers', async () => {
    await expect(install(new Sessions(), new Sessions())).rejects.toThrow(
      'Sessions.list is another handler of session.list',
    );
  });
});
