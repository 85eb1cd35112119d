import { z } from 'zod';
import { component } from '../documented.ts';
import type { ErrorCode, ErrorDetail } from '../error.ts';
import { pathOf } from '../validation.ts';
import {
  fieldsOf,
  type FieldsByName,
  type FieldType,
  type FilteredResource,
  type FilterField,
} from './filter-fields.ts';

/** Conditions of a filter in all. */
export const CONDITIONS_MAX = 25;
/** Values of one condition. */
const VALUES_MAX = 50;

export const FILTER_OPERATORS = ['eq', 'ne', 'in', 'not_in', 'lt', 'lte', 'gt', 'gte', 'contains'] as const;
export const FilterOperator = z
  .enum(FILTER_OPERATORS)
  .meta({ id: 'FilterOperator', description: 'How a field is compared with a value' });
export type FilterOperator = z.output<typeof FilterOperator>;

const EQUALITY = ['eq', 'ne', 'in', 'not_in'] as const;
const ORDER = ['lt', 'lte', 'gt', 'gte'] as const;

/** The operators that fields of a type take. No time is equal to another one, but to none. */
export const OPERATORS_OF: Readonly<Record<FieldType, readonly FilterOperator[]>> = {
  word: EQUALITY,
  id: EQUALITY,
  tag: EQUALITY,
  text: [...EQUALITY, 'contains'],
  number: [...EQUALITY, ...ORDER],
  time: ['eq', 'ne', ...ORDER],
  custom: FILTER_OPERATORS,
};

const conditionFields = {
  field: z.string().meta({
    description:
      'Name of a field, as in the filters of the list: `status`, `assignee`, `tag`; a time such as `created_at`; or `custom.` and the ' +
      'key of a custom field',
    examples: ['status'],
  }),
  op: FilterOperator,
  value: z.unknown().meta({
    description:
      'What the field is compared with: a value as the filter of the list has it, a list of values with `in` and `not_in`, null for a ' +
      'record without one, `me` for the user of the credential, or a time, also relative to the present: `{"ago": "2h"}`, `{"from_now": "30m"}`',
    examples: ['open'],
  }),
};

const FilterCondition = component('FilterCondition', 'A condition of a filter', conditionFields);
export type FilterCondition = z.output<typeof FilterCondition>;

const groupsOf = <Condition extends z.ZodType>(condition: Condition) => {
  const group = (description: string, example: FilterCondition) =>
    z
      .array(condition)
      .max(CONDITIONS_MAX)
      .optional()
      .meta({ description: `${description}; at most ${CONDITIONS_MAX} together`, examples: [[example]] });
  return {
    all: group('Conditions that must all be true', { field: 'status', op: 'eq', value: 'open' }),
    any: group('Conditions of which one must be true, unless there are none', {
      field: 'assignee',
      op: 'eq',
      value: 'me',
    }),
  };
};

const DESCRIPTION = 'Conditions on tickets or conversations; without any, all match';

export const RecordFilter = component('RecordFilter', DESCRIPTION, groupsOf(FilterCondition));
export type RecordFilter = z.output<typeof RecordFilter>;

/** The same in a request, whose operators are known ones. */
export const RecordFilterInput = component(
  'RecordFilterInput',
  DESCRIPTION,
  groupsOf(component('FilterConditionInput', 'A condition of a filter', conditionFields)),
);

interface Problem {
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly code: ErrorCode;
}

/** What is wrong with a filter of a resource whose form is right, each with its path in the filter. */
export const filterProblems = (resource: FilteredResource, filter: RecordFilter): Problem[] =>
  problemsOf(fieldsOf(resource), filter);

/** What is wrong with a filter of these fields. */
export function problemsOf(fields: FieldsByName, filter: RecordFilter): Problem[] {
  const found = (['all', 'any'] as const).flatMap((group) =>
    (filter[group] ?? []).flatMap((condition, index) =>
      conditionProblems(fields, condition).map((problem) => ({
        ...problem,
        path: [group, index, ...problem.path],
      })),
    ),
  );
  const count = (filter.all?.length ?? 0) + (filter.any?.length ?? 0);
  if (count <= CONDITIONS_MAX) return found;
  return [
    { path: [], message: `must have at most ${CONDITIONS_MAX} conditions`, code: 'too_many_items' },
    ...found,
  ];
}

/** The same as details of an error about a record that has the filter in its field `filter`. */
export const filterDetails = (problems: readonly Problem[]): ErrorDetail[] =>
  problems.map(({ path, message, code }) => ({ code, message, param: pathOf(['filter', ...path]) }));

function conditionProblems(fields: FieldsByName, { field: name, op, value }: FilterCondition): Problem[] {
  const field = fields.find(name);
  if (field === undefined) return [invalid(['field'], `must be ${fields.summary}`)];
  const operators = OPERATORS_OF[field.type];
  if (!operators.includes(op))
    return [invalid(['op'], `is no operator of ${name}, which takes ${operators.join(', ')}`)];
  if (value === undefined) return [{ path: ['value'], message: 'is required', code: 'missing_parameter' }];
  if (op !== 'in' && op !== 'not_in') return valueProblems(field, op, value, ['value']);
  if (!Array.isArray(value) || value.length === 0)
    return [invalid(['value'], `must be a list of values with ${op}`)];
  if (value.length > VALUES_MAX)
    return [{ path: ['value'], message: `must have at most ${VALUES_MAX} values`, code: 'too_many_items' }];
  return value.flatMap((one, index) => valueProblems(field, op, one, ['value', index]));
}

const invalid = (path: readonly PropertyKey[], message: string): Problem => ({
  ...{ path, message, code: 'invalid_parameter' },
});

function valueProblems(
  field: FilterField,
  op: FilterOperator,
  value: unknown,
  path: readonly PropertyKey[],
): Problem[] {
  const isEquality = (EQUALITY as readonly string[]).includes(op);
  if (value === null) {
    if (!isEquality) return [invalid(path, `must not be null with ${op}`)];
    return field.nullable ? [] : [invalid(path, 'must not be null: every record has a value')];
  }
  if (field.type === 'time' && isEquality)
    return [invalid(path, `must be null with ${op}: compare times with lt, lte, gt or gte`)];
  if (op === 'contains' && (typeof value !== 'string' || value === ''))
    return [invalid(path, 'must be a text with contains')];
  if (field.type === 'custom' && typeof value === 'boolean' && !isEquality)
    return [invalid(path, `must be a number or a string with ${op}`)];
  const parsed = field.value.safeParse(value);
  return parsed.success ? [] : [invalid(path, parsed.error.issues[0]?.message ?? 'is not valid')];
}
