// What the API server asks of the address ranges of a NetworkPolicy. It refuses a policy with a wrong one as a whole, so that
// nothing but the denial of everything stays in force.
// Source: ValidateIPBlock, pkg/apis/networking/validation of Kubernetes.
import ipaddr from 'ipaddr.js';
import { nameOf } from './types.mjs';

/** A range: its first address and the length of its prefix. Throws an Error for what is none. */
export const parseRange = (cidr) => ipaddr.parseCIDR(cidr);

/** Whether a range contains an address, which is of the other family in no case. */
export const contains = ([network, bits], address) =>
  network.kind() === address.kind() && address.match(network, bits);

function messageOf(cidr) {
  if (!ipaddr.isValidCIDR(cidr)) return 'is no address range';
  const [address] = parseRange(cidr);
  if (address.kind() === 'ipv6' && address.isIPv4MappedAddress()) return 'is IPv4-mapped';
  const first = (address.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6).networkAddressFromCIDR(cidr);
  return first.toNormalizedString() === address.toNormalizedString()
    ? undefined
    : 'has bits behind its prefix';
}

/** Each range is one, and each exception is a smaller range within the one that it is taken from. */
export function* ipBlocks(manifests) {
  for (const policy of manifests.of('NetworkPolicy')) {
    const { ingress = [], egress = [] } = policy.spec;
    const peers = [...ingress.map(({ from = [] }) => from), ...egress.map(({ to = [] }) => to)].flat();
    for (const { cidr, except = [] } of peers.flatMap(({ ipBlock }) => ipBlock ?? [])) {
      const wrong = [cidr, ...except].filter((range) => messageOf(range) !== undefined);
      for (const range of wrong) yield [nameOf(policy), `${range} ${messageOf(range)}`];
      if (wrong.length > 0) continue;
      const outer = parseRange(cidr);
      for (const [range, [address, bits]] of except.map((one) => [one, parseRange(one)]))
        if (bits <= outer[1] || !contains(outer, address))
          yield [nameOf(policy), `except ${range} is no smaller range within ${cidr}`];
    }
  }
}
