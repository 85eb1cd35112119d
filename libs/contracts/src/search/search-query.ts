import { z } from 'zod';
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
  value: string;
  excluded: boolean;
}

/** A result matches every term and no excluded one. */
export type SearchTerm = TextTerm | FieldTerm;

/** Maximum length in UTF-16 code units. */
const MAX = 500;
/** A record is evaluated for each field condition: eight take some 0.1 s on a few thousand. */
const FIELDS_MAX = 8;
const TERMS_MAX = 20;

/** Includes the typographic quotes that keyboards insert. */
const QUOTE = /["“”„]/u;
const QUOTED = /["“”„]([^"“”„]*)["“”„]?/uy;
const BARE = /[^\s"“”„]+/uy;
const NAME = /(?:(custom)\.(?:["“”„]([^"“”„]+)["“”„]|([^\s:"“”„]+))|([a-z]+)):/iuy;
const SPACE = /\s+/uy;

/** Parses a query. Any text is valid: an unclosed quote extends to the end, lone operators and unknown fields are words. */
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
    const [, custom, quotedKey, bareKey, name] = take(NAME) ?? [];
    const key = quotedKey ?? bareKey;
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

/** Length in code points. */
const lengthOf = (value: string): number => [...value.trim()].length;

export const EmailPattern = text(322)
  .refine((pattern) => pattern.split('*').length <= 3, 'must have at most two *')
  .meta({
    description: 'E-mail address (case-insensitive); may contain up to two `*` wildcards',
    examples: ['dana@example.com', '*@example.com'],
  });

/** The fields of a query and the default schemas of their values. */
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

/** A resource that can be searched, and the query fields that it supports. */
export interface SearchableResource {
  readonly plural: string;
  readonly fields: Readonly<Partial<Record<SearchField, z.ZodType<string>>>>;
}

/** `true` selects the default schema of a field. */
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

/** The term with its parsed value, or an error message if the resource does not support it. */
function validateTerm(term: SearchTerm, { plural, fields }: SearchableResource): SearchTerm | string {
  if (!('field' in term)) return term;
  const schema = fields[term.field];
  if (schema === undefined) return `${plural} have no ${term.field}`;
  const { success, data, error } = schema.safeParse(term.value);
  return success ? { ...term, value: data } : `${term.field} ${error.issues[0]?.message ?? 'is unknown'}`;
}

/** The terms that a resource supports, without unsupported exclusions. `null` if an unsupported term makes a match impossible. */
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
  'Search query. All words must match; the last one matches as a prefix. Supports `"exact phrases"`, `-exclusions` and ' +
  '`field:value`. Case and accents are ignored. Of a long text, the first 32,768 characters are searched.';

/** The parameter `q`. Every term must be supported by at least one of the resources. */
export function searchQuery(...kinds: readonly [SearchableResource, ...SearchableResource[]]) {
  const fields = [...new Set(kinds.flatMap((kind) => Object.keys(kind.fields)))];
  const named = fields
    .map((field) => `\`${field === 'custom' ? 'custom.<key>:` or `custom."a key"' : field}:\``)
    .join(', ');
  return z
    .string()
    .max(MAX, `must have at most ${MAX} characters`)
    .transform((query, context): SearchTerm[] => {
      const addIssue = (message: string) => context.addIssue({ code: 'custom', message });
      if (query.includes('\u0000') || !query.isWellFormed())
        addIssue('must be valid Unicode without NUL characters');
      else if (lengthOf(query) < 2) addIssue('must have at least 2 characters');
      const terms = parseSearchQuery(query);
      if (terms.length > TERMS_MAX) addIssue(`must have at most ${TERMS_MAX} terms`);
      else if (terms.filter((term) => 'field' in term).length > FIELDS_MAX)
        addIssue(`must have at most ${FIELDS_MAX} field conditions`);
      return terms.map((term) => {
        const results = kinds.map((kind) => validateTerm(term, kind));
        if (results.every((result) => typeof result === 'string')) addIssue(results[0] as string);
        return kinds.length === 1 && typeof results[0] === 'object' ? results[0] : term;
      });
    })
    .meta({
      description:
        `${DESCRIPTION} Fields: ${named}. Length: 2 to ${MAX} characters; at most ${TERMS_MAX} terms, of which ` +
        `${FIELDS_MAX} \`field:value\``,
      examples: ['printer "on fire" -resolved'],
    });
}
