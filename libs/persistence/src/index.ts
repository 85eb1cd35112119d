// The rest of TypeORM stays inside this library: a repository of it would let a query out without a tenant.
export { Column, Entity, PrimaryColumn } from 'typeorm';
export { changeEach, type BulkChange } from './transaction/bulk.ts';
export * from './transaction/database.ts';
export { Erasures, wasErasedAfter } from './erasure/erasures.ts';
export * from './erasure/service-erasure.ts';
export { IdempotencyStore } from './idempotency/idempotency.store.ts';
export { isDataException, uniqueViolation } from './errors.ts';
export {
  migrate,
  pendingMigrations,
  type MigrateOptions,
  type ServiceMigrations,
} from './migrations/migrate.ts';
export { checkDatabaseConnection } from './migrations/migration-connection.ts';
export { MigrationError } from './migrations/migration-files.ts';
export * from './persistence.config.ts';
export * from './persistence.module.ts';
export { statementName } from './statements/row-statements.ts';
export { type EncryptedRows } from './reencryption.ts';
export * from './statements/rows.ts';
export { Selection } from './statements/selection.ts';
export { environmentOf } from './client/service-login.ts';
export { TenantDatabase } from './transaction/tenant-database.ts';
export * from './statements/statement.ts';
export { Transaction, duplicateValue, type NewRow, type RowChanges } from './transaction/transaction.ts';
