import { describe, expect, it } from '@jest/globals';
import { auditOf, type TicketChange } from './assignment-history.ts';

const opened = (ticket: string): TicketChange => ({ ticket, assignee: null, status: 'open', actor: 'key' });
const assigned = (ticket: string, assignee: string): TicketChange => ({
  ...opened(ticket),
  assignee,
  actor: 'assignment',
});
const resolved = (ticket: string, assignee: string): TicketChange => ({
  ...{ ticket, assignee },
  ...{ status: 'resolved', actor: 'key' },
});

describe('the audit of a desk', () => {
  it('finds nothing where each ticket is assigned once, within the limit', () => {
    const changes = [
      opened('a'),
      opened('b'),
      assigned('a', 'kim'),
      resolved('a', 'kim'),
      assigned('b', 'kim'),
    ];
    expect(auditOf(changes, 1)).toEqual({
      ...{ assigned: ['a', 'b'], double: [], aboveLimit: [] },
      open: new Map([['kim', 1]]),
    });
  });

  it('finds a ticket that is assigned twice', () => {
    const changes = [opened('a'), assigned('a', 'kim'), assigned('a', 'lee')];
    expect(auditOf(changes, 5).double).toEqual(['a']);
  });

  it('finds a user who is assigned more than the limit', () => {
    const changes = [opened('a'), opened('b'), assigned('a', 'kim'), assigned('b', 'kim')];
    expect(auditOf(changes, 1).aboveLimit).toEqual(['b']);
  });
});
