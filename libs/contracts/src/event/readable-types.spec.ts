import { describe, expect, it } from '@jest/globals';
import { webhookEvents } from '../events.ts';
import { operations } from '../registry.ts';
import { SCOPES } from '../scope.ts';
import { EVENT_SCOPES } from './event.operations.ts';
import { readableTypes } from './readable-types.ts';

const codeOf = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    const { code, param, scopes } = error as { code: string; param: string; scopes: string[] };
    return { code, param, scopes };
  }
};

describe('the event types that a credential may read', () => {
  it('are those of the records that it may read', () => {
    expect(readableTypes(['files:read'])).toEqual(['file.created', 'file.deleted']);
    const ofTickets = readableTypes(['tickets:read', 'tickets:write']) ?? [];
    expect(new Set(ofTickets.map((type) => type.split('.')[0]))).toEqual(new Set(['ticket', 'tag']));
  });

  it('are narrowed by types and prefixes', () => {
    expect(readableTypes(['tickets:read'], ['ticket.created', 'contact.*'])).toEqual(['ticket.created']);
    expect(readableTypes(SCOPES, ['file.*'])).toEqual(['file.created', 'file.deleted']);
  });

  it('are not listed where they are all', () => {
    expect(readableTypes(SCOPES)).toBeUndefined();
    expect(readableTypes(SCOPES, ['file.created', '*'])).toBeUndefined();
  });

  it('must not be none', () => {
    expect(codeOf(() => readableTypes(['contacts:read'], ['tag.created', 'ticket.*']))).toEqual({
      code: 'insufficient_scope',
      param: 'event',
      scopes: ['conversations:read', 'tickets:read'],
    });
  });
});

describe('the scope of an event', () => {
  const subjects = [...new Set(webhookEvents.map(({ subject }) => subject))];

  it.each(subjects)('of a %s is that of reading its records', (subject) => {
    const read = operations.find(({ id }) => [`${subject}.list`, `${subject}.get`].includes(id));
    expect(read?.scope).toEqual(EVENT_SCOPES[subject as keyof typeof EVENT_SCOPES]);
  });

  it('is defined for no other subjects', () => {
    expect(Object.keys(EVENT_SCOPES).toSorted()).toEqual(subjects.toSorted());
  });
});
