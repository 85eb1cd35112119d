import type { Mode } from '@parley/contracts';
import { defineList } from '@parley/lists';
import { Selection, systemStatement, tenantStatement, workspaceStatement } from '@parley/persistence';
import { ContactFormRow } from './contact-form.entity.ts';

const FORMS = Selection.of(ContactFormRow);

export const findContactForm = tenantStatement<ContactFormRow>(
  'contact_form.find',
  `${FORMS.select()} where workspace_id = $1 and mode = $2 and id = $3`,
);

export const lockContactForm = tenantStatement<ContactFormRow>(
  'contact_form.lock',
  `${findContactForm.text} for update`,
);

export const findFormOfKey = systemStatement<{ workspace_id: string; mode: Mode; id: string }>(
  'contact_form.find_of_key',
  'the key in the URL of a submission is all that is known of its tenant',
  'select workspace_id, mode, id from contact_form where key = $1',
);

/** Until the transaction ends: forms of a tenant are created one after the other. */
export const lockContactForms = tenantStatement<never>(
  'contact_form.lock_tenant',
  `select from pg_advisory_xact_lock(7314, hashtext(current_schema() || '/' || $1::uuid || '/' || $2))`,
);

export const countContactForms = tenantStatement<{ count: number }>(
  'contact_form.count',
  'select count(*)::int as count from contact_form where workspace_id = $1 and mode = $2',
);

export const findFormsOfMailbox = tenantStatement<ContactFormRow>(
  'contact_form.lock_of_mailbox',
  `${FORMS.select()} where workspace_id = $1 and mode = $2 and mailbox_id = $3 order by id for update`,
);

/** Those of both modes, whose inbox was deleted. */
export const findFormsOfInbox = workspaceStatement<{ id: string; mode: Mode }>(
  'contact_form.find_of_inbox',
  'select id, mode from contact_form where workspace_id = $1 and inbox_id = $2 order by id',
);

export const contactFormList = defineList<ContactFormRow>({
  name: 'contact_form.list',
  rows: FORMS,
  sorts: { created_at: 'created_at' },
  filters: {},
});
