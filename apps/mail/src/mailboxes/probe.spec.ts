import { describe, expect, it } from '@jest/globals';
import { probeOf, subaddressesWork, type ProbeRow } from './probe.rules.ts';

const START = new Date('2026-11-29T12:00:00Z');
const at = (seconds: number) => new Date(START.getTime() + seconds * 1_000);
const probe = (changes: Partial<ProbeRow> = {}): ProbeRow => ({
  ...{ token: 'a', plus_token: 'b', mail_id: '<a@x>', plus_mail_id: '<b@x>' },
  ...{ started_at: START, deadline_at: at(120), arrived_at: null, plus_arrived_at: null },
  ...{ has_message_id: null, has_references: null, authentication: null },
  ...{ is_plus_refused: false, worked_before: null },
  ...changes,
});
const PROVEN = { verified: true, dmarc: 'pass', dkim: 'pass', spf: 'none' } as const;
const ARRIVED = {
  ...{ arrived_at: at(3), has_message_id: true, has_references: true, authentication: PROVEN },
};
const statuses = (row: ProbeRow, seconds: number) =>
  probeOf(row, at(seconds)).checks.map(({ status }) => status);

describe('a probe of a mailbox', () => {
  it('is pending until both mails are back, or its time has ended', () => {
    expect(probeOf(probe(), at(60)).status).toBe('pending');
    expect(probeOf(probe(ARRIVED), at(60)).status).toBe('pending');
    expect(probeOf(probe({ ...ARRIVED, plus_arrived_at: at(4) }), at(60)).status).toBe('passed');
    expect(probeOf(probe(ARRIVED), at(120)).status).toBe('failed');
  });

  it('says nothing of what a mail that has not arrived would have told', () => {
    expect(statuses(probe(), 120)).toEqual(['failed', 'skipped', 'skipped', 'skipped', 'skipped']);
  });

  it('tells what the way back has changed', () => {
    const row = probe({ ...ARRIVED, has_message_id: false, plus_arrived_at: at(4) });
    expect(statuses(row, 5)).toEqual(['passed', 'passed', 'failed', 'passed', 'passed']);
  });

  it('does not take a missing proof for a wrong one', () => {
    const none = { verified: false, dmarc: 'none', dkim: 'none', spf: 'error' } as const;
    expect(statuses(probe({ ...ARRIVED, authentication: none }), 5).at(-1)).toBe('skipped');
    expect(statuses(probe({ ...ARRIVED, authentication: { ...none, spf: 'fail' } }), 5).at(-1)).toBe(
      'failed',
    );
  });
});

describe('subaddresses of a mailbox', () => {
  it('do not work if their mail is missing while the other one has come back', () => {
    expect(subaddressesWork(probe(ARRIVED), at(119))).toBeNull();
    expect(subaddressesWork(probe(ARRIVED), at(120))).toBe(false);
    expect(subaddressesWork(probe(), at(120))).toBeNull();
    expect(subaddressesWork(probe({ is_plus_refused: true }), at(1))).toBe(false);
  });

  it('work once their mail has arrived, however late', () => {
    expect(subaddressesWork(probe({ ...ARRIVED, plus_arrived_at: at(500) }), at(501))).toBe(true);
  });

  it('are what the probe before has found until this one has found more', () => {
    expect(subaddressesWork(probe({ worked_before: false }), at(1))).toBe(false);
  });
});
