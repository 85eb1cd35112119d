import { Module, type INestApplicationContext, type ModuleMetadata, type Provider } from '@nestjs/common';
import { startService } from '@parley/runtime/process';
import { Database, PersistenceModule, type ServiceDatabase } from '@parley/persistence';
import { TestDatabase } from './database.ts';

interface StoreParts extends Pick<ModuleMetadata, 'imports' | 'providers'> {
  /** What the deployment form provides, as the transport of events. */
  transports?: Provider[];
  env?: Readonly<Record<string, string>>;
}

/** The tables of a service in a database of their own, with the parts of it that a test needs and without RPC. */
export class TestStore {
  private constructor(
    readonly database: TestDatabase,
    readonly app: INestApplicationContext,
  ) {}

  static async open(
    data: ServiceDatabase,
    { imports = [], providers = [], transports = [], env = {} }: StoreParts = {},
  ): Promise<TestStore> {
    @Module({ imports: [PersistenceModule.forService(data), ...imports], providers })
    class StoreModule {}
    const database = await TestDatabase.create(data);
    const app = await startService(StoreModule, {
      name: data.service,
      env: {
        DATABASE_URL: database.url,
        ENCRYPTION_KEYS: Buffer.alloc(32, 7).toString('base64'),
        LOG_LEVEL: 'silent',
        ...env,
      },
      providers: transports,
    });
    return new TestStore(database, app);
  }

  get db(): Database {
    return this.app.get(Database);
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.database.drop();
  }
}
