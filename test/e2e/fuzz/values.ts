import type { JsonSchema } from '@parley/openapi';
import fc from 'fast-check';
import { NOWHERE } from '../examples.ts';

/** Stands for the id of a record that the platform knows when the request is sent; without a prefix, of any kind. */
export class SomeId {
  constructor(
    readonly prefix: string,
    readonly nth: number,
  ) {}

  toString(): string {
    return `${this.prefix}_…`;
  }
}

/** Stands for a file of a form. */
export class SomeFile {
  constructor(
    readonly name: string,
    readonly text: string,
  ) {}
}

const ID_PATTERN = /^\^([a-z]+)_\[0-7\]/;
const ID = /^([a-z]+)_[0-7][0-9a-hjkmnp-tv-z]{25}$/;
/** Longer texts take time to send and find nothing else. */
const LONGEST = 20_000;
const FEW_FIELDS = 4;

const textLength = (text: string): number => [...text].length;

/** Makes values that are valid by their schema, most of them such that they could be meant. */
export class Values {
  readonly #matching = new Map<string, readonly string[]>();

  /**
   * @param resolve replaces the reference of a schema.
   * @param given texts by the name of their field, for what no document can tell, such as the credentials of an app, or which mailbox is a sandbox.
   */
  constructor(
    private readonly resolve: (schema: JsonSchema) => JsonSchema,
    private readonly given: Readonly<Record<string, readonly string[]>>,
    private readonly isPlain = false,
  ) {}

  /** Values like the examples of the document, where it has some: what breaks no rule is seldom else. */
  get plain(): Values {
    return new Values(this.resolve, this.given, true);
  }

