import { Button, Center, Skeleton, VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import classes from './data-table.module.css';
import { Loaded } from './error-state.tsx';

export interface Column<Row> {
  /** Another one for each column. */
  title: string;
  render: (row: Row) => ReactNode;
  align?: 'left' | 'right';
  /** Hides the title on cards of narrow screens: for names, and for buttons. */
  untitled?: boolean;
}

/** A query of TanStack Query whose answer is a list: all of it at once, or page by page. */
export interface ListQuery<Row> {
  data: { data: readonly Row[] } | { pages: readonly { data: readonly Row[] }[] } | undefined;
  error: unknown;
  refetch: () => Promise<unknown>;
  hasNextPage?: boolean;
  isFetchingNextPage?: boolean;
  fetchNextPage?: () => Promise<unknown>;
}

interface DataTableProps<Row> {
  /** What the table lists, for screen readers: "API keys". */
  label: string;
  columns: readonly Column<Row>[];
  query: ListQuery<Row>;
  /** Identifies a row; its `id` unless this is given. */
  rowKey?: (row: Row) => string;
  /** The page of a row, as a link in its first column. */
  linkTo?: (row: Row) => string;
  empty: ReactNode;
}

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, query, empty } = props;
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  return (
    <>
      <Loaded query={query} placeholder={<LoadingRows label={label} />}>
        {(data) => {
          const rows = 'pages' in data ? data.pages.flatMap((page) => page.data) : data.data;
          return rows.length === 0 ? empty : <Rows {...props} rows={rows} />;
        }}
      </Loaded>
      {hasNextPage === true && (
        <Center mt="md">
          <Button
            variant="default"
            loading={isFetchingNextPage === true}
            onClick={() => void fetchNextPage?.()}
          >
            Show more
          </Button>
        </Center>
      )}
    </>
  );
}

const idOf = (row: unknown): string => (row as { id: string }).id;

function Rows<Row>(props: DataTableProps<Row> & { rows: readonly Row[] }) {
  const { label, columns, rows, rowKey = idOf, linkTo } = props;
  return (
    <div className={classes.box}>
      <table className={classes.table} aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ title, align, untitled }) => (
              <th key={title} scope="col" data-align={align}>
                {untitled === true && align === 'right' ? <VisuallyHidden>{title}</VisuallyHidden> : title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} data-linked={linkTo !== undefined || undefined}>
              {columns.map(({ title, align, untitled, render }, index) => (
                <td key={title} data-align={align} data-title={untitled === true ? undefined : title}>
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
