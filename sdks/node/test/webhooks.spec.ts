import { describe, expect, it } from '@jest/globals';
import { ConfigurationError, ParleyError, WebhookSignatureError } from '../src/index.ts';
import { isKnown, sign, verify, type HeadersInput } from '../src/webhooks.ts';

const secret = 'my-super-secret';
const body = '{"event":"ticket.created","timestamp":"2024-01-01T00:00:00.000Z","data":{"id":"t_1"}}';
const headers = {
  'webhook-id': 'msg_01HK153X00AAAAAAAAAAAAAAAA',
  'webhook-timestamp': '1704067200',
  'webhook-signature': 'v1,Aa4IC1bTkjBRlJDqmuBWPOh3XZeBd9O4rRnGZI8ADsM=',
};
const now = new Date(1704067200_000);

describe('a webhook', () => {
  it('is verified by the vectors of Standard Webhooks and ours', () => {
    const standard = {
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    };
    const options = { now: new Date(1614265330_000) };
    expect(
      verify('{"test": 2432232314}', standard, 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', options),
    ).toEqual({ test: 2432232314 });
    for (const one of [secret, 'whsec_bXktc3VwZXItc2VjcmV0', ['another', secret]])
      expect(verify(body, headers, one, { now })).toMatchObject({ event: 'ticket.created' });
    expect(sign(body, secret, { id: headers['webhook-id'], now })).toEqual(headers);
  });

  it('is read from bytes, and from headers of any framework', () => {
    const forms: HeadersInput[] = [
      new Headers(headers),
      new Map(Object.entries(headers)),
      Object.entries(headers),
      {
        'Webhook-Id': [headers['webhook-id']],
        'WEBHOOK-TIMESTAMP': headers['webhook-timestamp'],
        'Webhook-Signature': headers['webhook-signature'],
      },
    ];
    for (const form of forms)
      expect(verify(Buffer.from(body), form, secret, { now })).toMatchObject({ event: 'ticket.created' });
  });

  it('has a type that is known or not', () => {
    const known = verify(body, headers, secret, { now });
    expect(isKnown(known) && known.event === 'ticket.created' ? known.data.id : undefined).toBe('t_1');
    const text = '{"event":"robot.awoke"}';
    expect(isKnown(verify(text, sign(text, secret), secret))).toBe(false);
  });

  it('is accepted with several signatures, of which one is by a secret', () => {
    const signature = headers['webhook-signature'];
    for (const one of [`v1,AAAA ${signature}`, `v1a,x v2,y ${signature}`, `${signature} v1`])
      expect(() => verify(body, { ...headers, 'webhook-signature': one }, secret, { now })).not.toThrow();
  });

  it('is refused with a reason', () => {
    const cases: [Partial<typeof headers>, number, string][] = [
      [{}, 301, 'too_old'],
      [{}, -301, 'too_new'],
      [{ 'webhook-timestamp': 'soon' }, 0, 'bad_timestamp'],
      [{ 'webhook-timestamp': '1704067200.5' }, 0, 'bad_timestamp'],
      [{ 'webhook-id': '' }, 0, 'missing_header'],
      [{ 'webhook-id': 'msg_2' }, 0, 'no_match'],
      [{ 'webhook-signature': 'v1,größe' }, 0, 'no_match'],
      [{ 'webhook-signature': headers['webhook-signature'].replace('v1', 'v2') }, 0, 'no_match'],
    ];
    for (const [changed, seconds, reason] of cases) {
      const at = { now: new Date(now.getTime() + seconds * 1000) };
      const run = () => verify(body, { ...headers, ...changed }, secret, at);
      expect(run).toThrow(WebhookSignatureError);
      expect(run).toThrow(expect.objectContaining({ reason }));
    }
    expect(() => verify(`${body} `, headers, secret, { now })).toThrow(WebhookSignatureError);
  });

  it('needs the body as it came, and a secret', () => {
    expect(() => verify(JSON.parse(body) as string, headers, secret, { now })).toThrow(/express.raw/);
    for (const one of ['', [], ['', secret], 'whsec_', 'whsec_not base64!', 'whsec_YQ'])
      expect(() => verify(body, headers, one, { now })).toThrow(ConfigurationError);
    for (const text of ['null', '5', '{'])
      expect(() => verify(text, sign(text, secret), secret)).toThrow(ParleyError);
    for (const tolerance of [Number.NaN, -1])
      expect(() => verify(body, headers, secret, { now, tolerance })).toThrow(ConfigurationError);
  });
});
