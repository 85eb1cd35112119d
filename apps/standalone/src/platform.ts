import type { INestApplicationContext } from '@nestjs/common';
import {
  Authenticator,
  MemoryState,
  RedisConfig,
  RedisState,
  RedisTokenStore,
  REQUEST_COUNTS,
  TOKEN_STORE_FACTORY,
  type AuthenticatorOptions,
  type TokenStoreFactory,
} from '@parley/authentication';
import { EventTransport, InProcessEvents, RabbitConfig, RabbitEvents } from '@parley/events';
import { InProcessFiles, UploadLimitsConfig, FileTransport } from '@parley/files';
import { authenticatorOptions, GatewayConfig, startGateway } from '@parley/gateway';
import { type Env } from '@parley/runtime/config';
import { createLogger, logOutput, type Logger } from '@parley/runtime/logging';
import { KernelConfig, startService } from '@parley/runtime/process';
import { environmentOf } from '@parley/persistence';
import { InProcessRpc, Rpc, RpcTransport } from '@parley/rpc';
import { SERVICES } from './services.ts';

export interface Platform {
  url: string;
  rpc: RpcTransport;
  uploads: FileTransport;
  close(): Promise<void>;
}

/**
 * Starts every service and the gateway in this process, on one database, with the broker and the Redis that the
 * environment names. Stops what it started when one fails.
 */
export async function startPlatform(env: Env): Promise<Platform> {
  const rpc = new InProcessRpc();
  const uploads = new InProcessFiles();
  const { LOG_LEVEL, LOG_FORMAT } = new KernelConfig(env);
  const logger = createLogger('standalone', LOG_LEVEL, logOutput(LOG_FORMAT));
  const services = SERVICES.map(({ database }) => database.service);
  const broker =
    env['AMQP_URL'] === undefined ? undefined : new RabbitEvents(new RabbitConfig(env), { services, logger });
  const options = authenticatorOptions(new GatewayConfig(env), new UploadLimitsConfig(env), new Rpc(rpc));
  const auth = authenticatorFor(env, options, logger);
  const providers = [
    { provide: RpcTransport, useValue: rpc },
    { provide: FileTransport, useValue: uploads },
    { provide: EventTransport, useValue: broker ?? new InProcessEvents(services) },
    { provide: Authenticator, useValue: auth.authenticator },
    { provide: REQUEST_COUNTS, useValue: auth.counts },
    { provide: TOKEN_STORE_FACTORY, useValue: auth.tokenStoreFactory },
  ];
  const started: INestApplicationContext[] = [];
  // First what accepts work, then what does it, then what carries its events: nothing is cut off in the middle.
  const close = async () => {
    await auth.close();
    for (const service of started) await service.close();
    await broker?.close();
  };
  try {
    for (const { database, module } of SERVICES) {
      const name = database.service;
      started.push(await startService(module, { name, env: environmentOf(name, env), providers }));
    }
    const gateway = await startGateway({ env, providers });
    const closeAll = async () => {
      await gateway.close();
      await close();
    };
    return { url: gateway.url, rpc, uploads, close: closeAll };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Authentication state: in Redis if REDIS_URL is set, else in memory. */
function authenticatorFor(env: Env, options: AuthenticatorOptions, log: Logger) {
  if (env['REDIS_URL'] === undefined) {
    const state = new MemoryState(options);
    const authenticator = new Authenticator(state, options);
    return {
      authenticator,
      counts: state,
      tokenStoreFactory: () => state,
      close: () => authenticator.close(),
    };
  }
  const shared = { redis: new RedisConfig(env), keys: new KernelConfig(env).ENCRYPTION_KEYS, log };
  const state = new RedisState({ ...options, ...shared });
  const authenticator = new Authenticator(state, options);
  let tokenStore: RedisTokenStore | undefined;
  return {
    authenticator,
    counts: state,
    tokenStoreFactory: ((source) =>
      (tokenStore = new RedisTokenStore({ ...shared, source }))) satisfies TokenStoreFactory,
    close: async () => {
      await authenticator.close();
      await tokenStore?.close();
    },
  };
}
