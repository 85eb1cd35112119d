import { Module, type DynamicModule, type Type } from '@nestjs/common';
import { TypeOrmModule, getDataSourceToken } from '@nestjs/typeorm';
import { DataSource, type DataSourceOptions } from 'typeorm';
import {
  ENV,
  EventSink,
  HandlerInterceptor,
  LOGGER,
  Encryptor,
  TransactionRunner,
  type Env,
  type Logger,
} from '@parley/kernel';
import { Database } from './database.ts';
import { IdempotencyInterceptor } from './idempotency/idempotency.interceptor.ts';
import { IdempotencyPruning } from './idempotency/idempotency.pruning.ts';
import { IdempotencyStore } from './idempotency/idempotency.store.ts';
import { migrate, requireMigrated, roleOf, type ServiceMigrations } from './migrate.ts';
import { migrationUrl, PersistenceConfig } from './persistence.config.ts';
import { types } from './types.ts';

/** How often PostgreSQL looks whether the connection of a running statement is still there. */
const GONE_MS = 500;

/** What an answer may take on its way. */
const ANSWER_GRACE_MS = 2_000;

/** The schema of a service in PostgreSQL: how it is made, and its rows. */
export interface ServiceDatabase extends ServiceMigrations {
  readonly entities: readonly Type[];
}

/** How a service connects: as its own role, so that no statement of it can reach the schema of another. */
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
    connectTimeoutMS: 5_000,
    applicationName: `parley-${data.service}`,
    installExtensions: false,
    poolErrorHandler: (error: unknown) => logger.warn({ err: error }, 'idle database connection lost'),
    extra: {
      // Statements here are short: compiling one, or starting workers for it, takes longer than most of them do. And what
      // they read is in memory or on disks that do not turn; else whole tables look cheaper than the rows that are wanted.
      options:
        `-c role=${roleOf(data.service)} -c search_path=${data.service} -c timezone=UTC` +
        ' -c jit=off -c max_parallel_workers_per_gather=0 -c random_page_cost=1.1' +
        // A statement whose connection is gone, of a process that died or a caller who gave up, ends within this time.
        ` -c client_connection_check_interval=${GONE_MS}`,
      types,
      statement_timeout: config.DATABASE_STATEMENT_TIMEOUT,
      // A server that vanished without a word ends nothing: the connection is given up when it should have.
      query_timeout: config.DATABASE_STATEMENT_TIMEOUT + ANSWER_GRACE_MS,
      idle_in_transaction_session_timeout: 60_000,
      keepAlive: true,
      // A transaction sends what it need not wait for at once; on a connection of its own, so order is kept.
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
            if (config.DATABASE_MIGRATE === 'auto') await migrate(migrationUrl(config), [data]);
            else await requireMigrated(config.DATABASE_URL, data);
            return { ...dataSourceOptions(data, config, logger), retryAttempts: 0 };
          },
        }),
      ],
      providers: [
        { provide: PersistenceConfig, inject: [ENV], useFactory: (env: Env) => new PersistenceConfig(env) },
        {
          provide: IdempotencyStore,
          inject: [Encryptor, PersistenceConfig],
          useFactory: (encryptor: Encryptor, config: PersistenceConfig) =>
            new IdempotencyStore(encryptor, config.IDEMPOTENCY_TTL),
        },
        {
          provide: Database,
          inject: [source, { token: EventSink, optional: true }, IdempotencyStore],
          useFactory: (data_: DataSource, sink: EventSink | undefined, store: IdempotencyStore) =>
            new Database(data_, sink, store),
        },
        { provide: TransactionRunner, useExisting: Database },
        {
          provide: HandlerInterceptor,
          inject: [Database, IdempotencyStore],
          useFactory: (database: Database, store: IdempotencyStore) =>
            new IdempotencyInterceptor(database, store),
        },
        {
          provide: IdempotencyPruning,
          inject: [Database],
          useFactory: (database: Database) => new IdempotencyPruning(database),
        },
      ],
      exports: [Database, TransactionRunner, HandlerInterceptor],
    };
  }
}
