import {
  MAKE_ADMISSION_RECORDS,
  RedisAdmissionRecords,
  RedisConfig,
  type TokenSource,
} from '@parley/admission';
import { runService } from '@parley/service';
import { IdentityConfig } from './identity.config.ts';
import { IdentityModule } from './identity.module.ts';

await runService({
  name: 'identity',
  module: IdentityModule,
  configs: [IdentityConfig, RedisConfig],
  providers: (env, log) => [
    {
      provide: MAKE_ADMISSION_RECORDS,
      useValue: (source: TokenSource) =>
        new RedisAdmissionRecords({ redis: new RedisConfig(env), source, log }),
    },
  ],
});
