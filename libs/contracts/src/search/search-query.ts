import { z } from 'zod';
import { documentedAs } from '../documented.ts';
import { idOf } from '../id.ts';
import { TagName, text } from '../schema.ts';

/** A word or a quoted phrase. */
export interface TextTerm {
  words: string;
  /** Whether the last word matches as a prefix. */
  prefix: boolean;
  excluded: boolean;
}

export interface FieldTerm {
  field: SearchField;
  /** Key of a custom field. */
  key?: string;
  /** Any of them matches. */
  values: string[];
  /** What was written in place of several values: it may be one that has commas itself. */
  whole?: string;
  /** The term as it was written: what it means where the field or a value is unknown. */
  text: string;
  excluded: boolean;
}

/** A result matches every term and no excluded one. */
export type SearchTerm = TextTerm | FieldTerm;

/** So many characters of a query are read: a word takes no more than some 50. */
const READ_MAX = 1_000;
const WORDS_MAX = 20;
/** Words of the index: an address has three of them. Each takes 1 ms on some thousand records. */
const PARTS_MAX = 60;
/** A record is evaluated for each field condition: eight take some 0.1 s on a few thousand. */
const FIELDS_MAX = 8;

/** Includes the typographic quotes that keyboards insert. */
const QUOTES = '"“”„«»';
const QUOTE = new RegExp(`[${QUOTES}]`, 'u');
const QUOTED = new RegExp(`[${QUOTES}]([^${QUOTES}]*)[${QUOTES}]?`, 'uy');
const BARE = new RegExp(String.raw`[^\s${QUOTES}]+`, 'uy');
/** One of several values. */
const BARE_VALUE = new RegExp(String.raw`[^\s,${QUOTES}]+`, 'uy');
const COMMA = /,/uy;
const NAME = new RegExp(
  String.raw`(?:(custom)\.(?:[${QUOTES}]([^${QUOTES}]+)[${QUOTES}]|([^\s:${QUOTES}]+))|([a-z]+)):`,
  'iuy',
);
const SPACE = /\s+/uy;
/** Scripts without spaces, and emoji, whose characters are words, as in the index. */
const WORD_CHARACTERS = String.raw`\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2600-\u27bf\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{1f000}-\u{1faff}\u{20000}-\u{3ffff}`;
const WORD_CHARACTER = new RegExp(`[${WORD_CHARACTERS}]`, 'u');
const PART = new RegExp(
  String.raw`[${WORD_CHARACTERS}]|(?:(?![${WORD_CHARACTERS}])[\p{L}\p{M}\p{N}])+`,
  'gu',
);

/** Whether a text is one letter, which as a word would match almost everything. */
const isLetter = (text: string): boolean =>
  /^\p{L}$/u.test(text.normalize('NFC')) && !WORD_CHARACTER.test(text);

/** The words of the index that a query may still have. */
class PartsLeft {
  left = PARTS_MAX;

  /** The beginning of a text that has no more of them. */
  take(text: string): string {
    const found = [...text.matchAll(PART)];
    const next = found[this.left];
    this.left -= Math.min(found.length, this.left);
    return next === undefined ? text : text.slice(0, next.index);
  }
}

/** Parses a query. Any text is valid: an unclosed quote extends to the end, lone operators and unknown fields are words. */
export function parseSearchQuery(q: string): SearchTerm[] {
  const query = q.slice(0, READ_MAX).toWellFormed().replaceAll('\u0000', ' ');
  const terms: SearchTerm[] = [];
  let lastWord: TextTerm | null = null;
  let [at, words, fields] = [0, 0, 0];
  const parts = new PartsLeft();
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(query);
    at += found?.[0].length ?? 0;
    return found;
  };
  /** Each value counts as a word, because each is looked for. */
  const takeValues = (): Pick<FieldTerm, 'values' | 'whole'> => {
    const start = at;
    const taken: string[] = [];
    do taken.push(take(QUOTED)?.[1] ?? take(BARE_VALUE)?.[0] ?? '');
    while (take(COMMA) !== null);
    const whole = query.slice(start, at);
    const values = taken.slice(0, WORDS_MAX - words);
    words += values.length;
    return taken.length === 1 || QUOTE.test(whole) ? { values } : { values, whole };
  };
  for (take(SPACE); at < query.length && words < WORDS_MAX && parts.left > 0; take(SPACE)) {
    const excluded = query[at] === '-' && /[^\s]/u.test(query[at + 1] ?? ' ');
    const start = (at += Number(excluded));
    const [, custom, quotedKey, bareKey, name] = take(NAME) ?? [];
    const key = quotedKey ?? bareKey;
    const field = fieldNamed(custom ?? name);
    if (field !== null) {
      const values = takeValues();
      fields += 1;
      const text = parts.take(query.slice(start, at));
      if (fields <= FIELDS_MAX)
        terms.push({ field, ...(key === undefined ? {} : { key }), ...values, text, excluded });
      continue;
    }
    at = start;
    const isQuoted = QUOTE.test(query[at] ?? '');
    const taken = take(QUOTED)?.[1] ?? take(BARE)?.[0] ?? '';
    const counted = taken.split(/\s+/u).slice(0, WORDS_MAX - words);
    words += counted.length;
    lastWord = null;
    if (isLetter(taken.trim())) continue;
    const term = { words: parts.take(counted.join(' ')), prefix: false, excluded };
    terms.push(term);
    if (!isQuoted && !excluded) lastWord = term;
  }
  if (lastWord !== null && lengthOf(lastWord.words) >= 2) lastWord.prefix = true;
  return terms;
}

