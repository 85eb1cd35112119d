import type { Statement } from '@parley/persistence';
import type { Limit } from './budget.rules.ts';
import { countOne } from './notices.queries.ts';

/** The database, or a transaction. */
export interface Executor {
  system<Row>(statement: Statement<Row, 'system'>, values?: readonly unknown[]): Promise<Row[]>;
}

/** Counts one for each limit, unless one of them is reached: then none, and the answer is false. */
export async function countWithin(db: Executor, limits: readonly Limit[]): Promise<boolean> {
  const [counted] = await db.system(countOne, [
    limits.map(({ subject }) => subject),
    limits.map(({ windowMs }) => windowMs),
    limits.map(({ max }) => max),
  ]);
  return counted?.is_counted === true;
}
