export * from './filters.ts';
export { defineList, type Filter, type ListDefinition, type SearchColumn, type SqlFilter } from './list.ts';
export { NO_PHONE, phoneKeys, type PhoneKeys } from './phone-numbers.ts';
export { countMatches, type BoundedCount } from './count-matches.ts';
export { narrowByFilter } from './record-filter.ts';
export { readPage, type Page } from './page.ts';
export { searchBest, searchMigrations } from './search.ts';
