import { describe, expect, it } from '@jest/globals';
import type { ContactRow } from './contact.entity.ts';
import { contactChanges } from './contact.rules.ts';

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
  company: null,
  custom_fields: { a: 1 },
  created_at: AT,
  updated_at: AT,
  ...change,
});

describe('a patch of a contact', () => {
  it('changes the given fields, and nothing if they already have the given values', () => {
    expect(contactChanges(contact(), { name: 'Daniela', company: null })).toEqual({ name: 'Daniela' });
    expect(contactChanges(contact(), { name: 'Dana', email: 'Dana@example.com' })).toEqual({});
    expect(contactChanges(contact(), {})).toEqual({});
  });

  it('changes the e-mail key with the address, but not if only the case differs', () => {
    expect(contactChanges(contact(), { email: 'Eve@example.com' })).toEqual({
      email: 'Eve@example.com',
      email_key: 'eve@example.com',
    });
    expect(contactChanges(contact(), { email: 'dana@example.com' })).toEqual({ email: 'dana@example.com' });
  });

  it('merges custom fields by key; null removes one', () => {
    expect(contactChanges(contact(), { custom_fields: { b: 2 } })).toEqual({ custom_fields: { a: 1, b: 2 } });
    expect(contactChanges(contact(), { custom_fields: { a: null } })).toEqual({ custom_fields: {} });
    expect(contactChanges(contact(), { custom_fields: { a: 1, z: null } })).toEqual({});
  });

  it('is rejected if the merged custom fields would be too large', () => {
    const full = contact({ custom_fields: { a: 'x'.repeat(16_000) } });
    expect(() => contactChanges(full, { custom_fields: { b: 'x'.repeat(16_000) } })).toThrow(
      'custom_fields: ',
    );
  });

  it('is rejected if it would remove both the address and the phone number', () => {
    expect(() => contactChanges(contact(), { email: null })).toThrow('email: must not be removed');
    expect(() =>
      contactChanges(contact({ email: null, email_key: null, phone: '1' }), { phone: null }),
    ).toThrow('phone: must not be removed');
    expect(contactChanges(contact(), { email: null, phone: '1' })).toEqual({
      email: null,
      email_key: null,
      phone: '1',
    });
  });
});
