import { z } from 'zod';
import { component, documentedAs, integer, nullableInteger, nullableString } from './documented.ts';
import { ApiError } from './error.ts';
import { exampleId, idOf, type IdKind } from './id.ts';
import { Instant, Priority, RecordNumberText, TagName, text } from './schema.ts';

/** The cost of `page` grows with the offset; beyond this limit callers must use `cursor`. */
export const MAX_OFFSET = 10_000;

/** An integer from 1, as text in a query string, of any size: larger ones than JavaScript counts to are the largest of these. */
const positiveInteger = documentedAs(
  z.string().regex(/^\d+$/, 'must be a whole number of at least 1'),
  z.int().min(1),
)
  .transform((digits) => Math.min(Number(digits), Number.MAX_SAFE_INTEGER))
  .refine((value) => value >= 1, 'must be a whole number of at least 1');

/** A number of results per request, in a query string. */
export const upTo100 = (description: string, fallback: number) =>
  positiveInteger
    .transform((value) => Math.min(value, 100))
    .default(fallback)
    .meta({
      description: `${description}, 1 to 100. Values above 100 are treated as 100`,
      examples: [fallback],
    });

const VALUES_MAX = 50;

interface FilterMeta {
  description: string;
  /** As in a query: several are separated by commas. */
  examples: readonly string[];
  /** A value may have commas itself, so the whole text is one of the values. */
  mayHaveCommas?: boolean;
  /** Most values, unless they are {@link VALUES_MAX}. */
  max?: number;
}

/** Several values in a query string, which are separated by commas or repeat the parameter. */
export function valuesOf<Value extends string>(
  value: z.ZodType<Value>,
  { description, examples, mayHaveCommas = false, max = VALUES_MAX }: FilterMeta,
) {
  const filter = z.union([z.string(), z.array(z.string())]).transform((given, context): Value[] => {
    const text = String(given);
    const values = new Set<Value>();
    const parts = new Set(text.split(','));
    // A target of 16 KiB has room for thousands, each of which costs an error.
    if (parts.size > max) {
      context.addIssue({ code: 'custom', message: `must have at most ${max} values` });
      return z.NEVER;
    }
    for (const one of parts) {
      const parsed = value.safeParse(one);
      if (parsed.success) values.add(parsed.data);
      else context.addIssue({ code: 'custom', message: parsed.error.issues[0]?.message ?? 'is not valid' });
    }
    const whole = mayHaveCommas ? value.safeParse(text) : undefined;
    if (whole?.success === true) values.add(whole.data);
    return [...values];
  });
  return documentedAs(filter, z.array(value).max(max)).meta({
    description: `${description}; several are separated by commas`,
    examples: examples.map((example) => example.split(',') as Value[]),
  });
}

/** A filter in a query string by any of several values. */
export const anyOf = <Value extends string>(value: z.ZodType<Value>, meta: FilterMeta) => {
  const given = valuesOf(value, meta);
  return given.optional().meta({ ...given.meta() });
};

/** A filter by id that finds records without one too. */
const anyIdOrNone = <Kind extends IdKind>(kind: Kind, description: string, ...examples: string[]) =>
  anyOf(z.union([z.literal('none'), idOf(kind)]), { description, examples: [...examples, exampleId(kind)] });

export const anyAssignee = anyOf(z.union([z.literal('none'), z.literal('me'), idOf('user')]), {
  description:
    'Id of the assigned user, `me` for the user of the credential (of an API key: its creator), or `none` for unassigned records',
  examples: ['none', 'me', 'user_01h2xcejqtf2nbrexx3vqjhp41'],
});

export const anyInbox = anyIdOrNone('inbox', 'Id of the inbox, or `none`', 'none');

export const anyTeam = anyIdOrNone('team', 'Id of the team, or `none`', 'none');

export const isSnoozed = z
  .enum(['true', 'false'])
  .transform((text) => text === 'true')
  .optional()
  .meta({ description: 'Whether the record is snoozed: `true` or `false`', examples: ['true'] });

export const anyMailbox = anyIdOrNone('mailbox', 'Id of the mailbox, or `none`', 'none');

export const anyContact = anyIdOrNone('contact', 'Id of the contact, or `none`');

export const anyPriority = anyOf(Priority, {
  description: 'Priority: `urgent`, `high`, `normal` or `low`',
  examples: ['urgent,high'],
});

export const anyNumber = anyOf(RecordNumberText, {
  description: 'Number of the record',
  examples: ['1042'],
});

export const anyTag = anyOf(TagName, {
  description: 'Name of a tag (case-insensitive)',
  examples: ['billing'],
  mayHaveCommas: true,
});

export const byExternalId = text(255)
  .optional()
  .meta({
    description: 'Id in an external system, exactly as it was given',
    examples: ['ORD-1042'],
  });

