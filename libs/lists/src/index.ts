export { addressPattern, prefixRange } from './address-pattern.ts';
export {
  createdWithin,
  defineList,
  equals,
  type Filter,
  type ListDefinition,
  type SqlFilter,
  updatedWithin,
} from './list.ts';
export { searchMigrations } from './migrations.ts';
export { readPage, type Page } from './page.ts';
export { searchBest } from './search.ts';