/** Length in code points. */
const lengthOf = (value: string): number => [...value.trim()].length;

export const EmailPattern = text(322)
  .refine((pattern) => pattern.split('*').length <= 3, 'must have at most two *')
  .meta({
    description: 'E-mail address (case-insensitive); may contain up to two `*` wildcards',
    examples: ['dana@example.com', '*@example.com'],
  });

const AssigneeValue = z.union([z.literal('none'), z.literal('me'), idOf('user')]) as z.ZodType<string>;

/** The fields of a query and the default schemas of their values. */
const FIELDS = {
  status: z.string(),
  priority: z.string(),
  channel: z.string(),
  assignee: AssigneeValue,
  email: EmailPattern as z.ZodType<string>,
  tag: TagName as z.ZodType<string>,
  custom: text(READ_MAX) as z.ZodType<string>,
} satisfies Record<string, z.ZodType<string>>;
export type SearchField = keyof typeof FIELDS;

function fieldNamed(name: string | undefined): SearchField | null {
  const lower = name?.toLowerCase() ?? '';
  return Object.hasOwn(FIELDS, lower) ? (lower as SearchField) : null;
}

/** A resource that can be searched, and the query fields that it supports. */
export interface SearchableResource {
  readonly fields: Readonly<Partial<Record<SearchField, z.ZodType<string>>>>;
}

/** `true` selects the default schema of a field. */
export function defineSearchable(
  fields: Readonly<Partial<Record<SearchField, z.ZodType<string, string> | true>>>,
): SearchableResource {
  const schemas = Object.entries(fields).map(([field, values]) => [
    field,
    values === true ? FIELDS[field as SearchField] : z.string().toLowerCase().pipe(values),
  ]);
  return { fields: Object.fromEntries(schemas) as SearchableResource['fields'] };
}

/** The terms as a resource understands them: a field that it does not have, and one with an impossible value, is text. */
export function termsFor(terms: readonly SearchTerm[], { fields }: SearchableResource): SearchTerm[] {
  return terms.map((term) => {
    if (!('field' in term)) return term;
    const schema = fields[term.field];
    const possible = (value: string): string[] => {
      const parsed = schema?.safeParse(value);
      return parsed?.success === true ? [parsed.data] : [];
    };
    const { values: given, whole, ...rest } = term;
    const values = given.flatMap(possible);
    return values.length < given.length
      ? { words: term.text, prefix: false, excluded: term.excluded }
      : { ...rest, values: [...values, ...(whole === undefined ? [] : possible(whole))] };
  });
}

const DESCRIPTION =
  'Search query. All words must match; the last one matches as a prefix. Supports `"exact phrases"`, `-exclusions` and ' +
  '`field:value`, also with several values separated by commas; what is not a field with a possible value is text. The `id` of a record finds it, and so does its `external_id`. Case, accents and ' +
  'the grouping of digits are ignored, and so is a lone letter. Of a query, the first 20 words and values count, in 8 fields at most, and 60 parts of words, such as the characters of Chinese; of a ' +
  'long text, the first 32,768 characters are searched. Values of a repeated parameter are one query.';

/** The parameter `q`: any text. */
export function searchQuery(...kinds: readonly [SearchableResource, ...SearchableResource[]]) {
  const fields = [...new Set(kinds.flatMap((kind) => Object.keys(kind.fields)))];
  const named = fields
    .map((field) => `\`${field === 'custom' ? 'custom.<key>:` or `custom."a key"' : field}:\``)
    .join(', ');
  const terms = z.union([z.string(), z.array(z.string())]).transform((sent): SearchTerm[] => {
    const parsed = parseSearchQuery([sent].flat().join(' '));
    return kinds.length === 1 ? termsFor(parsed, kinds[0]) : parsed;
  });
  return documentedAs(terms, z.string()).meta({
    description: `${DESCRIPTION} Fields: ${named}`,
    examples: ['printer "on fire" -resolved'],
  });
}
