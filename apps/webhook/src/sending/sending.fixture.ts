import { afterEach } from '@jest/globals';
import { allowCidrs, type Resolve } from '@parley/egress';
import type { Attempt } from './attempt.ts';
import { Receiver } from './receiver.fixture.ts';
import { Sender, type SenderOptions, type SendRequest } from './sender.ts';

const open: { close(): Promise<void> }[] = [];
afterEach(() => Promise.all(open.splice(0).map((one) => one.close())));

/** Closes it after the test. */
export function closing<T extends { close(): Promise<void> }>(one: T): T {
  open.push(one);
  return one;
}

/** @param allow the private addresses that it may send to. */
export const newSender = (over: Partial<SenderOptions> = {}, allow = '127.0.0.1/32'): Sender =>
  closing(new Sender({ allow: allowCidrs.parse(allow), ...over }));

export const http = async (...args: Parameters<typeof Receiver.http>): Promise<Receiver> =>
  closing(await Receiver.http(...args));
export const raw = async (...args: Parameters<typeof Receiver.raw>): Promise<Receiver> =>
  closing(await Receiver.raw(...args));

export const send = (sender: Sender, url: string, over: Partial<SendRequest> = {}): Promise<Attempt> =>
  sender.send({
    ...{ url, id: 'evt_01', body: Buffer.from('{}'), keys: [Buffer.from('key')], timeoutMs: 5_000 },
    ...over,
  });

/** A resolver that gives these answers in turn, and then the last one for ever. */
export function resolver(...answers: readonly (readonly string[])[]): Resolve {
  let asked = 0;
  return () => {
    const addresses = answers[Math.min(asked++, answers.length - 1)] ?? [];
    return Promise.resolve(addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })));
  };
}

/** What becomes of an attempt at a target that is not allowed. */
export const refused = {
  statusCode: null,
  error: 'target_not_allowed',
  responseSnippet: '',
  retryAfterMs: null,
};
