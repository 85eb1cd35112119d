export { IdentityConfig } from './identity.config.ts';
export { IdentityModule } from './identity.module.ts';
