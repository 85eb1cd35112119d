import { z } from 'zod';
import { Instant, documentedAs } from './schema.ts';

/** Deeper rows than this by `page` cost too much; `cursor` reaches them at flat cost (decisions.md section 1). */
export const MAX_OFFSET = 10_000;

/** A number from 1 as a query sends it. */
export const positiveInteger = documentedAs(
  z.string().regex(/^\d{1,15}$/, 'must be a whole number of at least 1'),
  z.int().min(1),
)
  .transform(Number)
  .refine((value) => value >= 1, 'must be a whole number of at least 1');

/** The filters of a list by the time that its items were made. */
export const createdRange = {
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
    page: positiveInteger.default(1).meta({ description: 'Page to return, from 1', examples: [1] }),
    per_page: positiveInteger
      .transform((value) => Math.min(value, 100))
      .default(25)
      .meta({ description: 'Items on a page, 1 to 100; more is taken for 100', examples: [25] }),
    cursor: z
      .string()
      .optional()
      .meta({
        description: 'Continues after an earlier page: its meta.next_cursor',
        examples: ['WyIyMDI2LTExLTIxIiwiMDE5MmE1Il0'],
      }),
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

export const PageMeta = z
  .object({
    current_page: z.int().meta({ description: 'Number of this page' }),
    per_page: z.int().meta({ description: 'Items on a page', examples: [25] }),
    total_pages: z.int().meta({ description: 'Pages that the counted items fill' }),
    total_count: z.int().meta({ description: 'Items that match', examples: [25] }),
    total_count_relation: z
      .enum(['eq', 'gte'])
      .meta({ description: 'gte where the count stopped at 10,000 and there may be more' }),
    next_cursor: z
      .string()
      .nullable()
      .meta({
        description: 'Pass it as cursor to continue; null at the end',
        examples: ['WyIyMDI2LTExLTIxIiwiMDE5MmE1Il0'],
      }),
  })
  .meta({ id: 'PageMeta', description: 'Where a page stands in its list' });

const link = (description: string, example: string) =>
  z.string().meta({ description, examples: [`/v1/tickets?status=open&page=${example}`] });

export const PageLinks = z
  .object({
    first: link('The first page', '1'),
    prev: link('The page before; null on the first, and when a cursor was used', '1').nullable(),
    next: link('The page that follows; null at the end', '3').nullable(),
    last: link('The last page that a number reaches', '9'),
  })
  .meta({
    id: 'PageLinks',
    description: 'Other pages of a list, relative and with all other parameters kept',
  });
