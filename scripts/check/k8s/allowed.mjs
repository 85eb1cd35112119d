// What the NetworkPolicies of a rendering let pods do.
import ipaddr from 'ipaddr.js';
import { contains, parseRange } from './ip-blocks.mjs';
import { selects } from './manifests.mjs';

/** An address outside of every cluster. */
export const PUBLIC = '93.184.216.34';

// What is no range is a fault of its own (ip-blocks.mjs).
const isIn = (address, cidr) => ipaddr.isValidCIDR(cidr) && contains(parseRange(cidr), ipaddr.parse(address));

/** A pod or another end of a connection: `{ labels, namespace, address }`; a pod of this namespace has only labels. */
function matchesPeer({ podSelector, namespaceSelector, ipBlock }, end) {
  if (ipBlock !== undefined)
    return (
      end.address !== undefined &&
      isIn(end.address, ipBlock.cidr) &&
      !(ipBlock.except ?? []).some((cidr) => isIn(end.address, cidr))
    );
  if (end.address !== undefined) return false;
  if (namespaceSelector === undefined) return end.namespace === undefined && selects(podSelector, end.labels);
  if (end.namespace === undefined || !selects(namespaceSelector, end.namespace)) return false;
  return podSelector === undefined || selects(podSelector, end.labels);
}

/** Whether the policies let the pod with these labels connect to (`Egress`) or be reached by (`Ingress`) the other end. */
export function isAllowed(manifests, direction, labels, end, port) {
  const policies = manifests
    .of('NetworkPolicy')
    .filter(({ spec }) => selects(spec.podSelector, labels) && spec.policyTypes.includes(direction));
  const [rules, peers] = direction === 'Egress' ? ['egress', 'to'] : ['ingress', 'from'];
  return policies
    .flatMap(({ spec }) => spec[rules] ?? [])
    .some(
      (rule) =>
        (rule[peers] === undefined || rule[peers].some((peer) => matchesPeer(peer, end))) &&
        (rule.ports === undefined || rule.ports.some((one) => matchesPort(one, port))),
    );
}

function matchesPort({ port, endPort = port }, { number, name }) {
  return port === name || port === number || (port < number && number <= endPort);
}
