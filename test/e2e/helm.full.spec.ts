import { beforeAll, describe, expect, it } from '@jest/globals';
import { services } from '@parley/contracts';
import { differences, template, type HelmDocument } from '../../scripts/check/helm-check.mjs';
import { combinations } from '../../scripts/check/k8s/render.mjs';
import { faultsOf, RULES_OF_APPLIED, RULES_OF_RELEASE } from '../../scripts/check/k8s/rules.mjs';

const named = (documents: HelmDocument[], kind: string, name: string): HelmDocument => {
  const found = documents.find((one) => one.kind === kind && one.metadata.name.startsWith(name));
  if (found === undefined) throw new Error(`there is no ${kind} ${name}`);
  return found;
};

const PROCESSES = ['gateway', ...services].toSorted();
/** What a Deployment runs; a change of it is a rollout. */
const podsOf = (documents: HelmDocument[], name: string): string =>
  JSON.stringify(named(documents, 'Deployment', name).spec.template);
const jobOf = (documents: HelmDocument[]): string => named(documents, 'Job', 'migration').metadata.name;
const imageOf = (documents: HelmDocument[], name: string) =>
  named(documents, 'Deployment', name).spec.template.spec.containers[0]?.image;

let documents: HelmDocument[];
beforeAll(async () => {
  documents = await template();
});

/** The Deployments whose pods are others than with the defaults. */
async function changedBy(values: Record<string, unknown>): Promise<string[]> {
  const changed = await template(values);
  return PROCESSES.filter((name) => podsOf(changed, name) !== podsOf(documents, name));
}

