// Generated from the API document by `npm run sdks`. Do not edit.
export * from './version.ts';
export * from './events.ts';
export * from './client.ts';
export * from './resources/contacts.ts';
export * from './resources/conversations.ts';
export * from './resources/webhooks.ts';
export * from './resources/events.ts';
export * from './resources/files.ts';
export * from './resources/inboxes.ts';
export * from './resources/teams.ts';
export * from './resources/tags.ts';
export * from './resources/tickets.ts';
export * from './resources/users.ts';
export * from './resources/workspace.ts';
export type * from './types.ts';
