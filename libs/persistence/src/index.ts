// Services describe rows with these; the rest of TypeORM stays inside this library, because a
// repository of it would let a query out without a tenant.
export { Column, Entity, PrimaryColumn } from 'typeorm';
export { changeEach, type BulkChange } from './bulk.ts';
export * from './database.ts';
export { Erasures } from './erasure/erasures.ts';
export {
  countedBatch,
  ERASE_BATCH,
  ServiceErasure,
  servicesBeside,
  tellServices,
  type Erasure,
  type ErasureStep,
} from './erasure/service-erasure.ts';
export { isDataException, uniqueViolation } from './errors.ts';
export { migrate, pendingMigrations, type MigrateOptions, type ServiceMigrations } from './migrate.ts';
export { checkDatabaseConnection } from './migration-connection.ts';
export { MigrationError } from './migration-files.ts';
export * from './persistence.config.ts';
export * from './persistence.module.ts';
export { statementName } from './row-statements.ts';
export { type EncryptedRows } from './reencryption.ts';
export * from './rows.ts';
export { Selection } from './selection.ts';
export { environmentOf } from './service-login.ts';
export { TenantDatabase } from './tenant-database.ts';
export * from './statement.ts';
export { Transaction, duplicateValue, type NewRow, type RowChanges } from './transaction.ts';
