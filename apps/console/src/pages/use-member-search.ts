import { useEffect, useMemo, useState } from 'react';
import { usePublicApi } from '../app/session.tsx';
import { useList } from '../app/use-list.ts';

/** A list of users has no search: above this, a field would need one of its own. */
const MEMBERS_MAX = 1_000;

/** Active members, by what is typed into a field that chooses one of them. */
export function useMemberSearch() {
  const api = usePublicApi();
  const [search, setSearch] = useState('');
  const { rows, query } = useList('members', { status: 'active' }, (page, signal) =>
    api.GET('/v1/users', { params: { query: { page, per_page: 100, status: 'active' } }, signal }),
  );
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const count = rows?.length ?? 0;
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && count < MEMBERS_MAX) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage, count]);
  const options = useMemo(
    () => (rows ?? []).map(({ id, name, email }) => ({ value: id, label: `${name} (${email})` })),
    [rows],
  );
  return { options, search, setSearch };
}
