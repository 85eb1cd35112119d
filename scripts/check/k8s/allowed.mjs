// What the NetworkPolicies of a rendering let pods do.
import { selects } from './manifests.mjs';

/** An address outside of every cluster. */
export const PUBLIC = '93.184.216.34';

const toNumber = (address) => address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);

function isIn(address, cidr) {
  const [network, bits] = cidr.split('/');
  if (network.includes(':')) return false;
  const size = 2 ** (32 - Number(bits));
  return Math.floor(toNumber(address) / size) === Math.floor(toNumber(network) / size);
}

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
