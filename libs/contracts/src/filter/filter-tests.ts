// What a filter comes to for one caller at one moment. Its evaluation on a record and its SQL both derive from this.
import type { Id } from '../id.ts';
import { tagKey } from '../schema.ts';
import { fieldsOf, type FieldsByName, type FilteredResource, type FilterField } from './filter-fields.ts';
import { foldedText, instantOf, type Time } from './filter-values.ts';
import type { FilterCondition, RecordFilter } from './filter.schema.ts';

type Scalar = string | number | boolean;

/** How the values of a field are compared: `any` is true if one of them is among the operands. */
export type Comparison = 'any' | 'lt' | 'lte' | 'gt' | 'gte' | 'contains';

/** A condition that is true or false of every record: of one without a value, only `any` with null can be true. */
export interface FilterTest {
  readonly name: string;
  readonly field: FilterField;
  readonly is: Comparison;
  /** Values in the form in which records are compared: keys of tags, times in milliseconds. Null stands for no value. */
  readonly operands: readonly (Scalar | null)[];
  /** The condition is true where the comparison is false. */
  readonly excludes: boolean;
}

export interface FilterTests {
  readonly all: readonly FilterTest[];
  /** One of these must be true, unless there are none. */
  readonly any: readonly FilterTest[];
}

/** Who asks, and when: what `me` and relative times stand for. Without a user, `me` is nobody. */
export interface FilterMoment {
  readonly now: Date;
  readonly me: Id<'user'> | null;
}

/** The tests of a valid filter of a resource. */
export const testsOf = (
  resource: FilteredResource,
  filter: RecordFilter,
  moment: FilterMoment,
): FilterTests => testsOn(fieldsOf(resource), filter, moment);

/** The tests of a valid filter of these fields. */
export function testsOn(
  fields: FieldsByName,
  { all = [], any = [] }: RecordFilter,
  moment: FilterMoment,
): FilterTests {
  const test = (condition: FilterCondition) => testOf(fields, condition, moment);
  return { all: all.map(test), any: any.map(test) };
}

function testOf(
  fields: FieldsByName,
  { field: name, op, value }: FilterCondition,
  moment: FilterMoment,
): FilterTest {
  const field = fields.find(name);
  if (field === undefined) throw new TypeError(`${name} is not ${fields.summary}`);
  const given = op === 'in' || op === 'not_in' ? (value as unknown[]) : [value];
  const isEquality = op === 'eq' || op === 'ne' || op === 'in' || op === 'not_in';
  return {
    name,
    field,
    is: isEquality ? 'any' : op,
    operands: given.flatMap((one) => operandOf(field, op === 'contains', one, moment)),
    excludes: op === 'ne' || op === 'not_in',
  };
}

function operandOf(
  field: FilterField,
  isSearched: boolean,
  value: unknown,
  { now, me }: FilterMoment,
): readonly (Scalar | null)[] {
  if (value === null) return [null];
  if (isSearched) return [foldedText(value as string)];
  if (field.type === 'time') return [instantOf(value as Time, now)];
  if (field.type === 'tag') return [tagKey(value as string)];
  if (field.kind === 'user' && value === 'me') return me === null ? [] : [me];
  return [value as Scalar];
}

/** Whether a record, as the API shows it, or an event of one matches a filter of its fields. */
export function matchesFilter({ all, any }: FilterTests, record: object): boolean {
  const isTrue = (test: FilterTest) => passes(test, test.field.of(record as never));
  return all.every(isTrue) && (any.length === 0 || any.some(isTrue));
}

function passes({ is, operands, excludes }: FilterTest, values: readonly Scalar[]): boolean {
  if (is === 'any') {
    const found =
      values.length === 0 ? operands.includes(null) : values.some((one) => operands.includes(one));
    return found !== excludes;
  }
  const [operand = null] = operands;
  return values.some((value) => operand !== null && compares(is, value, operand));
}

function compares(is: Exclude<Comparison, 'any'>, value: Scalar, operand: Scalar): boolean {
  if (is === 'contains') return typeof value === 'string' && foldedText(value).includes(String(operand));
  const order = orderOf(value, operand);
  if (order === null) return false;
  if (is === 'lt') return order < 0;
  if (is === 'lte') return order <= 0;
  return is === 'gt' ? order > 0 : order >= 0;
}

/** Negative if the first is less; null if two values have no order, such as a number and a text. Texts are in the order of code points. */
function orderOf(value: Scalar, operand: Scalar): number | null {
  if (typeof value === 'number' && typeof operand === 'number') return value - operand;
  if (typeof value === 'string' && typeof operand === 'string')
    return Buffer.compare(Buffer.from(value), Buffer.from(operand));
  return null;
}
