export { identityDatabase } from './identity.database.ts';
export { IdentityConfig } from './identity.config.ts';
export { IdentityModule } from './identity.module.ts';
