import { useLocation, useNavigate, useParams } from '@tanstack/react-router';
import { useCallback } from 'react';

/** A parameter of the path of this page, such as `ticketId` of `/tickets/$ticketId`. */
export function usePathParameter(name: string): string {
  const params: Record<string, unknown> = useParams({ strict: false });
  const value = params[name];
  return typeof value === 'string' ? value : '';
}

/**
 * The query of the address, for filters that survive a reload and can be shared, and a function that changes some of its
 * values; `undefined` removes one. Changes replace the entry of the history, so that "back" leaves the list.
 */
export function useQueryValues(): [
  Readonly<Record<string, string | undefined>>,
  (changes: Readonly<Record<string, string | undefined>>) => void,
] {
  const { search }: { search: unknown } = useLocation();
  const navigate = useNavigate();
  const change = useCallback(
    (changes: Readonly<Record<string, string | undefined>>) =>
      void navigate({
        to: '.',
        replace: true,
        search: (before: Record<string, unknown>) => ({ ...before, ...changes }),
      } as never),
    [navigate],
  );
  return [search as Record<string, string | undefined>, change];
}
