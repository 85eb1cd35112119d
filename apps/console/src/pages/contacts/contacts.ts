import { queryOptions } from '@tanstack/react-query';
import { unwrap, type PublicApi, type Schemas } from '../../api/public.ts';
import { searchOf, type Filters } from '../../desk/filters.ts';
import { orderOf, pagesQuery } from '../../desk/record-lists.ts';
import { unwrapTagged } from '../../desk/records.ts';

export type Contact = Schemas['Contact'];
export type ContactChange = Schemas['UpdateContactRequest'];

export const CONTACT_SORTS = [
  { value: 'created_at.desc', label: 'Newest first' },
  { value: 'updated_at.desc', label: 'Last changed' },
  { value: 'name.asc', label: 'Name' },
  { value: 'email.asc', label: 'E-mail address' },
  { value: 'company.asc', label: 'Company' },
] as const;

const DAY_MS = 86_400_000;

/** The address says how many days, so that it still holds tomorrow. */
export const CONTACT_AGES = [
  { value: '1', label: 'Last day' },
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
] as const;

/** The start of the day that many days ago: the same for all requests of a day. */
function startOf(days: string | undefined): string | undefined {
  const count = Number(days ?? Number.NaN);
  if (!Number.isInteger(count)) return undefined;
  return new Date(Date.now() - count * DAY_MS).toISOString().slice(0, 10);
}

export const contactsQuery = (api: PublicApi, filters: Filters) =>
  pagesQuery([api.mode, 'contacts', 'list', filters], 25, (page, signal) => {
    const { sort, order } = orderOf(filters, CONTACT_SORTS[0].value);
    const query = {
      q: searchOf(filters['q']),
      created_after: startOf(filters['created_after']),
      sort: sort as Schemas['ListContactsSort'],
      order,
      ...page,
    };
    return unwrap(api.GET('/v1/contacts', { params: { query }, signal }));
  });

export const contactQuery = (api: PublicApi, id: string) =>
  queryOptions({
    queryKey: [api.mode, 'contacts', id],
    queryFn: ({ signal }) =>
      unwrapTagged(api.GET('/v1/contacts/{contact_id}', { params: { path: { contact_id: id } }, signal })),
  });
