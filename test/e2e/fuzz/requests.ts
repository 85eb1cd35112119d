import type { Parameter } from '@parley/openapi';
import fc from 'fast-check';
import { alterationOf, changeOf, type Alteration, type Change } from './changes.ts';
import type { Described } from './document.ts';
import { ODD_TEXTS, RAW_TEXTS, spoilingOf, type Spoiling } from './odd-values.ts';
import { SomeId, someId, type Values } from './values.ts';

/** A text of a query or a path; raw ones are sent without being encoded. */
export interface Text {
  name: string;
  /** In a path, that of a record if there is none. */
  value?: unknown;
  alteration?: Alteration;
  isRaw?: boolean;
}

export interface PlannedBody {
  /** A media type that the document declares. */
  type: string;
  value: unknown;
  changes: readonly Change[];
  spoiling?: Spoiling;
}

/** A request before its ids are filled in. */
export interface Plan {
  /** Which of the records that the path can name. */
  record: number;
  /** Takes the place of a parameter of the path. */
  path: readonly Text[];
  query: readonly Text[];
  headers: readonly Text[];
  body: PlannedBody | undefined;
}

type Mutation = (plan: Plan) => Plan;

/** Requests of an operation: one half of them are valid by the document, each of the others differs from such a one in one thing. */
export function plansOf(
  operation: Described,
  valid: fc.Arbitrary<Plan>,
  limits: readonly number[],
): fc.Arbitrary<Plan> {
  const mutated = fc.tuple(valid, mutationOf(operation, limits)).map(([plan, mutate]) => mutate(plan));
  return fc.oneof(valid, mutated);
}

export function validPlansOf({ parameters, body }: Described, values: Values): fc.Arbitrary<Plan> {
  const placed = (place: Parameter['in']) =>
    textsOf(
      parameters.filter((one) => one.in === place),
      values,
    );
  const bodies = Object.entries(body?.content ?? {}).map(([type, { schema }]) =>
    fc
      .oneof(values.of(schema), values.plain.of(schema))
      .map((value): PlannedBody => ({ type, value, changes: [] })),
  );
  const some = bodies.length === 0 ? fc.constant(undefined) : fc.oneof(...bodies);
  return fc.record({
    record: fc.nat({ max: 30 }),
    path: fc.constant([]),
    query: placed('query'),
    headers: placed('header').map((all) => all.filter(({ value }) => isHeaderText(value))),
    body: body?.required === false ? fc.option(some, { nil: undefined }) : some,
  });
}

/** Values of the required parameters and of some others. */
function textsOf(parameters: readonly Parameter[], values: Values): fc.Arbitrary<Text[]> {
  const optional = parameters.filter(({ required }) => required !== true);
  const texts = new Map(
    parameters.map(({ name, schema, example }) => {
      const shown = typeof example === 'string' ? { examples: [example] } : {};
      return [name, values.of({ ...schema, ...shown }, name).map((value): Text => ({ name, value }))];
    }),
  );
  const chosen = fc.subarray(optional, { maxLength: Math.min(optional.length, 4) });
  return chosen.chain((some) => {
    const all = parameters.filter((one) => one.required === true || some.includes(one));
    return fc.tuple(...all.flatMap(({ name }) => texts.get(name) ?? []));
  });
}

/** Whether it can be sent in a header, and arrives as it was. */
const isHeaderText = (value: unknown): boolean =>
  value instanceof SomeId ||
  (typeof value === 'string' && /^[\x20-\x7e\x80-\xff]*$/.test(value) && value.trim() === value);

const another = (texts: readonly Text[], text: Text): Text[] => [
  ...texts.filter(({ name }) => name !== text.name),
  text,
];

