import { addressKey } from '@parley/mail-text';

/** Domains above an address that are looked up: longer names are those of attackers. */
const DOMAINS_MAX = 20;

/** The form by which senders are compared: of an address as elsewhere, of a domain in lower case and with A-labels. */
export const senderKey = (sender: string): string =>
  sender.includes('@') ? addressKey(sender) : addressKey(`x@${sender}`).slice('x@'.length);

/** The senders whose rules apply to an address, the closest first: itself, its domain, and those above it. */
export function sendersOf(address: string): readonly string[] {
  const key = addressKey(address);
  const labels = key
    .slice(key.lastIndexOf('@') + 1)
    .split('.')
    .slice(-DOMAINS_MAX);
  return [key, ...labels.slice(0, -1).map((_, at) => labels.slice(at).join('.'))];
}
