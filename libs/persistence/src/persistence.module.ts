import { Module, type DynamicModule, type Type } from '@nestjs/common';
import { TypeOrmModule, getDataSourceToken } from '@nestjs/typeorm';
import type { DataSourceOptions } from 'typeorm';
import { ENV, type Env } from '@parley/runtime/config';
import { EventSink, TransactionRunner } from '@parley/runtime/context';
import { HandlerInterceptor } from '@parley/runtime/handlers';
import { LOGGER, type Logger } from '@parley/runtime/logging';
import { health, shutdown } from '@parley/runtime/process';
import { Database } from './transaction/database.ts';
import { DatabaseHealth } from './client/database-health.ts';
import { ErasureJob } from './erasure/erasure.job.ts';
import { Erasures } from './erasure/erasures.ts';
import { IdempotencyInterceptor, IdempotencyPruning } from './idempotency/idempotency.interceptor.ts';
import { encryptedResponses } from './idempotency/encrypted-responses.ts';
import { IdempotencyStore } from './idempotency/idempotency.store.ts';
import type { ServiceMigrations } from './migrations/migrate.ts';
import { untilMigrated } from './migrations/wait-for-schema.ts';
import { PersistenceConfig } from './persistence.config.ts';
import { startupOptions } from './client/service-login.ts';
import { ENCRYPTED_ROWS, Reencryption, type EncryptedRows } from './reencryption.ts';
import { PooledClient } from './client/pooled-client.ts';

const RESPONSE_GRACE_MS = 2_000;

/** How long an unused connection stays open: after the default of 10 s requests wait for new ones, which prepare anew. */
const IDLE_MS = 60_000;
const WAIT_LOG_MS = 30_000;

export interface ServiceDatabase extends ServiceMigrations {
  readonly entities: readonly Type[];
  readonly encrypted?: readonly EncryptedRows[];
}

/** Shows the reason of a wait to probes, and logs it when it changes, and now and then while it lasts. */
function schemaLog(logger: Logger, name: string): (reason: string, pending: readonly string[]) => void {
  let [logged, at] = ['', -Infinity];
  return (reason, pending) => {
    const list = pending.length > 1 ? ` (${pending.join(', ')})` : '';
    health.setWaiting(name, reason + list);
    const now = performance.now();
    if (reason === logged && now - at < WAIT_LOG_MS) return;
    [logged, at] = [reason, now];
    logger.warn({ event: 'database.schema.pending' }, `Waiting: ${reason}`);
  };
}

/** Each service acts as a role of its own, which has no access to the schemas of others. */
export function dataSourceOptions(
  data: ServiceDatabase,
  config: PersistenceConfig,
  logger: Logger,
): DataSourceOptions {
  return {
    type: 'postgres',
    url: config.DATABASE_URL,
    schema: data.service,
    entities: [...data.entities],
    poolSize: config.DATABASE_POOL_SIZE,
    connectTimeoutMS: config.DATABASE_CONNECTION_TIMEOUT,
    applicationName: `parley-${data.service}`,
    installExtensions: false,
    poolErrorHandler: (error: unknown) =>
      logger[shutdown.begun ? 'debug' : 'warn'](
        { event: 'database.connection.lost', err: error },
        'Idle database connection lost',
      ),
    extra: {
      Client: PooledClient,
      options: startupOptions(config.DATABASE_URL, data.service, config.DATABASE_STATEMENT_TIMEOUT),
      idleTimeoutMillis: IDLE_MS,
      // Gives up the connection to a server that vanished without closing it.
      query_timeout: config.DATABASE_STATEMENT_TIMEOUT + RESPONSE_GRACE_MS,
      keepAlive: true,
      // Transactions send statements without waiting for the results of those before them.
      pipeline: true,
    },
  };
}

@Module({})
export class PersistenceModule {
  /** The database of a service: connected and closed after everything else has stopped. */
  static forService(data: ServiceDatabase): DynamicModule {
    const source = getDataSourceToken(data.service);
    return {
      module: PersistenceModule,
      global: true,
      imports: [
        TypeOrmModule.forRootAsync({
          name: data.service,
          inject: [ENV, LOGGER],
          useFactory: async (env: Env, logger: Logger) => {
            const config = new PersistenceConfig(env);
            const name = `database ${data.service}`;
            await untilMigrated(config.DATABASE_URL, data, schemaLog(logger, name));
            health.setWaiting(name, null);
            return { ...dataSourceOptions(data, config, logger), retryAttempts: 0 };
          },
        }),
      ],
      providers: [
        { provide: PersistenceConfig, inject: [ENV], useFactory: (env: Env) => new PersistenceConfig(env) },
        {
          provide: Database,
          inject: [source, { token: EventSink, optional: true }, IdempotencyStore, PersistenceConfig],
          useFactory: (...parts: ConstructorParameters<typeof Database>) => new Database(...parts),
        },
        {
          provide: DatabaseHealth,
          inject: [Database],
          useFactory: (database: Database) => new DatabaseHealth(database, data.service),
        },
        { provide: TransactionRunner, useExisting: Database },
        { provide: HandlerInterceptor, useClass: IdempotencyInterceptor },
        IdempotencyPruning,
        IdempotencyStore,
        Reencryption,
        { provide: ENCRYPTED_ROWS, useValue: [encryptedResponses, ...(data.encrypted ?? [])] },
        Erasures,
        ErasureJob,
      ],
      exports: [Database, TransactionRunner, HandlerInterceptor, IdempotencyStore, Erasures],
    };
  }
}