function mutationOf({ parameters, body }: Described, limits: readonly number[]): fc.Arbitrary<Mutation> {
  const namesIn = (place: Parameter['in']) =>
    parameters.filter((one) => one.in === place).map(({ name }) => name);
  const [path, query, headers] = [namesIn('path'), namesIn('query'), namesIn('header')];
  const odd = fc.constantFrom(...ODD_TEXTS);
  return fc.oneof(
    ...(path.length === 0 ? [] : [oddPath(path)]),
    oddQuery(query),
    ...(query.length === 0 ? [] : [alteredQuery]),
    ...(headers.length === 0 ? [] : [oddHeader(headers, odd)]),
    ...(body === undefined
      ? [undeclaredBody]
      : [...Array<typeof spoiltBody>(3).fill(oddBody(limits)), spoiltBody]),
  );
}

function oddPath(names: readonly string[]): fc.Arbitrary<Mutation> {
  const texts = fc.oneof(someId(''), fc.constantFrom(...ODD_TEXTS), fc.string({ unit: 'binary' }));
  const raw = fc.constantFrom(...RAW_TEXTS);
  const value: fc.Arbitrary<Omit<Text, 'name'>> = fc.oneof(
    { weight: 4, arbitrary: texts.map((one) => ({ value: one as unknown })) },
    { weight: 2, arbitrary: alterationOf.map((alteration) => ({ alteration })) },
    { weight: 1, arbitrary: raw.map((one) => ({ value: one, isRaw: true })) },
  );
  return fc
    .tuple(fc.constantFrom(...names), value)
    .filter(([, { value: text, alteration }]) => !isAnotherPath(text) && alteration !== 'emptied')
    .map(([name, text]): Mutation => (plan) => ({ ...plan, path: another(plan.path, { name, ...text }) }));
}

/** Dots and nothing name another path, which is no parameter. */
const isAnotherPath = (text: unknown): boolean => typeof text === 'string' && /^(\.|%2e){0,2}$/i.test(text);

function oddQuery(names: readonly string[]): fc.Arbitrary<Mutation> {
  const name = fc.oneof(
    { weight: 1, arbitrary: fc.constantFrom('no_such_parameter', '__proto__', 'é', 'limit[]') },
    ...(names.length === 0 ? [] : [{ weight: 9, arbitrary: fc.constantFrom(...names) }]),
  );
  const text = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...ODD_TEXTS).map((value) => ({ value })) },
    { weight: 1, arbitrary: fc.constantFrom(...RAW_TEXTS).map((value) => ({ value, isRaw: true })) },
  );
  return fc
    .tuple(name, text, fc.integer({ min: 0, max: 4 }))
    .map(([given, one, times]): Mutation => (plan) => {
      const made: Text = { name: given, ...one };
      const repeated = plan.query.filter((other) => other.name === given);
      // Some are given a second time.
      return { ...plan, query: times === 0 ? [...plan.query, ...repeated, made] : another(plan.query, made) };
    });
}

/** One of the values that the request has. */
const alteredQuery = fc.tuple(fc.nat(), alterationOf).map(([nth, alteration]): Mutation => (plan) => {
  const chosen = plan.query[nth % plan.query.length];
  return { ...plan, query: plan.query.map((one) => (one === chosen ? { ...one, alteration } : one)) };
});

function oddHeader(names: readonly string[], odd: fc.Arbitrary<string>): fc.Arbitrary<Mutation> {
  return fc
    .tuple(fc.constantFrom(...names), odd)
    .filter(([, value]) => isHeaderText(value))
    .map(([name, value]): Mutation => (plan) => ({
      ...plan,
      headers: another(plan.headers, { name, value }),
    }));
}

const oddBody = (limits: readonly number[]) =>
  fc
    .array(changeOf(limits), { minLength: 1, maxLength: 2 })
    .map((changes): Mutation => ({ body, ...plan }) => ({ ...plan, body: body && { ...body, changes } }));

const spoiltBody = spoilingOf.map((spoiling): Mutation => ({ body, ...plan }) => ({
  ...plan,
  body: body && { ...body, spoiling },
}));

/** A body where none is declared. */
const undeclaredBody = fc.constant<Mutation>((plan) => ({
  ...plan,
  body: { type: 'application/json', value: {}, changes: [] },
}));
