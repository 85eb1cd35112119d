import { Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import classes from './data-table.module.css';
import { ErrorState } from './error-state.tsx';

export interface Column<Row> {
  key: string;
  title: string;
  render: (row: Row) => ReactNode;
  align?: 'left' | 'right';
  /** Such as `12rem`. */
  width?: string;
  /** Hides the title on cards of narrow screens: for names, and for buttons. */
  untitled?: boolean;
}

interface DataTableProps<Row> {
  /** What the table lists, for screen readers: "API keys". */
  label: string;
  columns: readonly Column<Row>[];
  /** Undefined while they are loading. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  /** The page of a row, as a link in its first column. */
  linkTo?: (row: Row) => string;
  /** Shown instead of a table without rows. */
  empty: ReactNode;
  error?: unknown;
  onRetry?: () => void;
}

/** A list of records: a table, and cards on narrow screens. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowKey, linkTo, empty, error, onRetry } = props;
  if (rows === undefined)
    return error === undefined || error === null ? (
      <LoadingRows label={label} />
    ) : (
      <ErrorState error={error} {...(onRetry === undefined ? {} : { onRetry })} />
    );
  if (rows.length === 0) return empty;
  return (
    <div className={classes.box}>
      <table className={classes.table} aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ key, title, align, width, untitled }) => (
              <th key={key} scope="col" data-align={align} style={{ width }}>
                {untitled === true && align === 'right' ? (
                  <span className="visually-hidden">{title}</span>
                ) : (
                  title
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} data-linked={linkTo !== undefined || undefined}>
              {columns.map(({ key, title, align, untitled, render }, index) => (
                <td key={key} data-align={align} data-title={untitled === true ? undefined : title}>
                  <div>
                    {index === 0 && linkTo !== undefined ? (
                      <Link to={linkTo(row)} className={classes.link}>
                        {render(row)}
                      </Link>
                    ) : (
                      render(row)
                    )}
                  </div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function LoadingRows({ label }: { label: string }) {
  return (
    <div className={classes.box} role="status" aria-label={`Loading ${label}`}>
      {[0, 1, 2].map((row) => (
        <div key={row} className={classes.loading}>
          <Skeleton height={14} width={`${40 - row * 6}%`} />
          <Skeleton height={10} width="65%" mt={10} />
        </div>
      ))}
    </div>
  );
}
