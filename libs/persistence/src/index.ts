// Services describe rows and migrations with these; the rest of TypeORM stays inside this library, because a
// repository of it would let a query out without a tenant.
export { Column, Entity, PrimaryColumn } from 'typeorm';
export { changeEach, type BulkChange } from './bulk.ts';
export * from './database.ts';
export { brokenUnique } from './errors.ts';
export { createdWithin, defineList, equals, type Filter, type ListDefinition, type RowPage } from './list.ts';
export * from './persistence.config.ts';
export * from './persistence.module.ts';
export { reachDatabase } from './reach.ts';
export { countRowsOf } from './row-counts.ts';
export * from './rows.ts';
export { Scoped } from './scoped.ts';
export * from './statement.ts';
export { Transaction, duplicateValue, type NewRow, type RowChanges } from './transaction.ts';
