import { Module } from '@nestjs/common';
import { EventsModule, eventsMigrations } from '@parley/events';
import { PersistenceModule, ServiceErasure, type ServiceDatabase } from '@parley/persistence';
import { RpcModule } from '@parley/rpc';
import type { ServiceDefinition } from '@parley/runtime/service';

const database: ServiceDatabase = { service: 'rules', entities: [], migrations: [eventsMigrations] };

/** Nothing yet. */
@Module({
  imports: [
    PersistenceModule.forService(database),
    EventsModule.forService('rules'),
    RpcModule.forService('rules'),
  ],
  providers: [ServiceErasure],
})
class RulesModule {}

export const service: ServiceDefinition = { database, module: RulesModule, configs: [] };
