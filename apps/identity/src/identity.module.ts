import { Module } from '@nestjs/common';
import { AdmissionRecords, MAKE_ADMISSION_RECORDS, type MakeAdmissionRecords } from '@parley/admission';
import { EventsMigration, EventsModule } from '@parley/events';
import { ENV, type Env } from '@parley/kernel';
import { PersistenceModule } from '@parley/persistence';
import { RpcModule } from '@parley/rpc';
import { IdentityConfig } from './identity.config.ts';
import { IssuedTokens } from './keys/issued-tokens.ts';
import { Keys } from './keys/keys.handlers.ts';
import { Identity1700000001000 } from './migrations/1700000001000-identity.ts';
import { Teams } from './teams/teams.handlers.ts';
import { Users } from './users/users.handlers.ts';
import { Workspaces } from './workspaces/workspaces.handlers.ts';

/** Workspaces, users, teams and credentials. */
@Module({
  imports: [
    PersistenceModule.forService({
      service: 'identity',
      entities: [],
      migrations: [EventsMigration, Identity1700000001000],
    }),
    EventsModule.forService('identity'),
    RpcModule.forService('identity'),
  ],
  providers: [
    Workspaces,
    Users,
    Teams,
    Keys,
    IssuedTokens,
    {
      provide: AdmissionRecords,
      inject: [MAKE_ADMISSION_RECORDS, IssuedTokens],
      useFactory: (make: MakeAdmissionRecords, tokens: IssuedTokens) => make(tokens),
    },
    { provide: IdentityConfig, inject: [ENV], useFactory: (env: Env) => new IdentityConfig(env) },
  ],
})
export class IdentityModule {}
