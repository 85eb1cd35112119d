import type { View } from '@parley/contracts';

/** Whether a filter may have other matches for another user. */
export const isPersonal = ({ all = [], any = [] }: View['filter']): boolean =>
  [...all, ...any].some(({ value }) => (Array.isArray(value) ? value.includes('me') : value === 'me'));

/** The values of a filter that name records of other services, each with its path. */
export function namedRecords(
  { filter }: Pick<View, 'filter'>,
  field: 'tag' | 'assignee' | 'team',
): readonly { readonly param: string; readonly value: string }[] {
  return (['all', 'any'] as const).flatMap((group) =>
    (filter[group] ?? []).flatMap((condition, index) => {
      if (condition.field !== field) return [];
      const param = `filter.${group}[${index}].value`;
      const values: readonly unknown[] = Array.isArray(condition.value) ? condition.value : [condition.value];
      return values.flatMap((value, place) =>
        typeof value === 'string' && value !== 'me'
          ? [{ param: Array.isArray(condition.value) ? `${param}[${place}]` : param, value }]
          : [],
      );
    }),
  );
}
