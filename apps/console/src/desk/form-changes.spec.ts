import { describe, expect, it } from '@jest/globals';
import { changedFields, withNewValues } from './form-changes.ts';

describe('an update', () => {
  it('sends only the fields that differ from those the form began with', () => {
    const begun = { name: 'Dana', phone: '', events: ['ticket.*'] };
    expect(changedFields(begun, { ...begun, events: ['ticket.*'] })).toEqual({});
    expect(changedFields(begun, { name: 'Dana', phone: '112', events: ['*'] })).toEqual({
      phone: '112',
      events: ['*'],
    });
  });
});

describe('the new values of a record', () => {
  it('replace what was typed only in the fields that somebody else changed', () => {
    const begun = { name: 'Dana', phone: '', company: 'Acme' };
    const typed = { name: 'Dana R.', phone: '112', company: 'Acme' };
    const latest = { name: 'Dana Reyes', phone: '', company: 'Example Ltd' };
    expect(withNewValues(begun, typed, latest)).toEqual({
      name: 'Dana Reyes',
      phone: '112',
      company: 'Example Ltd',
    });
  });
});
