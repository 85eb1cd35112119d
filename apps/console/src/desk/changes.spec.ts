import { describe, expect, it } from '@jest/globals';
import { changesOf, titleOf, type HistoryEntry } from './changes.ts';

const entry = (changes: HistoryEntry['changes'], event = 'ticket.updated'): HistoryEntry => ({
  id: 'evt_1',
  event,
  timestamp: '2026-11-23T08:00:00.000Z',
  actor: { type: 'user', id: 'user_1' },
  changes,
});

describe('the changes of a history entry', () => {
  it('are named in words', () => {
    expect(
      changesOf(
        entry({
          status: { from: 'open', to: 'pending' },
          assignee: { from: null, to: { id: 'user_2', name: 'Mina Okafor' } },
          tags: { from: [], to: ['vip', 'billing'] },
          participants: {
            from: [],
            to: [
              { address: 'kim@example.com', name: null },
              { address: 'lee@example.com', name: 'Lee' },
            ],
          },
          sla: { from: { status: 'on_track' }, to: { status: 'warning' } },
        }),
      ),
    ).toEqual([
      { field: 'Status', from: 'Open', to: 'Pending' },
      { field: 'Assignee', from: null, to: 'Mina Okafor' },
      { field: 'Tags', from: null, to: 'vip, billing' },
      { field: 'Participants', from: null, to: 'kim@example.com, Lee' },
      { field: 'SLA', from: 'On track', to: 'Warning' },
    ]);
  });

  it('have the names of mailboxes for their ids, as far as they are known', () => {
    const changes = { mailbox_id: { from: 'mbx_1', to: 'mbx_2' } };
    expect(changesOf(entry(changes), new Map([['mbx_2', 'Support']]))).toEqual([
      { field: 'Mailbox', from: 'mbx_1', to: 'Support' },
    ]);
  });

  it('leave out what follows from other changes', () => {
    const changes = {
      updated_at: { from: 'a', to: 'b' },
      sla: { from: { status: 'x' }, to: { status: 'x' } },
    };
    expect(changesOf(entry(changes))).toEqual([]);
  });

  it('show custom fields as they are', () => {
    const changes = { custom_fields: { from: {}, to: { plan: 'gold' } } };
    expect(changesOf(entry(changes))).toEqual([
      { field: 'Custom fields', from: null, to: '{"plan":"gold"}' },
    ]);
  });

  it('have a title by the event', () => {
    expect(titleOf(entry({}, 'ticket.created'))).toBe('created it');
    expect(titleOf(entry({}))).toBe('made a change');
  });
});
