// `npm run -s k8s:secrets [-- --overlay ha] | kubectl create -f -`: prints Secrets that k8s/ refers to, with random values, for the
// servers of an overlay. `kubectl create` leaves Secrets that exist as they are; `kubectl apply` would replace ENCRYPTION_KEYS,
// without which what has been stored cannot be read. It prints none whose values others have: the keys of buckets, the certificate of
// an Ingress, the user of an operated RabbitMQ. With servers of your own, take the names and keys of `--overlay dev`.
// `-- --overlay ha --external STORE` prints an ExternalSecret for each of them instead (External Secrets operator), those of the keys
// of buckets too, without a value.
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { services } from '@parley/contracts';
import yaml from 'js-yaml';

const NAMESPACE = 'parley';
const secret = () => randomBytes(32).toString('base64url');

/** Where the servers of an overlay are. */
const SERVERS = {
  dev: { postgres: 'postgres-rw', redis: (password) => `redis://:${password}@redis:6379` },
  ha: {
    // Services through the pooler; migrations past it.
    postgres: 'postgres-pooler',
    redis: (password) => `redis+sentinel://:${password}@redis:26379/parley`,
  },
};

/** The values of all Secrets for an overlay: by name, then by key. */
export function secretsFor(overlay) {
  const { postgres, redis } = SERVERS[overlay];
  const owner = secret();
  const [broker, cache] = [secret(), secret()];
  const passwords = Object.fromEntries(services.map((service) => [service, secret()]));
  const database = Object.entries(passwords).map(([service, password]) => [
    `${service}-database`,
    { url: `postgres://parley_${service}:${password}@${postgres}:5432/parley` },
  ]);
  return {
    keys: {
      'encryption-keys': randomBytes(32).toString('base64'),
      'rpc-secret': secret(),
      'operator-secret': secret(),
    },
    migration: {
      'database-url': `postgres://parley:${owner}@postgres-rw:5432/parley`,
      'role-passwords': Object.entries(passwords)
        .map((pair) => pair.join('='))
        .join(','),
    },
    ...Object.fromEntries(database),
    'postgres-owner': { username: 'parley', password: owner },
    redis: { url: redis(cache), password: cache },
    // The operator of RabbitMQ makes a Secret of its own.
    ...(overlay === 'dev' && {
      broker: {
        url: `amqp://parley:${broker}@rabbitmq:5672`,
        'rabbitmq.conf': `default_user = parley\ndefault_pass = ${broker}\n`,
      },
    }),
  };
}

/** Secrets that others make, or that have no value to generate: an example of each. */
export const OTHER_SECRETS = {
  'rabbitmq-default-user': {
    connection_string: `amqp://default_user_x:${secret()}@rabbitmq.parley.svc:5672/`,
  },
  'object-storage': { 'access-key-id': 'AKIAEXAMPLE', 'secret-access-key': secret() },
  'backup-storage': { 'access-key-id': 'AKIAEXAMPLE', 'secret-access-key': secret() },
  'system-mail': { url: `smtps://parley:${secret()}@smtp.parley.example:465` },
  'web-push': { 'vapid-private-key': secret() },
  'mail-listener': { 'tls.crt': 'a certificate in PEM format', 'tls.key': 'its private key' },
};

const typeOf = (name) => (name === 'postgres-owner' ? 'kubernetes.io/basic-auth' : 'Opaque');

const documentOf = ([name, stringData]) => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name, namespace: NAMESPACE },
  type: typeOf(name),
  stringData,
});

/** What no store has: what operators of servers make, and what is of a component that no overlay of this repository has. */
const NOT_STORED = ['rabbitmq-default-user', 'system-mail', 'web-push', 'mail-listener'];

/** Of each Secret of an overlay, an object that takes it from a store, where it is `parley/NAME` with a property for each key. */
export function externalSecretsFor(overlay, store) {
  const others = Object.entries(overlay === 'ha' ? OTHER_SECRETS : {}).filter(
    ([name]) => !NOT_STORED.includes(name),
  );
  return [...Object.entries(secretsFor(overlay)), ...others].map(([name, values]) => ({
    apiVersion: 'external-secrets.io/v1',
    kind: 'ExternalSecret',
    metadata: { name, namespace: NAMESPACE },
    spec: {
      refreshInterval: '1h',
      secretStoreRef: { name: store, kind: 'ClusterSecretStore' },
      target: { name, creationPolicy: 'Owner', template: { type: typeOf(name) } },
      data: Object.keys(values).map((key) => ({
        secretKey: key,
        remoteRef: { key: `${NAMESPACE}/${name}`, property: key },
      })),
    },
  }));
}

const print = (documents) => documents.map((document) => yaml.safeDump(document)).join('---\n');

if (process.argv[1] === import.meta.filename) {
  const { values } = parseArgs({
    options: { overlay: { type: 'string', default: 'dev' }, external: { type: 'string' } },
  });
  if (SERVERS[values.overlay] === undefined) {
    console.error(`--overlay ${values.overlay}: must be one of ${Object.keys(SERVERS).join(', ')}`);
    process.exit(2);
  }
  if (values.external === undefined) {
    const documents = Object.entries(secretsFor(values.overlay)).map(documentOf);
    process.stdout.write(
      '# For `kubectl create -f -`, which replaces no Secret: never apply this over an installation.\n',
    );
    process.stdout.write(print(documents));
  } else process.stdout.write(print(externalSecretsFor(values.overlay, values.external)));
}
