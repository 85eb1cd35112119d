import { z } from 'zod';
import { Instant } from './schema.ts';

/** Deeper rows than this by `page` cost too much; `cursor` reaches them at flat cost (decisions.md section 1). */
export const MAX_OFFSET = 10_000;

const wholeNumber = z
  .string()
  .regex(/^\d{1,15}$/, 'must be a whole number of at least 1')
  .transform(Number)
  .refine((value) => value >= 1, 'must be a whole number of at least 1');

/** The filters of a list by the time that its items were made. */
export const createdWithin = {
  created_after: Instant.optional().meta({ description: 'Created at this instant or later' }),
  created_before: Instant.optional().meta({ description: 'Created before this instant' }),
};

/** The query of a list: paging, and the sort fields that the list offers, the first being the default. */
export function listQuery<const Sort extends string, Filters extends z.ZodRawShape>(
  sorts: readonly [Sort, ...Sort[]],
  filters: Filters,
) {
  return z.object({
    ...filters,
    page: wholeNumber.default(1).meta({ description: 'Page to return, from 1' }),
    per_page: wholeNumber
      .transform((value) => Math.min(value, 100))
      .default(25)
      .meta({ description: 'Items on a page, 1 to 100' }),
    cursor: z
      .string()
      .max(1024)
      .optional()
      .meta({ description: 'Continues after meta.next_cursor of an earlier page' }),
    sort: z
      .enum(sorts)
      .default(sorts[0] as never)
      .meta({ description: 'Field to sort by' }),
    order: z.enum(['asc', 'desc']).default('desc').meta({ description: 'Direction of the sort' }),
  });
}

/** What every parsed list query has. */
export interface ListQuery {
  page: number;
  per_page: number;
  cursor?: string | undefined;
  sort: string;
  order: 'asc' | 'desc';
}

/** What a list handler answers; the gateway makes `meta` and `links` of it. */
export interface Page<Item> {
  items: Item[];
  total_count: number;
  /** `gte` when the count stopped at its cap. */
  total_count_relation: 'eq' | 'gte';
  next_cursor: string | null;
}

export interface PageOf<Item extends z.ZodType> {
  readonly kind: 'page';
  readonly item: Item;
}

/** Response of a list operation: `{data: […], meta, links}`. */
export function pageOf<Item extends z.ZodType>(item: Item): PageOf<Item> {
  return { kind: 'page', item };
}

export const PageMeta = z.object({
  current_page: z.int(),
  per_page: z.int(),
  total_pages: z.int(),
  total_count: z.int(),
  total_count_relation: z.enum(['eq', 'gte']),
  next_cursor: z.string().nullable(),
});

export const PageLinks = z.object({
  first: z.string(),
  prev: z.string().nullable(),
  next: z.string().nullable(),
  last: z.string(),
});
