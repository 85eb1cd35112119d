// Every module whose exports define console operations, with the schemas and types that they use.
export * from './app.operations.ts';
export * from './audit.operations.ts';
export * from './invitation.operations.ts';
export * from './key.operations.ts';
export * from './password-reset.operations.ts';
export * from './pat.operations.ts';
export * from './profile.operations.ts';
export * from './session.operations.ts';
export * from './sla.operations.ts';
export * from './usage.operations.ts';
