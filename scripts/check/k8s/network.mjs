// Compares what processes call with what the network lets them: each call has an address, a Service and a way through the
// policies of both ends, and there is no way without a call.
import { SUBMISSION_PORTS } from '@parley/contracts';
import { selects } from './manifests.mjs';
import { isAllowed, PUBLIC } from './allowed.mjs';
import { serverEdges, serverPods } from './servers.mjs';
import { calledBy } from './settings.mjs';
import { nameOf } from './types.mjs';

/** `service=host:port` or `host:port`, comma-separated. */
const addressesIn = (text = '') =>
  text
    .split(',')
    .filter(Boolean)
    .map((entry) => /^(?:(\w+)=)?([^:]+):(\d+)$/.exec(entry)?.slice(1) ?? [undefined, entry, '0']);

/** What says to which pods a process connects. */
const VARIABLES = ['RPC_ADDRESSES', 'UPLOAD_ADDRESSES', 'OPERATIONS_ADDRESSES'];
const PORTS = ['rpc', 'uploads', 'operations'];

/** The gateway and the services, and the pod of the operator, who calls all services and asks all processes how they are. */
const callersIn = (manifests) => [
  ...manifests.processes,
  ...manifests.workloads
    .filter(({ image, document }) => image === 'operations' && document.kind === 'Deployment')
    .map((workload) => ({ ...workload, name: 'operator' })),
];

const PRIVATE = [
  '10.1.2.3',
  '172.16.0.9',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '127.0.0.1',
  'fd00:ec2::254',
  'fe80::1',
  '::1',
];

/** The addresses that a process is given, with the Service and the processes behind each. */
function upstreamsOf(manifests, { containers }) {
  const { values } = manifests.environment(containers[0]);
  return VARIABLES.flatMap((variable) =>
    addressesIn(values[variable]).map(([, host, port]) => {
      const service = manifests.named('Service', host);
      const target = service?.spec.ports.find((one) => one.port === Number(port));
      const pods = manifests.processes.filter(
        ({ labels }) => service !== undefined && selects({ matchLabels: service.spec.selector }, labels),
      );
      return { variable, host, port, service, target, pods };
    }),
  );
}

function* serviceFaults(upstreams, where) {
  for (const { variable, host, port, service, target } of upstreams) {
    if (service === undefined) yield [where, `${variable}: there is no Service ${host}`];
    else if (target === undefined) yield [where, `${variable}: Service ${host} has no port ${port}`];
    else if (service.spec.clusterIP !== 'None')
      yield [
        where,
        `${variable}: Service ${host} is not headless, so all calls of a connection go to one pod`,
      ];
    else if ((variable === 'OPERATIONS_ADDRESSES') !== (service.spec.publishNotReadyAddresses === true))
      yield [
        where,
        `${variable}: Service ${host} must lead to all pods for it, and otherwise to those that are ready`,
      ];
  }
}

/** Each address has a Service, and each service that the code calls an address. */
export function* upstreams(manifests) {
  for (const process of callersIn(manifests)) {
    const where = nameOf(process.document);
    const found = upstreamsOf(manifests, process);
    yield* serviceFaults(found, where);
    const given = found.filter(({ variable }) => variable === 'RPC_ADDRESSES').map(({ host }) => host);
    const called = calledBy(process.name);
    for (const name of called.filter((one) => !given.includes(one)))
      yield [where, `calls ${name}, which has no address`];
    const asked = found.filter(({ variable }) => variable === 'OPERATIONS_ADDRESSES');
    for (const { name } of process.name === 'operator' ? manifests.processes : [])
      if (!asked.some(({ pods }) => pods.some((pod) => pod.name === name)))
        yield [where, `does not ask ${name} how it is: no address of OPERATIONS_ADDRESSES leads to it`];
  }
}

const portIn = (pod, target) => {
  const ports = pod.containers[0].ports ?? [];
  const found = ports.find(({ name, containerPort }) => [name, containerPort].includes(target));
  return { name: found?.name, number: found?.containerPort };
};

/** Exactly the calls are allowed, at both ends. */
function* callEdges(manifests) {
  for (const from of callersIn(manifests)) {
    const called = calledBy(from.name);
    const wanted = upstreamsOf(manifests, from).filter(
      ({ variable, host, target }) =>
        target !== undefined && (variable !== 'RPC_ADDRESSES' || called.includes(host)),
    );
    for (const to of manifests.processes)
      for (const name of PORTS) {
        const port = portIn(to, name);
        if (port.number === undefined || to === from) continue;
        const isUsed = wanted.some(
          ({ pods, target }) => pods.includes(to) && portIn(to, target.targetPort).number === port.number,
        );
        const out = isAllowed(manifests, 'Egress', from.labels, to, port);
        const into = isAllowed(manifests, 'Ingress', to.labels, from, port);
        const edge = `${from.name} → ${to.name}:${name}`;
        if (isUsed && !out) yield [edge, 'is called, and no policy of the caller allows it'];
        if (isUsed && !into) yield [edge, 'is called, and no policy of the called allows it'];
        if (!isUsed && (out || into)) yield [edge, 'is allowed, and never called'];
      }
  }
}

