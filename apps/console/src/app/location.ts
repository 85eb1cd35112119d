import { useLocation, useNavigate, useParams } from '@tanstack/react-router';
import { useCallback } from 'react';

export function usePathParameter(name: string): string {
  const params: Record<string, unknown> = useParams({ strict: false });
  const value = params[name];
  return typeof value === 'string' ? value : '';
}

/** The query of the address, and a function that changes it: `undefined` removes a value, and "back" leaves the list. */
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
