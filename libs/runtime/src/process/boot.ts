import 'reflect-metadata';
import {
  type BeforeApplicationShutdown,
  type DynamicModule,
  type INestApplicationContext,
  type LoggerService,
  Module,
  type OnApplicationShutdown,
  type Provider,
  type Type,
} from '@nestjs/common';
import { DiscoveryModule, ModulesContainer, NestFactory } from '@nestjs/core';
import type { CustomTransportStrategy } from '@nestjs/microservices';
import { Config, ENV, isPlaceholder, secretSetting, setting, type Env } from '../config.ts';
import { Encryptor } from '../encryptor.ts';
import { LOG_FORMATS, logOutput } from '../logging/log-format.ts';
import { LOGGER, LOG_LEVELS, createLogger, type Logger } from '../logging/logger.ts';
import { Scheduler } from '../scheduling/every.ts';
import { z } from 'zod';

/** 32 bytes in base64, or in that of URLs. Node's decoder skips other characters, and makes a key of any text. */
const ENCRYPTION_KEY = /^[\w+/-]{43}=?$/;

/** Settings of every process. */
export class KernelConfig extends Config({
  LOG_LEVEL: setting('Minimum log level', z.string().pipe(z.enum(LOG_LEVELS)), 'info'),
  LOG_FORMAT: setting(
    '`json` for one JSON object per line, `text` for readable lines, `auto` for text on a terminal and JSON elsewhere',
    z.string().pipe(z.enum(LOG_FORMATS)),
    'auto',
  ),
  ENCRYPTION_KEYS: secretSetting(
    'Comma-separated keys for secrets at rest, 32 bytes each in base64: the first encrypts, all decrypt',
    z.string().transform((value, context): [Buffer, ...Buffer[]] => {
      const texts = value.split(',').map((text) => text.trim());
      if (!texts.every((text) => ENCRYPTION_KEY.test(text)))
        context.addIssue({ code: 'custom', message: 'each key must be 32 bytes in base64' });
      else if (texts.some((text) => isPlaceholder(text.replace('=', ''))))
        context.addIssue({ code: 'custom', message: 'a key is a placeholder: each must be 32 random bytes' });
      return texts.map((text) => Buffer.from(text, 'base64')) as [Buffer, ...Buffer[]];
    }),
  ),
}) {}

@Module({})
class KernelModule {}

@Module({})
class ServiceRoot {}

/** Writes warnings and errors of Nest as JSON lines; its messages about modules are dropped. */
class NestLog implements LoggerService {
  constructor(private readonly logger: Logger) {}
  log(): void {}
  debug(): void {}
  verbose(): void {}
  warn(message: unknown): void {
    this.logger.warn({ event: 'nest.warning' }, String(message));
  }
  error(message: unknown, ...rest: unknown[]): void {
    this.logger.error({ event: 'nest.error', detail: rest.map(String) }, String(message));
  }
  fatal(message: unknown): void {
    this.logger.fatal({ event: 'nest.fatal' }, String(message));
  }
}

interface ServiceOptions {
  name: string;
  env: Env;
  /** Transports and other providers that differ between standalone and separate services. */
  providers: readonly Provider[];
  strategy?: CustomTransportStrategy;
}

/** The root module of a service, with the global kernel module. */
export function serviceRoot(module: Type, { name, env, providers }: ServiceOptions) {
  const config = new KernelConfig(env);
  const logger = createLogger(name, config.LOG_LEVEL, logOutput(config.LOG_FORMAT));
  const onUnknownKey = (keyId: string) =>
    logger.error(
      { event: 'encryption.key.unknown', key_id: keyId },
      'A value is encrypted with a key that is not in ENCRYPTION_KEYS',
    );
  const exported: Provider[] = [
    { provide: ENV, useValue: env },
    { provide: LOGGER, useValue: logger },
    { provide: KernelConfig, useValue: config },
    { provide: Encryptor, useValue: new Encryptor(config.ENCRYPTION_KEYS, onUnknownKey) },
    ...providers,
  ];
  const kernel: DynamicModule = {
    module: KernelModule,
    global: true,
    imports: [DiscoveryModule],
    providers: [...exported, Scheduler],
    exports: exported,
  };
  const root: DynamicModule = { module: ServiceRoot, imports: [kernel, module] };
  return { root, nest: { logger: new NestLog(logger), abortOnError: false } } as const;
}

/** Starts a service and waits until it is ready; `close()` drains it. A failed start leaves nothing running. */
export async function startService(module: Type, options: ServiceOptions): Promise<INestApplicationContext> {
  let parts: Iterable<Part> = [];
  const remember: Provider = {
    provide: Symbol('PARTS'),
    inject: [ModulesContainer],
    useFactory: (modules: ModulesContainer) => (parts = modules.values()),
  };
  const { root, nest } = serviceRoot(module, { ...options, providers: [...options.providers, remember] });
  try {
    if (options.strategy === undefined) return await NestFactory.createApplicationContext(root, nest);
    const app = await NestFactory.createMicroservice(root, { ...nest, strategy: options.strategy });
    await app.listen();
    return app;
  } catch (error) {
    await endAll(parts);
    throw error;
  }
}

type Part = ModulesContainer extends Map<string, infer Module> ? Module : never;

/** Nest does not return an application whose start failed, and leaves its pools and timers running. */
async function endAll(parts: Iterable<Part>): Promise<void> {
  const providers = [...parts].flatMap((part) => [...part.providers.values()]);
  const instances = new Set(providers.map(({ instance }) => instance as Partial<Ending> | null | undefined));
  for (const hook of ['beforeApplicationShutdown', 'onApplicationShutdown'] as const) {
    const end = async (instance: Partial<Ending> | null | undefined) => void (await instance?.[hook]?.());
    await Promise.allSettled([...instances].map(end));
  }
}

type Ending = BeforeApplicationShutdown & OnApplicationShutdown;
