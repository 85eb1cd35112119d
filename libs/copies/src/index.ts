export { Copies } from './copies.ts';
export { Copies1700000000004 as CopiesMigration } from './copies.migration.ts';
export { CopiesModule } from './copies.module.ts';
export type { ContactCopy, UserCopy } from './copies.queries.ts';
export { byContactAddress, selectWithCopies, shownAssignee, shownContact, type Copied } from './shown.ts';
export { WordRenewal } from './word-renewal.ts';