export const createdRange = {
  created_after: Instant.optional().describe('Earliest creation time (inclusive)'),
  created_before: Instant.optional().meta({
    description: 'Latest creation time (exclusive)',
    examples: ['2026-11-22'],
  }),
};

/** What a list that is followed by `updated_at` does not show as a change; `more` beside the fields of other records. */
export const describeFollowing = (noun: string, more: string): string =>
  ` A ${noun} shows the name, e-mail address and phone number of its contact and the name of its assignee: their changes do not change its ` +
  `\`updated_at\`${more}.`;

export const updatedRange = {
  updated_after: Instant.optional().describe('Earliest time of the last change (inclusive)'),
  updated_before: Instant.optional().meta({
    description: 'Latest time of the last change (exclusive)',
    examples: ['2026-11-22'],
  }),
};

export const SortOrder = z.enum(['asc', 'desc']).meta({ id: 'SortOrder', description: 'Sort direction' });

const Cursor = z
  .string()
  .optional()
  .describe('`meta.next_cursor` or `meta.resume_cursor` of an earlier page; replaces `page`');

/** Also for a value that the sort column cannot have. */
export function malformedCursor(): ApiError {
  return new ApiError('invalid_parameter', {
    status: 400,
    param: 'cursor',
    message: 'cursor: must be a cursor of this list with the same filters, sort and order',
  });
}

/** The query of a list operation. The first sort field is the default. */
export function listQuery<const Sort extends string, Filters extends z.ZodRawShape>(
  sorts: readonly [Sort, ...Sort[]],
  filters: Filters,
) {
  return z.object({
    ...filters,
    page: positiveInteger.default(1).meta({ description: 'Page number, starting at 1', examples: [1] }),
    per_page: upTo100('Number of items per page', 25),
    cursor: Cursor,
    sort: z
      .enum(sorts)
      .default(sorts[0] as never)
      .describe('Field to sort by'),
    order: SortOrder.default('desc'),
  });
}

/** The part of a parsed query that all lists share. */
export interface ListQuery {
  page: number;
  per_page: number;
  cursor?: string | undefined;
  sort: string;
  order: 'asc' | 'desc';
}

/** The result of a list handler, from which the gateway builds `meta` and `links`. */
export interface Page<Item> {
  items: Item[];
  total_count: number;
  /** `gte` if the count reached its limit. */
  total_count_relation: 'eq' | 'gte';
  next_cursor: string | null;
  /** Absent in responses of services that are older than it. */
  resume_cursor?: string | null;
  /** Items were left out because they are large: the page continues at `next_cursor`. */
  is_partial?: boolean;
}

export interface PageOf<Item extends z.ZodType> {
  readonly kind: 'page';
  readonly item: Item;
}

/** Response of a list operation: `{data: […], meta, links}`. */
export function pageOf<Item extends z.ZodType>(item: Item): PageOf<Item> {
  return { kind: 'page', item };
}

export const PageMeta = component('PageMeta', 'Pagination of a list', {
  current_page: nullableInteger('Page number; null with `cursor`', 1),
  per_page: integer('Number of items per page', 25),
  total_pages: nullableInteger(
    'Number of pages; null with `cursor`, and if `total_count` is a lower bound',
    1,
  ),
  total_count: integer('Number of matching items', 25),
  total_count_relation: z
    .enum(['eq', 'gte'])
    .describe(
      'Accuracy of `total_count`: `eq` if exact, `gte` if counting stopped at 10,000, or at 1,000 with `q`',
    ),
  next_cursor: nullableString(
    'Cursor of the next page, or null on the last one',
    'sSq1vLw4eXn0aQ3bT9c2hAWyJjcmVhdGVkX2F0Il0',
  ),
  resume_cursor: nullableString(
    'With `sort=updated_at` and `order=asc`, and for events with `order=asc`, on every page: the cursor to continue with ' +
      'later, which misses no change and repeats those of the last minute; otherwise null',
    'sSq1vLw4eXn0aQ3bT9c2hAWyJjcmVhdGVkX2F0Il0',
  ),
});

const link = (description: string, example: string) =>
  z.string().meta({ description, examples: [`/v1/tickets?status=open&page=${example}`] });

export const PageLinks = component('PageLinks', 'Relative URLs of other pages, with the same filters', {
  first: link('URL of the first page; null with `cursor`', '1').nullable(),
  prev: link('URL of the previous page; null on the first page and with `cursor`', '1').nullable(),
  next: link('URL of the next page, or null on the last one', '3').nullable(),
  last: link(
    'URL of the last page that `page` can reach; null with `cursor`, and if its number is unknown',
    '9',
  ).nullable(),
});