  of(schema: JsonSchema, field = ''): fc.Arbitrary<unknown> {
    const { type, anyOf, oneOf = anyOf, enum: values, ...own } = this.resolve(schema);
    if (own.const !== undefined) return fc.constant(own.const);
    if (values !== undefined) return fc.constantFrom(...values);
    const types = Array.isArray(type) ? type.map((one): JsonSchema => ({ ...own, type: one })) : undefined;
    const alternatives = oneOf ?? types;
    if (alternatives !== undefined)
      return fc.oneof(...alternatives.map((one) => this.#alternative(one, field)));
    switch (type) {
      case 'object':
        return this.#object(own);
      case 'array':
        return this.#array(own, field);
      case 'string':
        return this.#text(own, field);
      case 'integer':
        return integerOf(own);
      case 'number':
        return fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }));
      case 'boolean':
        return fc.boolean();
      case 'null':
        return fc.constant(null);
      default:
        // Any value, of which the document shows some.
        if (type === undefined) return fc.constantFrom(...(own.examples ?? ['x', 1, true, null]));
        throw new Error(`no values for ${JSON.stringify(schema)}`);
    }
  }

  /** Null is what is meant least often. */
  #alternative(schema: JsonSchema, field: string) {
    return { weight: schema.type === 'null' ? 1 : 4, arbitrary: this.of(schema, field) };
  }

  #object({
    properties = {},
    required = [],
    additionalProperties,
    propertyNames,
    examples = [],
  }: JsonSchema) {
    const fields = Object.fromEntries(
      Object.entries(properties).map(([name, one]) => [name, this.of(one, name)] as const),
    );
    const optional = Object.keys(properties).filter((name) => !required.includes(name));
    const known = this.#someOf(optional).chain((chosen) => {
      const names = [...required, ...chosen];
      return fc.record(Object.fromEntries(names.map((name) => [name, fields[name] ?? fc.constant(null)])));
    });
    if (typeof additionalProperties !== 'object') return known;
    if (this.isPlain && examples.length > 0) return fc.constantFrom(...examples);
    const keys = this.of({ type: 'string', ...propertyNames }) as fc.Arbitrary<string>;
    const more = fc.array(fc.tuple(keys, this.of(additionalProperties)), { maxLength: 4 });
    return fc.tuple(known, more).map(([own, pairs]) => ({ ...own, ...Object.fromEntries(pairs) }));
  }

  /** Some of the optional fields. Plain objects have more, as some records need one of several; each of the others may break a rule. */
  #someOf(optional: string[]): fc.Arbitrary<string[]> {
    const any = fc.subarray(optional);
    if (this.isPlain)
      return fc.oneof(any, fc.subarray(optional, { minLength: Math.ceil(optional.length / 2) }));
    const few = fc.subarray(optional, { maxLength: Math.min(optional.length, FEW_FIELDS) });
    return fc.oneof({ weight: 3, arbitrary: few }, { weight: 1, arbitrary: any });
  }

  #array({ items = {}, minItems = 0, maxItems = 10, examples = [] }: JsonSchema, field: string) {
    const [least, most] = [Number(minItems), Number(maxItems)];
    // Of a list, the document shows an example as a whole.
    const shown = examples.flatMap((one) => (Array.isArray(one) ? (one as unknown[]) : []));
    const one = this.of(shown.length > 0 ? { examples: shown, ...this.resolve(items) } : items, field);
    if (this.isPlain) return fc.array(one, { minLength: least, maxLength: Math.max(least, 1) });
    return fc.oneof(
      { weight: 9, arbitrary: fc.array(one, { minLength: least, maxLength: Math.min(most, least + 3) }) },
      { weight: 1, arbitrary: fc.array(one, { minLength: least, maxLength: most, size: 'max' }) },
    );
  }

  #text(schema: JsonSchema, field: string): fc.Arbitrary<unknown> {
    const { pattern, format, minLength = 0, maxLength = LONGEST, examples = [] } = schema;
    if (format === 'binary') return fc.tuple(fc.string(), fc.string()).map((two) => new SomeFile(...two));
    const [least, most] = [Number(minLength), Math.min(Number(maxLength), LONGEST)];
    const [, prefix] = ID_PATTERN.exec(String(pattern)) ?? [];
    const given = this.given[field] ?? [];
    if (prefix !== undefined)
      return given.length === 0 ? someId(prefix) : fc.oneof(someId(prefix), fc.constantFrom(...given));
    const shown = [...examples, ...given].filter((one) => typeof one === 'string');
    const isValid = (text: unknown) =>
      typeof text !== 'string' || (textLength(text) >= least && textLength(text) <= most);
    if (this.isPlain && shown.length > 0) return likeOneOf(shown).filter(isValid);
    const meant = shown.length === 0 ? [] : [{ weight: 16, arbitrary: likeOneOf(shown).filter(isValid) }];
    if (typeof pattern === 'string') {
      const matching = fc.constantFrom(...this.#textsLike(pattern).filter(isValid));
      return fc.oneof(...meant, { weight: 2, arbitrary: matching });
    }
    const few = { minLength: least, maxLength: Math.min(most, least + 20) };
    return fc.oneof(
      ...meant,
      { weight: 2, arbitrary: fc.string({ unit: 'grapheme-ascii', ...few }) },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', ...few }) },
      { weight: 1, arbitrary: fc.constantFrom('x', '😀', '\ud800', '\u0000').map((one) => one.repeat(most)) },
    );
  }

  /** Some texts that match a pattern, made once, as one takes 10 ms. */
  #textsLike(pattern: string): readonly string[] {
    const known = this.#matching.get(pattern);
    if (known !== undefined) return known;
    const matching = fc.stringMatching(new RegExp(pattern), { size: 'medium' });
    const texts = [...new Set(fc.sample(matching, { numRuns: 50, seed: 1 }))];
    this.#matching.set(pattern, texts);
    return texts;
  }
}

function integerOf({ minimum = -(2 ** 53), maximum = 2 ** 53 }: JsonSchema): fc.Arbitrary<unknown> {
  const [least, most] = [Number(minimum), Number(maximum)];
  return fc.oneof(
    { weight: 3, arbitrary: fc.integer({ min: Math.max(least, -100), max: Math.min(most, 100) }) },
    { weight: 1, arbitrary: fc.maxSafeInteger().filter((one) => one >= least && one <= most) },
    { weight: 1, arbitrary: fc.constantFrom(least, most) },
  );
}

export const someId = (prefix: string): fc.Arbitrary<SomeId> =>
  fc.nat({ max: 50 }).map((nth) => new SomeId(prefix, nth));

/** One of these examples, as it is or with letters around it; where it is an id, that of a record. */
function likeOneOf(examples: readonly string[]): fc.Arbitrary<unknown> {
  const more = fc.stringMatching(/^[a-z0-9]{0,8}$/);
  return fc.constantFrom(...examples).chain((example): fc.Arbitrary<unknown> => {
    const [, prefix] = ID.exec(example) ?? [];
    if (prefix !== undefined) return someId(prefix);
    // Nobody else is to receive what the platform sends to it.
    if (/^https?:/.test(example) && !/^localhost$|\.invalid$/.test(new URL(example).hostname))
      return more.map((path) => `${NOWHERE}/${path}`);
    return fc.oneof(
      { weight: 2, arbitrary: fc.constant(example) },
      { weight: 1, arbitrary: more.map((text) => text + example) },
      { weight: 1, arbitrary: more.map((text) => example + text) },
    );
  });
}
