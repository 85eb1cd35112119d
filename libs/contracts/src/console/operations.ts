// Every module whose exports define console operations, with the schemas and types that they use.
export * from './app.operations.ts';
export * from './credential.operations.ts';
export * from './invitation.operations.ts';
export * from './profile.operations.ts';
export * from './session.operations.ts';
export * from './workspace.operations.ts';
