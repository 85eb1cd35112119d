export { addressPattern, prefixRange } from './address-pattern.ts';
export {
  anyAssignee,
  anyId,
  anyRank,
  anyTag,
  anyWord,
  byRank,
  createdWithin,
  equals,
  updatedWithin,
} from './filters.ts';
export { defineList, type Filter, type ListDefinition, type SqlFilter } from './list.ts';
export { searchMigrations } from './migrations.ts';
export { readPage, type Page } from './page.ts';
export { searchBest } from './search.ts';
