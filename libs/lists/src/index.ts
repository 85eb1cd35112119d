export * from './filters.ts';
export { defineList, type Filter, type ListDefinition, type SearchColumn, type SqlFilter } from './list.ts';
export { NO_PHONE, phoneKeys, type PhoneKeys } from './phone-numbers.ts';
export { readPage, type Page } from './page.ts';
export { searchBest, searchMigrations } from './search.ts';
