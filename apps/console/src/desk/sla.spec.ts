import { describe, expect, it } from '@jest/globals';
import { durationText, slaView, type SlaTicket } from './sla.ts';

const at = (time: string) => Date.parse(`2026-11-23T${time}Z`);
const TICKET = {
  status: 'open',
  sla: {
    status: 'on_track',
    first_response_due: '2026-11-23T12:00:00Z',
    metrics: [{ started_at: '2026-11-23T08:00:00Z' }],
  },
  first_responded_at: null,
} satisfies SlaTicket;

it.each([
  [0, '0 s'],
  [40_000, '40 s'],
  [-90_000, '1 min'],
  [3_600_000, '1 h'],
  [8_100_000, '2 h 15 min'],
  [187_200_000, '2 d 4 h'],
])('a length of time in label of %d ms is %s', (ms, text) => expect(durationText(ms)).toBe(text));

describe('the SLA timer', () => {
  it('is none for a ticket without a target', () => {
    expect(slaView({ ...TICKET, sla: null }, at('09:00:00'))).toBeNull();
  });

  it('tells how much time is left, and how much has passed', () => {
    expect(slaView(TICKET, at('09:00:00'))).toEqual({ state: 'on_track', label: '3 h left', elapsed: 0.25 });
    const warned = { ...TICKET, sla: { ...TICKET.sla, status: 'warning' } };
    expect(slaView(warned, at('11:15:00'))).toMatchObject({ state: 'warning', label: '45 min left' });
  });

  it('is overdue from the deadline on, before the event that tells it', () => {
    expect(slaView(TICKET, at('12:05:00'))).toEqual({
      state: 'breached',
      label: 'Overdue by 5 min',
      elapsed: 1,
    });
  });

  it('ends with the first response', () => {
    const answered = { ...TICKET, first_responded_at: '2026-11-23T11:59:00Z' };
    expect(slaView(answered, at('18:00:00'))).toMatchObject({ state: 'met', elapsed: null });
    const late = { ...TICKET, first_responded_at: '2026-11-23T13:00:00Z' };
    expect(slaView(late, at('18:00:00'))?.label).toBe('Answered 1 h late');
  });

  it('ends when the ticket is resolved or closed without a response', () => {
    expect(slaView({ ...TICKET, status: 'closed' }, at('18:00:00'))?.state).toBe('stopped');
    const breached = { ...TICKET, status: 'resolved', sla: { ...TICKET.sla, status: 'breached' } };
    expect(slaView(breached, at('18:00:00'))?.state).toBe('missed');
  });
});
