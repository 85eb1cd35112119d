import { encodeId, type ContactForm } from '@parley/contracts';
import { versioned } from '@parley/runtime/records';
import type { ContactFormRow } from './contact-form.entity.ts';

/** @param mailUrl public address to which forms are sent. */
export function toContactForm(row: ContactFormRow, mailUrl: string): ContactForm {
  return versioned(row.version, {
    id: encodeId('contact_form', row.id),
    name: row.name,
    key: row.key,
    url: `${mailUrl}/forms/${row.key}`,
    allowed_origins: row.allowed_origins,
    redirect_url: row.redirect_url,
    inbox_id: row.inbox_id === null ? null : encodeId('inbox', row.inbox_id),
    mailbox_id: row.mailbox_id === null ? null : encodeId('mailbox', row.mailbox_id),
    tags: row.tags,
    confirmation: row.confirmation,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  });
}
