// What each installation sets for itself: the addresses that users see, with the routes that lead there, and its buckets.
import { nameOf } from './types.mjs';

/** Whether a host, with or without a port, belongs to an example domain, which nobody can register (RFC 2606). */
export const isExample = (host = '') => /(?:^|\.)example(?:\.(?:com|net|org))?(?::\d+)?$/.test(host);

/** The Services behind the addresses that users see. */
const ADDRESSES = {
  BASE_URL: 'gateway',
  AUTH_URL: 'identity-web',
  FILES_URL: 'file-web',
  MAIL_URL: 'mail-web',
};
/** The buckets of k8s/components/s3 and of k8s/components/cloudnative-pg-backup. */
const BUCKETS = ['parley-files', 's3://parley-backups/'];

/** The addresses that users see, by the variable that processes have them in. */
function* addressesOf(manifests) {
  const given = manifests.processes.map(({ containers }) => manifests.environment(containers[0]).values);
  const values = Object.assign({}, ...given);
  for (const [variable, service] of Object.entries(ADDRESSES))
    if (URL.canParse(values[variable]))
      yield { variable, service, url: values[variable], host: new URL(values[variable]).hostname };
}

/** The routes from outside to a Service, with their hosts; one without any takes all. */
function routesTo(manifests, wanted) {
  const routes = manifests
    .of('HTTPRoute')
    .filter(({ spec }) =>
      spec.rules.some(({ backendRefs }) => backendRefs.some(({ name }) => name === wanted)),
    )
    .map((route) => ({ route, hosts: route.spec.hostnames ?? [] }));
  const rules = manifests
    .of('Ingress')
    .flatMap((route) =>
      route.spec.rules
        .filter(({ http }) => http.paths.some(({ backend }) => backend.service.name === wanted))
        .map(({ host = [] }) => ({ route, hosts: [host].flat() })),
    );
  return [...routes, ...rules];
}

const takes = (hosts, host) =>
  hosts.length === 0 ||
  hosts.some((one) => one === host || (one.startsWith('*.') && host.endsWith(one.slice(1))));

/** Where there are routes to a Service, one of them is for the address that users see. */
export function* hosts(manifests) {
  for (const { variable, service, url, host } of addressesOf(manifests)) {
    const routes = routesTo(manifests, service);
    if (routes.some((one) => takes(one.hosts, host))) continue;
    for (const { route, hosts: given } of routes)
      yield [nameOf(route), `leads from ${given}, and ${variable} is ${url}`];
  }
}

/** An installation has host names and buckets of its own. */
function* ownNames(manifests) {
  for (const { variable, url, host } of addressesOf(manifests))
    if (isExample(host)) yield [variable, `${url} is a placeholder: set the address of your installation`];
  const buckets = [
    ...manifests.processes.map(({ document, containers }) => [
      document,
      manifests.environment(containers[0]).values.S3_BUCKET,
    ]),
    ...manifests.of('ObjectStore').map((document) => [document, document.spec.configuration.destinationPath]),
  ];
  for (const [document, bucket] of buckets)
    if (BUCKETS.includes(bucket))
      yield [nameOf(document), `the bucket ${bucket} is a placeholder: set that of your installation`];
}

/** Of what an installation is about to apply. */
export const INSTALLED = { installation: ownNames };