/** Ports of servers in the internet: of web servers, of the submission of mail, and others. */
const HTTPS = 443;
const OUTSIDE = [22, 80, HTTPS, 8443, ...SUBMISSION_PORTS];

/** The ports by which a process leaves the cluster. Receivers of webhooks listen at any. */
function portsOutside({ name, labels }) {
  if (name === 'webhook') return OUTSIDE;
  if (name === 'mail') return [...SUBMISSION_PORTS, HTTPS];
  if (name === 'automation') return [HTTPS];
  return labels['parley/object-storage'] === undefined ? [] : [HTTPS];
}

/** Only webhooks, mails, push messages, and files in an object storage leave the cluster, and never to a private address. */
function* publicEdges(manifests) {
  for (const process of manifests.processes) {
    const { labels, name } = process;
    const leaves = portsOutside(process);
    for (const number of OUTSIDE) {
      const may = (address) => isAllowed(manifests, 'Egress', labels, { address }, { number });
      const isWanted = leaves.includes(number);
      if (may(PUBLIC) !== isWanted)
        yield [`${name} → the internet:${number}`, isWanted ? 'is not allowed' : 'is allowed'];
      for (const address of PRIVATE.filter(may))
        yield [`${name} → ${address}:${number}`, 'is allowed: a private address'];
    }
  }
}

/** The Services that HTTPRoutes and Ingresses name, with what names them. */
function backendsOf(manifests) {
  const routes = manifests
    .of('HTTPRoute')
    .flatMap((route) =>
      route.spec.rules.flatMap(({ backendRefs }) =>
        backendRefs.map(({ name, port }) => ({ route, name, port })),
      ),
    );
  const paths = manifests
    .of('Ingress')
    .flatMap((route) =>
      route.spec.rules.flatMap(({ http }) =>
        http.paths.map(({ backend: { service } }) => ({ route, ...service })),
      ),
    );
  return [...routes, ...paths.map(({ port, ...rest }) => ({ ...rest, port: port.number ?? port.name }))];
}

function* outsideEdges(manifests, isolated) {
  const edge = { namespace: { 'parley/edge': 'true' }, labels: {} };
  for (const { route, name, port } of backendsOf(manifests)) {
    const service = manifests.named('Service', name);
    const target = service?.spec.ports.find((one) => [one.port, one.name].includes(port));
    if (target === undefined) yield [nameOf(route), `there is no Service ${name} with the port ${port}`];
    else if (isolated)
      for (const pod of manifests.processes)
        if (selects({ matchLabels: service.spec.selector }, pod.labels))
          if (!isAllowed(manifests, 'Ingress', pod.labels, edge, portIn(pod, target.targetPort)))
            yield [nameOf(route), `no policy lets the ingress controller reach ${pod.name}`];
  }
  if (!isolated) return;
  for (const pod of manifests.processes) {
    const monitoring = { namespace: { 'parley/monitoring': 'true' }, labels: {} };
    if (!isAllowed(manifests, 'Ingress', pod.labels, monitoring, portIn(pod, 'operations')))
      yield [nameOf(pod.document), 'no policy lets Prometheus read its metrics'];
    if (isAllowed(manifests, 'Ingress', pod.labels, edge, portIn(pod, 'operations')))
      yield [nameOf(pod.document), 'its operations port can be reached from outside'];
  }
}

/** Edges of the network: with policies the calls, the servers and the world outside; without, routes to Services. */
export function* edges(manifests) {
  const isolated = manifests.named('NetworkPolicy', 'default-deny') !== undefined;
  yield* outsideEdges(manifests, isolated);
  if (!isolated) return;
  for (const { document, labels } of manifests.processes)
    for (const direction of ['Ingress', 'Egress'])
      if (isAllowed(manifests, direction, labels, { namespace: { any: 'true' }, labels: {} }, { number: 1 }))
        yield [nameOf(document), `${direction} is allowed for any pod`];
  const denied = manifests.named('NetworkPolicy', 'default-deny').spec;
  for (const { document, labels } of [...manifests.workloads, ...manifests.servers])
    if (!selects(denied.podSelector, labels) || denied.policyTypes.length < 2)
      yield [nameOf(document), 'is not isolated by default'];
  yield* callEdges(manifests);
  yield* serverEdges(manifests);
  yield* serverPods(manifests);
  yield* publicEdges(manifests);
}
