import { describe, expect, it } from '@jest/globals';
import { bounceError } from './bounce-error.rules.ts';
import { followUpsOf, suppressedBy } from './bounce-outcome.rules.ts';
import type { BouncedRecipient } from './bounce.rules.ts';

const DANA = 'Dana@customer.example';
const KIM = 'kim@customer.example';
const failed = (address: string, status = '5.1.1', finalAddress: string | null = null): BouncedRecipient => ({
  address,
  finalAddress,
  action: 'failed',
  status,
  error: bounceError(status, ''),
});
const reported = (address: string, action: BouncedRecipient['action']): BouncedRecipient => ({
  address,
  finalAddress: null,
  action,
  status: '2.0.0',
  error: null,
});
const statuses = (recipients: BouncedRecipient[], ours: string[]) =>
  Object.fromEntries(
    [...followUpsOf({ recipients }, ours)].map(([address, { status }]) => [address, status]),
  );

describe('a notification about a mail of ours', () => {
  it('is about the recipients that it names, in the case in which the mail has them', () => {
    expect(statuses([failed('dana@CUSTOMER.example')], [DANA, KIM])).toEqual({ [DANA]: 'bounced' });
    expect(statuses([failed('x@y.example', '5.1.1', KIM)], [DANA, KIM])).toEqual({ [KIM]: 'bounced' });
  });

  it('tells of deliveries, but not of delays, relays and expansions', () => {
    expect(statuses([reported(DANA, 'delivered'), failed(KIM)], [DANA, KIM])).toEqual({
      [DANA]: 'delivered',
      [KIM]: 'bounced',
    });
    for (const action of ['delayed', 'relayed', 'expanded'] as const)
      expect(statuses([reported(DANA, action)], [DANA])).toEqual({});
  });

  it('about an unknown address is about the only recipient', () => {
    expect(statuses([failed('behind@a-forward.example')], [DANA])).toEqual({ [DANA]: 'bounced' });
    expect(statuses([failed('behind@a-forward.example')], [DANA, KIM])).toEqual({});
    expect(statuses([failed('a@x.example'), failed('b@x.example')], [DANA])).toEqual({});
  });

  it('has the error that agents are shown, without what is for us', () => {
    expect(followUpsOf({ recipients: [failed(DANA, '5.2.2')] }, [DANA]).get(DANA)).toEqual({
      status: 'bounced',
      error: { code: 'mailbox_full', smtp_status: '5.2.2', message: 'The mailbox of the recipient is full.' },
    });
  });

  it('suppresses addresses that do not exist, and no others', () => {
    const recipients = [failed(DANA), failed(KIM, '5.2.2')];
    expect(suppressedBy({ recipients }, [DANA, KIM])).toEqual([DANA]);
    expect(suppressedBy({ recipients: [failed(DANA, '5.7.1')] }, [DANA])).toEqual([]);
  });
});
