import { describe, expect, it } from '@jest/globals';
import { channelOfType, writerOf } from './inbound-message.rules.ts';

const CONNECTION = 'conn_01h2xcejqtf2nbrexx3vqjhp41';

describe('who wrote a message of a channel', () => {
  const from = { handle: 'dana.reyes', name: 'Dana', email: null, phone: null };

  it.each([
    [{}, { name: 'Dana', external_id: `${CONNECTION}:dana.reyes` }],
    [{ phone: '+49 30 1' }, { name: 'Dana', phone: '+49 30 1' }],
    [{ email: 'dana@example.com' }, { name: 'Dana', email: 'dana@example.com' }],
    [
      { email: 'dana@example.com', phone: '+49 30 1' },
      { name: 'Dana', email: 'dana@example.com', phone: '+49 30 1' },
    ],
  ])('with %j is the contact %j', (known, reference) => {
    expect(writerOf(CONNECTION, { from: { ...from, ...known } })).toEqual(reference);
  });
});

it('a conversation of a connection is a chat, unless nobody knows what it is', () => {
  expect([channelOfType('sms'), channelOfType('whatsapp'), channelOfType('custom')]).toEqual([
    'chat',
    'chat',
    'api',
  ]);
});
