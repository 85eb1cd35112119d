import type { Schemas } from '../api/public.ts';

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

/** The parameters that the lists of tickets and of conversations share, from the filters in the address. */
export const parametersOf = (filters: Filters) => ({
  q: searchOf(filters['q']),
  priority: listOf(filters['priority']) as Schemas['Priority'][] | undefined,
  assignee: listOf(filters['assignee']),
  inbox: listOf(filters['inbox']),
  tag: listOf(filters['tag']),
  contact: listOf(filters['contact']),
});

/** The parameters of the list of conversations. */
export const conversationParameters = (filters: Filters) => ({
  ...parametersOf(filters),
  status: listOf(filters['status']) as Schemas['ConversationStatus'][] | undefined,
  channel: listOf(filters['channel']) as Schemas['Channel'][] | undefined,
  mailbox: listOf(filters['mailbox']),
});
