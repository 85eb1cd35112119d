import type { Type } from '@nestjs/common';
import { tableOf } from './entity-columns.ts';

/** The columns that statements read, by name: a migration would change `*`, and break prepared statements (SQLSTATE 0A000). */
export class Selection<Row> {
  declare readonly row?: Row;
  readonly columns: readonly string[];

  constructor(
    readonly table: string,
    columns: readonly (keyof Row & string)[],
    private readonly joined = '',
    private readonly joins = '',
  ) {
    this.columns = columns;
  }

  static of<Row extends object>(entity: Type<Row>): Selection<Row> {
    const { table, columns } = tableOf(entity);
    return new Selection<Row>(
      table,
      columns.map(({ name }) => name as keyof Row & string),
    );
  }

  without<Name extends keyof Row & string>(...names: readonly Name[]): Selection<Omit<Row, Name>> {
    const others = this.columns.filter((column) => !names.some((name) => name === column));
    return new Selection<Omit<Row, Name>>(this.table, others as never, this.joined, this.joins);
  }

  /** The same columns of a view, and more of them. */
  from<More extends Row>(view: string, ...more: readonly (keyof More & string)[]): Selection<More> {
    return new Selection<More>(view, [...this.columns, ...more] as never);
  }

  /** The selection with further columns, as SQL, and what is joined for them. */
  with<More>(joined: string, joins = ''): Selection<Row & More> {
    return new Selection<Row & More>(this.table, this.columns as never, joined, joins);
  }

  /** The columns of the table, for `returning`. */
  get list(): string {
    return this.columns.map((column) => `${this.table}.${column}`).join(', ');
  }

  /** `select … from …` without `where`, with further columns of the table. */
  select(...more: readonly string[]): string {
    const others = more.map((column) => `, ${this.table}.${column}`).join('');
    const joined = this.joined === '' ? '' : `, ${this.joined}`;
    return `select ${this.list}${others}${joined} from ${this.table} ${this.joins}`.trimEnd();
  }
}
