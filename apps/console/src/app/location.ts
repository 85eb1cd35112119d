import { useLocation, useNavigate, useParams } from '@tanstack/react-router';
import { useCallback, useEffect } from 'react';

export function usePathParameter(name: string): string {
  const params: Record<string, unknown> = useParams({ strict: false });
  const value = params[name];
  return typeof value === 'string' ? value : '';
}

type Values = Readonly<Record<string, string | undefined>>;

/** The queries with which lists were last shown, by their paths: a link back to one leads to what it showed. */
const places = new Map<string, Values>();

/** The query with which the list at a path was last shown. */
export const placeOf = (path: string): Values => places.get(path) ?? {};

/** The query of the address, and a function that changes it: `undefined` removes a value, and "back" leaves the list. */
export function useQueryValues(): [Values, (changes: Values) => void] {
  const { pathname, search }: { pathname: string; search: unknown } = useLocation();
  const navigate = useNavigate();
  useEffect(() => void places.set(pathname, search as Values), [pathname, search]);
  const change = useCallback(
    (changes: Values) =>
      void navigate({
        to: '.',
        replace: true,
        search: (before: Record<string, unknown>) => ({ ...before, ...changes }),
      } as never),
    [navigate],
  );
  return [search as Values, change];
}
