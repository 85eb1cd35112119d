/** SQL for the number of rows of the tenant in `$1` and `$2` (count-rows.sql); with `key`, of those with this value. */
export function countedRows(table: string, key?: string): string {
  const only = key === undefined ? '' : ` and key = ${key}`;
  return `select coalesce(sum(n), 0)::int from row_count
    where workspace_id = $1 and mode = $2 and counted = '${table}'${only}`;
}
