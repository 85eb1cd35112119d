import { describe, expect, it } from '@jest/globals';
import type { ContactRow } from './contact.entity.ts';
import { contactChanges } from './contact.rules.ts';
import { NO_PHONE } from '@parley/lists';

const AT = new Date('2026-11-21T06:30:00.000Z');
const contact = (change: Partial<ContactRow> = {}): ContactRow => ({
  workspace_id: 'w',
  mode: 'live',
  id: 'id-1',
  version: 1,
  email: 'Dana@example.com',
  email_key: 'dana@example.com',
  name: 'Dana',
  phone: null,
  ...NO_PHONE,
  external_id: null,
  company: null,
  custom_fields: { a: 1 },
  created_at: AT,
  updated_at: AT,
  ...change,
});

describe('a patch of a contact', () => {
  it('changes the e-mail key with the address, but not if only the case differs', () => {
    expect(contactChanges(contact(), { email: 'Eve@example.com' }, NO_PHONE)).toEqual({
      email: 'Eve@example.com',
      email_key: 'eve@example.com',
    });
    expect(contactChanges(contact(), { email: 'dana@example.com' }, NO_PHONE)).toEqual({
      email: 'dana@example.com',
    });
  });

  it('is rejected if it would remove both the address and the phone number', () => {
    expect(() => contactChanges(contact(), { email: null }, NO_PHONE)).toThrow('email: must not be removed');
    expect(() =>
      contactChanges(contact({ email: null, email_key: null, phone: '1' }), { phone: null }, NO_PHONE),
    ).toThrow('phone: must not be removed');
    expect(contactChanges(contact(), { email: null, phone: '1' }, NO_PHONE)).toEqual({
      email: null,
      email_key: null,
      phone: '1',
    });
  });
});
