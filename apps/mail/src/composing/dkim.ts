import { createPrivateKey, generateKeyPair } from 'node:crypto';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { createTransport } from 'nodemailer';

/** Bits of a key: 1024 are too few (RFC 8301), and a TXT record of 4096 does not fit a UDP answer. */
const KEY_BITS = 2048;
/** Bytes of a mail that are held in memory: hundreds of mails may be signed at a time. */
const HELD_MAX = 256 * 1024;

export interface DkimKeyPair {
  /** PKCS #8 in PEM: a secret. */
  readonly privateKey: string;
  /** SubjectPublicKeyInfo in base64, as the DNS record has it. */
  readonly publicKey: string;
}

export interface DkimKey {
  readonly domain: string;
  readonly selector: string;
  /** PEM of an RSA key. */
  readonly privateKey: string;
}

/** A record to be published at a domain. */
export interface DnsRecord {
  readonly purpose: 'dkim' | 'spf' | 'dmarc';
  readonly type: 'TXT';
  readonly name: string;
  readonly value: string;
}

/** `invalid` for a record that receivers ignore, `ambiguous` for several records, of which they take any. */
export type DkimRecordStatus = 'valid' | 'missing' | 'ambiguous' | 'invalid' | 'revoked' | 'other_key';

/** A new RSA key of 2048 bits. It is made in the thread pool, within about 0.2 s. */
export async function generateDkimKey(): Promise<DkimKeyPair> {
  const { privateKey, publicKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: KEY_BITS,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'der' },
  });
  return { privateKey, publicKey: publicKey.toString('base64') };
}

/**
 * The mail with a DKIM-Signature before it (RFC 6376: rsa-sha256, relaxed/relaxed, all usual fields), for the operator's own relay; a
 * provider signs by itself. The signature is known at the end of the mail, so the body is held: in memory, or beyond 256 KiB in a
 * file of `spoolFolder`, which is deleted when the stream ends or is destroyed. Throws for a key that is not RSA, as nodemailer would
 * send the mail without a signature.
 */
export async function signed(bytes: Readable, key: DkimKey, spoolFolder: string): Promise<Readable> {
  if (createPrivateKey(key.privateKey).asymmetricKeyType !== 'rsa')
    throw new TypeError('The key is not an RSA key');
  const { domain: domainName, selector: keySelector, privateKey } = key;
  const signer = createTransport({
    streamTransport: true,
    dkim: { domainName, keySelector, privateKey, cacheDir: spoolFolder, cacheTreshold: HELD_MAX },
  });
  const { message } = await signer.sendMail({ raw: bytes, envelope: { from: '', to: [] } });
  return message as Readable;
}

/** The records that let mail of the domain be sent by this installation. `spfInclude` is the name with the operator's SPF record. */
export function dnsInstructions(
  domain: string,
  dkim: { readonly selector: string; readonly publicKey: string },
  spfInclude: string,
): readonly DnsRecord[] {
  return [
    record('dkim', `${dkim.selector}._domainkey.${domain}`, `v=DKIM1; k=rsa; p=${dkim.publicKey}`),
    record('spf', domain, `v=spf1 include:${spfInclude} ~all`),
    record('dmarc', `_dmarc.${domain}`, 'v=DMARC1; p=none'),
  ];
}

/**
 * Compares what the DNS has at the name of the DKIM record with the key. `records` are the TXT records as `resolveTxt` returns them, each in parts.
 */
export function verifyDkimRecord(
  records: readonly (readonly string[])[],
  publicKey: string,
): DkimRecordStatus {
  const found = records.map((parts) => tagsOf(parts.join(''))).filter((tags) => tags.has('p'));
  const [tags] = found;
  if (tags === undefined) return 'missing';
  if (found.length > 1) return 'ambiguous';
  const hashes = tags.get('h')?.split(':') ?? ['sha256'];
  const services = tags.get('s')?.split(':') ?? ['*'];
  const isUsable =
    (tags.get('v') ?? 'DKIM1') === 'DKIM1' &&
    (tags.get('k') ?? 'rsa') === 'rsa' &&
    hashes.includes('sha256') &&
    services.some((service) => service === '*' || service === 'email');
  if (!isUsable) return 'invalid';
  // An empty key is a revoked one (RFC 6376 section 3.6.1).
  if (tags.get('p') === '') return 'revoked';
  return tags.get('p') === publicKey ? 'valid' : 'other_key';
}

function record(purpose: DnsRecord['purpose'], name: string, value: string): DnsRecord {
  return { purpose, type: 'TXT', name, value };
}

/** The tags of a record (RFC 6376 section 3.2). Blanks within a value are no part of it: some consoles add them at line ends. */
function tagsOf(text: string): ReadonlyMap<string, string> {
  return new Map(
    text.split(';').map((tag) => {
      const [name = '', ...value] = tag.split('=');
      return [name.trim(), value.join('=').replaceAll(/\s/g, '')];
    }),
  );
}
