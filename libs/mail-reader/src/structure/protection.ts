import type { Protection } from '../read-mail.ts';
import type { Leaf } from './mail-structure.ts';

const PKCS7 = new Set(['application/pkcs7-mime', 'application/x-pkcs7-mime']);

/**
 * What keeps the content of a part from being read: encryption, or a signature around the content (RFC 8551 section 3.4.2, RFC 3156
 * section 4). A signature beside a readable text is an attachment, and protects nothing of it.
 */
export function protectionOf({ head, parent }: Leaf): Protection | null {
  if (PKCS7.has(head.type)) return head.smimeType === 'certs-only' ? null : 'smime';
  if (/^smime\.p7m$/i.test(head.name ?? '')) return 'smime';
  if (head.type === 'application/pgp-encrypted') return 'pgp';
  return parent?.head.type === 'multipart/encrypted' && parent.head.protocol === 'application/pgp-encrypted'
    ? 'pgp'
    : null;
}

/** An encrypted message (RFC 9580 section 6.2) as the text itself. */
export function textProtection(text: string): Protection | null {
  return /^-----BEGIN PGP MESSAGE-----/m.test(text) ? 'pgp' : null;
}