describe('charts/parley', () => {
  it.each([
    [{ 'settings.ticket.SLA_TARGETS': 'urgent=2h,high=4h,normal=8h,low=24h' }, ['ticket']],
    [{ 'settings.service.DATABASE_POOL_SIZE': '5' }, PROCESSES.filter((name) => name !== 'gateway')],
    [{ 'settings.process.LOG_LEVEL': 'debug' }, PROCESSES],
    [{ 'urls.files': 'https://files.example.com' }, ['conversation', 'file', 'gateway', 'identity', 'mail']],
    [{ 'otelCollector.enabled': true }, PROCESSES],
    [{ 'images.webhook.tag': '99.0.0' }, ['webhook']],
    [{ 'ticket.autoscaling.maxReplicas': 3 }, []],
  ])('rolls out with %j what reads it', async (values, expected) => {
    expect(await changedBy(values)).toEqual(expected);
  });

  it('merges settings into those of the manifests', async () => {
    const changed = await template({ 'settings.service.DATABASE_POOL_SIZE': '5' });
    const before = named(documents, 'ConfigMap', 'service').data;
    expect(named(changed, 'ConfigMap', 'service').data).toEqual({ ...before, DATABASE_POOL_SIZE: '5' });
  });

  it('names an image by prefix, tag and digest', async () => {
    const digest = `sha256:${'0a'.repeat(32)}`;
    const changed = await template({
      'image.prefix': 'registry.example.com/desk/parley',
      'image.tag': '1.2.3',
      'images.ticket.tag': '1.2.2',
      'images.webhook.digest': digest,
    });
    expect(['gateway', 'ticket', 'webhook'].map((name) => imageOf(changed, name))).toEqual([
      'registry.example.com/desk/parley/gateway:1.2.3',
      'registry.example.com/desk/parley/ticket:1.2.2',
      `registry.example.com/desk/parley/webhook@${digest}`,
    ]);
  });

  it('has a Job of another name for another image, and for any other change of what cannot be changed', async () => {
    const names = await Promise.all(
      [
        {},
        { 'image.tag': '99.0.0' },
        { 'image.prefix': 'registry.example.com/parley' },
        { 'images.operations.digest': `sha256:${'0a'.repeat(32)}` },
        { 'secrets.migration': 'parley-migration' },
        { 'rabbitmqCluster.enabled': true },
      ].map(async (values) => jobOf(await template(values))),
    );
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^migration-v\d+-\d+-\d+-[0-9a-f]{8}$/);
    // What others run is no reason to migrate.
    expect(jobOf(await template({ 'images.gateway.tag': '99.0.0' }))).toBe(names[0]);
  });

  it('refers to Secrets by the names of the values, and contains none', async () => {
    const changed = await template({
      'secrets.keys': 'other-keys',
      'secrets.ticketDatabase': 'other-database',
    });
    expect(podsOf(changed, 'ticket')).toContain('"secretName":"other-keys"');
    expect(podsOf(changed, 'ticket')).toContain('"secretName":"other-database"');
    expect(changed.filter(({ kind }) => kind === 'Secret')).toEqual([]);
  });

  it('routes to the hosts of the URLs', async () => {
    const changed = await template({
      'urls.base': 'https://api.example.com',
      'gatewayApi.enabled': true,
      'ingress.enabled': true,
    });
    expect(JSON.stringify(named(changed, 'HTTPRoute', 'api').spec)).toContain('"api.example.com"');
    expect(JSON.stringify(named(changed, 'Ingress', 'parley').spec)).toContain('"host":"api.example.com"');
  });

  it('sets the number of pods where nothing scales them', async () => {
    const values = { 'ticket.replicas': 3, 'webhook.replicas': 3, 'webhook.autoscaling.enabled': false };
    const changed = await template(values);
    const replicas = ['ticket', 'webhook'].map((name) => named(changed, 'Deployment', name).spec.replicas);
    expect(replicas).toEqual([undefined, 3]);
    const scaled = changed.filter(({ kind }) => kind === 'HorizontalPodAutoscaler');
    expect(scaled.map(({ metadata }) => metadata.name)).not.toContain('webhook');
  });

  it('restores to a moment', async () => {
    const restore = { targetTime: '2026-11-28T09:30:00Z' };
    const enabled = { 'cloudnativePgRestore.enabled': true, 'cloudnativePgRestore.recoveryTarget': restore };
    const [latest, earlier] = await Promise.all(
      [{ 'cloudnativePgRestore.enabled': true }, enabled].map(async (values) =>
        JSON.stringify(named(await template(values, 'values-ha.yaml'), 'Cluster', 'postgres').spec),
      ),
    );
    expect(latest).not.toContain('recoveryTarget');
    expect(earlier).toContain(`"recoveryTarget":${JSON.stringify(restore)}`);
  });

  it('is checked as it is rendered, with its own name of the Job, and without its Namespace', async () => {
    const digest = `sha256:${'0a'.repeat(32)}`;
    const values = {
      'namespace.create': false,
      'urls.base': 'https://api.acme.test',
      'urls.auth': 'https://auth.acme.test',
      'urls.files': 'https://files.acme.test',
      'urls.mail': 'https://incoming.acme.test',
      'image.prefix': 'registry.acme.test/parley',
      'cloudnativePgBackup.destinationPath': 's3://acme-backups/',
      'settings.file.S3_BUCKET': 'acme-files',
      ...Object.fromEntries([...PROCESSES, 'operations'].map((name) => [`images.${name}.digest`, digest])),
    };
    const applied = await template(values, 'values-ha.yaml');
    expect(faultsOf(applied, RULES_OF_APPLIED)).toEqual([]);
    const messagesOf = (of: HelmDocument[]) => faultsOf(of, RULES_OF_RELEASE).map(({ message }) => message);
    const refused = await template(
      { ...values, 'settings.ticket.SLA_TARGETS': 'urgent=1h' },
      'values-ha.yaml',
    );
    expect(messagesOf(refused)).toEqual(['SLA_TARGETS=urgent=1h: needs a target for high, normal, low']);
    named(applied, 'Job', 'migration').metadata.name = 'migration-v0-0-1-0a0a0a0a';
    named(applied, 'Service', 'ticket').metadata.namespace = 'other';
    expect(messagesOf(applied)).toEqual([
      'is not in the namespace parley',
      expect.stringContaining('it has the name of another image'),
    ]);
  });

  it.each([
    [{ 'gateway.replica': 3 }, "at '/gateway': additional properties 'replica' not allowed"],
    [{ 'gateway.replicas': 'three' }, "at '/gateway/replicas': got string, want null or integer"],
    [
      { 'settings.ticket.SLA_TARGET': 'urgent=1h' },
      "at '/settings/ticket': additional properties 'SLA_TARGET'",
    ],
    [
      { 'settings.service.DATABASE_POOL_SIZE': 5 },
      "'/settings/service/DATABASE_POOL_SIZE': got number, want string",
    ],
    [{ 'settings.process.RPC_SECRET': 'x' }, "additional properties 'RPC_SECRET' not allowed"],
    [{ 'urls.base': 'api.example.com' }, "at '/urls/base': 'api.example.com' does not match pattern"],
    [{ 'images.gateway.digest': 'latest' }, "at '/images/gateway/digest': 'latest' does not match pattern"],
    [{ 'file.resources.requests.memory': '1 GB' }, "at '/file/resources/requests/memory': '1 GB'"],
    [{ 'secrets.keys': '' }, "at '/secrets/keys': minLength: got 0, want 1"],
    [{ 'pgbouncer.enabled': true }, 'pgbouncer.enabled needs cloudnativePg.enabled'],
    [{ 'redis.enabled': true, 'devServers.enabled': true }, 'redis.enabled and devServers.enabled exclude'],
  ])('refuses %j', async (values, message) => {
    await expect(template(values)).rejects.toThrow(message);
  });

  it('is compared with the overlays of this repository, not with those of an installation beside them', () => {
    const overlays = Object.keys(combinations('none')).filter((name) => name.startsWith('overlay '));
    expect(overlays).toEqual(['overlay dev', 'overlay ha']);
  });

  it('is compared with kustomize: a missing, additional and changed object is a difference', () => {
    const other = structuredClone(documents);
    other.splice(other.indexOf(named(other, 'PodDisruptionBudget', 'webhook')), 1);
    named(other, 'Service', 'ticket').metadata.name = 'tickets';
    const [container] = named(other, 'Deployment', 'file').spec.template.spec.containers;
    container?.volumeMounts.reverse();
    container?.envFrom.reverse();
    expect(differences(other, documents).toSorted()).toEqual(
      [
        'PodDisruptionBudget/webhook is missing',
        'Service/ticket is missing',
        'Service/tickets is additional',
        'Deployment/file spec.template.spec.containers.0.envFrom.0.configMapRef.name: "file", not "process"',
        'Deployment/file spec.template.spec.containers.0.envFrom.2.configMapRef.name: "process", not "file"',
      ].toSorted(),
    );
  });
});
