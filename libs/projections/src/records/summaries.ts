import { encodeId, type ContactSummary, type Id } from '@parley/contracts';
import { addressPattern, type SearchColumn } from '@parley/lists';
import type { Selection } from '@parley/persistence';
import type { ContactFields } from '../projections.queries.ts';

export interface SummaryColumns {
  contact_name: string | null;
  contact_email: string | null;
  contact_phone: string | null;
  assignee_name: string | null;
  team_name: string | null;
}

/** Adds the columns of {@link SummaryColumns} to rows that have contact_id, assignee_id and team_id. */
export function withSummaries<
  Row extends { contact_id: string | null; assignee_id: string | null; team_id: string | null },
>(rows: Selection<Row>): Selection<Row & SummaryColumns> {
  const { table } = rows;
  return rows.with<SummaryColumns>(
    'contact.name as contact_name, contact.email as contact_email, contact.phone as contact_phone, assignee.name as assignee_name, team.name as team_name',
    `left join contact_projection contact on contact.workspace_id = ${table}.workspace_id and contact.mode = ${table}.mode
      and contact.id = ${table}.contact_id
    left join user_projection assignee on assignee.workspace_id = ${table}.workspace_id
      and assignee.id = ${table}.assignee_id
    left join team_projection team on team.workspace_id = ${table}.workspace_id and team.id = ${table}.team_id`,
  );
}

export function assigneeSummary(id: string, row: SummaryColumns): { id: Id<'user'>; name: string } {
  return { id: encodeId('user', id), name: row.assignee_name ?? '' };
}

export function teamSummary(id: string, row: SummaryColumns): { id: Id<'team'>; name: string } {
  return { id: encodeId('team', id), name: row.team_name ?? '' };
}

export function contactSummary(id: string, row: SummaryColumns): ContactSummary {
  const { contact_name: name, contact_email: email, contact_phone: phone } = row;
  return { id: encodeId('contact', id), name, email, phone };
}

/** The columns of a contact that a record gets. */
export const contactColumns = (contact: Omit<ContactFields, 'id' | 'phone_e164'> | null) => ({
  contact_name: contact?.name ?? null,
  contact_email: contact?.email ?? null,
  contact_phone: contact?.phone ?? null,
});

/** Filters a table with contact_id by any of several addresses of the contact, using an index-only scan. */
export const byContactAddress: SearchColumn = {
  sql: `contact_id = any(array(select owner.id from contact_projection owner
    where owner.workspace_id = $1 and owner.mode = $2 and owner.email_key like any(?::text[])))`,
  rowSql: `(select email_key like any(?::text[]) from contact_projection
    where workspace_id = $1 and mode = $2 and contact_projection.id = contact_id)`,
  value: (patterns: readonly string[]) => patterns.map(addressPattern),
  set: 'large',
};
