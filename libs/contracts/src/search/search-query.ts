import { z } from 'zod';
import { idOf } from '../id.ts';
import { TagName, text } from '../schema.ts';

/** Words that stand next to each other in a text: one, or those between quotation marks. */
export interface TextTerm {
  words: string;
  /** Whether a longer last word will do, of which this is the beginning. */
  prefix: boolean;
  excluded: boolean;
}

/** A value that a field is to have. */
export interface FieldTerm {
  field: SearchField;
  /** Of a custom field. */
  key?: string;
  value: string;
  excluded: boolean;
}

/** A part of a query. What is found has all of them, and none that is excluded. */
export type SearchTerm = TextTerm | FieldTerm;

/** The longest query, in UTF-16 code units. */
const MAX = 500;

/** As people and their keyboards write them. */
const QUOTE = /["“”„]/u;
const QUOTED = /["“”„]([^"“”„]*)["“”„]?/uy;
const BARE = /[^\s"“”„]+/uy;
const NAME = /(?:(custom)\.([^\s:"“”„]+)|([a-z]+)):/iuy;
const SPACE = /\s+/uy;

/**
 * Reads a query. Every text is one: marks that are not closed reach to the end, lone operators and fields that nobody
 * knows are words. A field may have an empty value.
 */
export function parseSearchQuery(query: string): SearchTerm[] {
  const terms: SearchTerm[] = [];
  let lastWord: TextTerm | null = null;
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(query);
    at += found?.[0].length ?? 0;
    return found;
  };
  const takeValue = () => take(QUOTED)?.[1] ?? take(BARE)?.[0] ?? '';
  for (take(SPACE); at < query.length; take(SPACE)) {
    const excluded = query[at] === '-' && /[^\s]/u.test(query[at + 1] ?? ' ');
    if (excluded) at += 1;
    const start = at;
    const [, custom, key, name] = take(NAME) ?? [];
    const field = fieldNamed(custom ?? name);
    if (field !== null) {
      terms.push({ field, ...(key === undefined ? {} : { key }), value: takeValue(), excluded });
      continue;
    }
    at = start;
    const isQuoted = QUOTE.test(query[at] ?? '');
    const term = { words: takeValue(), prefix: false, excluded };
    terms.push(term);
    lastWord = isQuoted || excluded ? null : term;
  }
  if (lastWord !== null && lengthOf(lastWord.words) >= 2) lastWord.prefix = true;
  return terms;
}

/** In characters as people count them, more or less: code points. */
const lengthOf = (value: string): number => [...value.trim()].length;

/** Longer than any address by its two wildcards. */
export const EmailPattern = text(322)
  .refine((pattern) => pattern.split('*').length <= 3, 'must have at most two *')
  .meta({
    description: 'An e-mail address, whatever its case; * stands for any characters, at most twice',
    examples: ['dana@example.com', '*@example.com'],
  });

/** Fields that a query may ask for, and what each is asked for by default. */
const FIELDS = {
  status: z.string(),
  priority: z.string(),
  channel: z.string(),
  assignee: idOf('user') as z.ZodType<string>,
  email: EmailPattern as z.ZodType<string>,
  tag: TagName as z.ZodType<string>,
  custom: text(MAX) as z.ZodType<string>,
} satisfies Record<string, z.ZodType<string>>;
export type SearchField = keyof typeof FIELDS;

function fieldNamed(name: string | undefined): SearchField | null {
  const lower = name?.toLowerCase() ?? '';
  return Object.hasOwn(FIELDS, lower) ? (lower as SearchField) : null;
}

/** How records of one kind are searched: what they are called, the fields that they have, and values of those. */
export interface SearchableResource {
  readonly plural: string;
  readonly fields: Readonly<Partial<Record<SearchField, z.ZodType<string>>>>;
}

/** Defines how records are searched. A field that goes without a schema here takes any value that such a field may have. */
export function defineSearchable(
  plural: string,
  fields: Readonly<Partial<Record<SearchField, z.ZodType<string, string> | true>>>,
): SearchableResource {
  const schemas = Object.entries(fields).map(([field, values]) => [
    field,
    values === true ? FIELDS[field as SearchField] : z.string().toLowerCase().pipe(values),
  ]);
  return { plural, fields: Object.fromEntries(schemas) as SearchableResource['fields'] };
}

/** A term as records of a kind understand it, or what is wrong with it. */
function validateTerm(term: SearchTerm, { plural, fields }: SearchableResource): SearchTerm | string {
  if (!('field' in term)) return term;
  const schema = fields[term.field];
  if (schema === undefined) return `${plural} have no ${term.field}`;
  const { success, data, error } = schema.safeParse(term.value);
  return success ? { ...term, value: data } : `${term.field} ${error.issues[0]?.message ?? 'is unknown'}`;
}

/**
 * A query as records of one kind understand it, where others may understand more: an exclusion that means nothing to
 * them excludes nothing. `null` when it asks for what none of them has.
 */
export function supportedTerms(
  terms: readonly SearchTerm[],
  searched: SearchableResource,
): SearchTerm[] | null {
  const known: SearchTerm[] = [];
  for (const term of terms) {
    const result = validateTerm(term, searched);
    if (typeof result !== 'string') known.push(result);
    else if (!term.excluded) return null;
  }
  return known;
}

const DESCRIPTION =
  'Words that must all occur, the last of them as the beginning of one; `"a phrase"`; `-word` excludes; `field:value` ' +
  'asks for a value. Case and accents make no difference.';

/** The parameter `q`: a query that records of one of these kinds, at least, understand. */
export function searchQuery(...kinds: readonly [SearchableResource, ...SearchableResource[]]) {
  const fields = [...new Set(kinds.flatMap((kind) => Object.keys(kind.fields)))];
  const named = fields.map((field) => `\`${field === 'custom' ? 'custom.<key>' : field}:\``).join(', ');
  return z
    .string()
    .max(MAX, `must have at most ${MAX} characters`)
    .transform((query, context): SearchTerm[] => {
      const refuse = (message: string) => context.addIssue({ code: 'custom', message });
      if (query.includes('\u0000') || !query.isWellFormed())
        refuse('must be valid Unicode without NUL characters');
      else if (lengthOf(query) < 2) refuse('must have at least 2 characters');
      return parseSearchQuery(query).map((term) => {
        const results = kinds.map((kind) => validateTerm(term, kind));
        if (results.every((result) => typeof result === 'string')) refuse(results[0] as string);
        return kinds.length === 1 && typeof results[0] === 'object' ? results[0] : term;
      });
    })
    .meta({
      description: `${DESCRIPTION} Fields: ${named}. 2 to ${MAX} characters`,
      examples: ['printer "on fire" -resolved'],
    });
}
