import { createECDH } from 'node:crypto';
import { allowCidrs, allowHosts } from '@parley/egress';
import { Config, duration, retrySchedule, secretSetting, setting } from '@parley/runtime/config';
import { z } from 'zod';

const KEY = /^[A-Za-z0-9_-]{43}$/;

/** The key pair and the contact with which push services know the sender (RFC 8292), in base64url. */
export interface Vapid {
  readonly subject: string;
  readonly publicKey: string;
  readonly privateKey: string;
}

export class PushConfig extends Config({
  PUSH_VAPID_PRIVATE_KEY: secretSetting(
    'Private key (VAPID) with which notifications are pushed to browsers: a P-256 key, 32 bytes in base64url, as `npx web-push ' +
      'generate-vapid-keys` prints it. Without one nothing is pushed. Browsers are bound to it: with another one they have to register again',
    z.union([
      z.literal(''),
      z.string().regex(KEY, 'must be 32 bytes in base64url').refine(isPrivateKey, 'must be a key of P-256'),
    ]),
    '',
  ),
  PUSH_VAPID_SUBJECT: setting(
    'Contact of the operator for push services: a `mailto:` or `https:` URL. Some refuse messages without a real one',
    z.string().regex(/^(?:mailto:.+@.+|https:\/\/.+)$/, 'must be a mailto: or https: URL'),
    'mailto:postmaster@parley.invalid',
  ),
  PUSH_ALLOW_CIDRS: setting(
    'Address ranges that push messages may reach although they are not public, comma-separated',
    allowCidrs,
    '',
  ),
  PUSH_ALLOW_HOSTS: setting(
    'Host names of push services that may resolve to addresses that are not public: exact or *.suffix, comma-separated',
    allowHosts('PUSH_ALLOW_CIDRS'),
    '',
  ),
  PUSH_TIMEOUT: setting(
    'Timeout of a request to a push service',
    duration.refine((ms) => ms >= 100 && ms <= 20_000, 'must be from 100ms to 20s'),
    '10s',
  ),
  PUSH_LEASE: setting(
    'Time after which another process goes on with the messages of a device whose process has ended; twice the timeout or more',
    duration.refine((ms) => ms >= 1_000 && ms <= 60_000, 'must be from 1s to 1m'),
    '45s',
  ),
  PUSH_RETRY_SCHEDULE: setting(
    'Delays after each failed attempt to push a notification, comma-separated; after the last one it is only in the list',
    retrySchedule,
    '5s,30s,2m,10m',
  ),
}) {
  /** Null if nothing is pushed. */
  get vapid(): Vapid | null {
    const privateKey = this.PUSH_VAPID_PRIVATE_KEY;
    if (privateKey === '') return null;
    const pair = createECDH('prime256v1');
    pair.setPrivateKey(privateKey, 'base64url');
    return { privateKey, publicKey: pair.getPublicKey('base64url'), subject: this.PUSH_VAPID_SUBJECT };
  }
}

function isPrivateKey(text: string): boolean {
  try {
    createECDH('prime256v1').setPrivateKey(text, 'base64url');
    return true;
  } catch {
    return false;
  }
}
