// Services describe rows and migrations with these; the rest of TypeORM stays inside this library, because a
// repository of it would let a query out without a tenant.
export { Column, Entity, PrimaryColumn } from 'typeorm';
export { changeEach, type BulkChange } from './bulk.ts';
export * from './database.ts';
export { isDataException, uniqueViolation } from './errors.ts';
export * from './persistence.config.ts';
export * from './persistence.module.ts';
export { checkDatabaseConnection } from './check-connection.ts';
export { countedRows, countRowsOf } from './row-counts.ts';
export { statementName } from './row-statements.ts';
export * from './rows.ts';
export { Scoped } from './scoped.ts';
export { Search1700000003000 as SearchMigration } from './search/search.migration.ts';
export {
  dropSearchTable,
  fillSearchTable,
  searchTableOf,
  unmarked,
  type Documented,
} from './search/search-table.ts';
export * from './statement.ts';
export { Transaction, duplicateValue, type NewRow, type RowChanges } from './transaction.ts';
