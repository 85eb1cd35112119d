/** The filters of a list as they stand in the address of the page; several values are separated by commas. */
export type Filters = Readonly<Record<string, string | undefined>>;

export const valuesOf = (text: string | undefined): string[] =>
  text === undefined ? [] : text.split(',').filter((value) => value !== '');

/** The values of a filter as the API takes them; `undefined` without any. The API checks them. */
export const listOf = (text: string | undefined): string[] | undefined =>
  text === undefined || text === '' ? undefined : valuesOf(text);

/** Whether any of the filters is chosen: then an empty list does not mean that there are no records. */
export function isFiltered(filters: Filters, names: readonly string[]): boolean {
  return names.some((name) => (filters[name] ?? '') !== '');
}

/** What is searched for: not one letter, which the API ignores, while somebody types. One character of Chinese is a word. */
export function searchOf(text: string | undefined): string | undefined {
  const words = text?.trim() ?? '';
  return /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}]?$/u.test(
    words,
  )
    ? undefined
    : words;
}
