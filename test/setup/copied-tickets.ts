import { uuidOf, type Id } from '@parley/contracts';

type Query = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;

/** Adds copies of a ticket in the database, with nothing but what a list needs. */
export async function copyTicket(query: Query, id: Id<'ticket'>, count: number): Promise<void> {
  const columns = (
    await query(
      `select column_name::text as name from information_schema.columns
        where table_schema = 'ticket' and table_name = 'ticket' and is_generated = 'NEVER' and column_name not in ('id', 'number')`,
    )
  ).map(({ name }) => String(name));
  await query(
    `insert into ticket.ticket (id, number, ${columns.join(', ')})
     select gen_random_uuid(), number + n, ${columns.join(', ')} from ticket.ticket, generate_series(1, $2::int) n where id = $1`,
    [uuidOf('ticket', id), count],
  );
}
