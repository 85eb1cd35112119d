import { expect, it } from '@jest/globals';
import { changedFields, conflicts, withNewValues } from './form-changes.ts';

it('an update sends only the fields that differ from those the form began with', () => {
  const begun = { name: 'Dana', phone: '', events: ['ticket.*'] };
  expect(changedFields(begun, { ...begun, events: ['ticket.*'] })).toEqual({});
  expect(changedFields(begun, { name: 'Dana', phone: '112', events: ['*'] })).toEqual({
    phone: '112',
    events: ['*'],
  });
});

it('the new values of a record replace what was typed only in the fields that somebody else changed', () => {
  const begun = { name: 'Dana', phone: '', company: 'Acme' };
  const typed = { name: 'Dana R.', phone: '112', company: 'Acme' };
  const latest = { name: 'Dana Reyes', phone: '', company: 'Example Ltd' };
  expect(withNewValues(begun, typed, latest)).toEqual({
    name: 'Dana Reyes',
    phone: '112',
    company: 'Example Ltd',
  });
});

const shown = { status: 'open', assignee: null, inbox_id: null, tags: ['a'], updated_at: '1' };

it.each([
  ['not if the version has only other values elsewhere', { status: 'closed' }, { updated_at: '2' }, false],
  ['if it sets what the version has changed', { status: 'closed' }, { status: 'pending' }, true],
  ['if both assign', { assignee_id: 'user_1' }, { assignee: { id: 'user_2' } }, true],
  ['if both change the tags', { tags: ['a', 'b'] }, { tags: [] }, true],
  ['not if the version has what it sets', { inbox_id: 'inbox_1' }, { inbox_id: 'inbox_1' }, false],
  ['not if both assign the same user', { assignee_id: 'user_1' }, { assignee: { id: 'user_1' } }, false],
  ['if both choose an inbox', { inbox_id: 'inbox_1' }, { inbox_id: 'inbox_2' }, true],
])('an update conflicts with a later version %s', (_name, change, changed, expected) => {
  expect(conflicts(change, shown, { ...shown, ...changed })).toBe(expected);
});
