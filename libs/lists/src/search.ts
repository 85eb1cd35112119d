import { termsFor, type SearchableResource, type SearchTerm } from '@parley/contracts';
import type { MigrationSource, TenantContext } from '@parley/runtime/context';
import type { TenantDatabase } from '@parley/persistence';
import type { ListDefinition } from './list.ts';
import { fitting, FITTING_ROWS, totalOf, withinAnswer, type Fitting, type Matches } from './page.ts';
import { compile } from './predicates.ts';
import { rowOrder } from './row-order.ts';
import { narrowBySearch, searchTable, tsquery } from './search-filters.ts';
import { MatchReader, type RowRead } from './strategy.ts';

const RANKED = 500;

type Ranked<Row> = Row & Fitting & { newest_matches: number; total_matches: number };

/** The best of the newest matches of a query, best first; nothing where records of this kind cannot match. */
export async function searchBest<Row>(
  scope: TenantDatabase<TenantContext>,
  list: ListDefinition<Row>,
  resource: SearchableResource,
  { terms, limit }: { terms: readonly SearchTerm[]; limit: number },
): Promise<Matches<Row>> {
  const narrowed = await narrowBySearch(scope, list, {}, termsFor(terms, resource));
  const predicates = compile(narrowed.list, narrowed.query);
  const read = bestRead<Row>(list, {
    ranking: narrowed.ranking ?? '[]',
    limit,
    bound: predicates.parameters,
  });
  const { rows: found, total } = await new MatchReader(scope, predicates).read(read, narrowed.total);
  const rows = found.slice(0, fitting(found));
  return { rows, ...totalOf(total, predicates.cap) };
}

function bestRead<Row>(
  { name, table, rows: selection, longText: text }: ListDefinition<Row>,
  { ranking, limit, bound }: { ranking: string; limit: number; bound: number },
): RowRead<Ranked<Row>> {
  const query = tsquery('&').replaceAll('?', `$${bound + 1}`);
  const orderBy = (of: string) => `order by ${of}rank desc nulls last, ${of}created_at desc, ${of}id desc`;
  const key = ['workspace_id', 'mode', 'created_at', 'id'];
  const counts = ['total_matches', 'newest_matches'];
  const longText = limit > FITTING_ROWS ? text : undefined;
  const more = longText === undefined ? counts : [...counts, 'is_beyond'];
  const found = (rows: string) =>
    longText === undefined
      ? rows
      : withinAnswer(rows, {
          longText,
          columns: [...selection.columns, 'rank', ...counts],
          order: orderBy(''),
        });
  return {
    name: `${name}.best`,
    order: rowOrder('created_at', 'desc'),
    limit: String(RANKED),
    values: [ranking, limit],
    columns: key,
    statement: (rows) => `
      with newest as materialized (${rows}), best as (
        select ${key.join(', ')}, total_matches, (
          select max(ts_rank(s.words, ${query})) from ${searchTable(table)} s
           where s.workspace_id = newest.workspace_id and s.mode = newest.mode
             and s.created_at = newest.created_at and s.id = newest.id and ts_match_vq(s.words, ${query})) as rank
          from newest ${orderBy('')} limit $${bound + 2}
      ), ${table} as (${found(`
        select ${selection.list}, best.rank, best.total_matches, (select count(*)::int from newest) as newest_matches
          from best join ${table} using (${key.join(', ')})`)}
      ) ${selection.select(...more)} ${orderBy(`${table}.`)}`,
    isComplete: ([first]) => first !== undefined && first.newest_matches >= RANKED,
    isFirst: true,
  };
}

/** The search functions, and the table of the words of `record`, made of `columns` (docs/adr/0011-search.md). */
export function searchMigrations(record: string, columns: readonly string[]): MigrationSource {
  return { name: 'search', folder: new URL('./migrations/', import.meta.url), names: { record, columns } };
}
