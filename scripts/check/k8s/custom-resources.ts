// The fields of custom resources that k8s/ uses, as the operators define them. Add what you use: anything else is a fault.
import type {
  Container,
  LocalObjectReference,
  PodSpec,
  ResourceRequirements,
  SecretKeySelector,
} from 'kubernetes-types/core/v1.js';
import type { LabelSelector, ObjectMeta } from 'kubernetes-types/meta/v1.js';

interface Named {
  metadata: ObjectMeta & { name: string };
}

/** Gateway API v1. */
export interface HTTPRoute extends Named {
  apiVersion: 'gateway.networking.k8s.io/v1';
  kind: 'HTTPRoute';
  spec: {
    parentRefs: { name: string; namespace?: string; sectionName?: string }[];
    hostnames?: string[];
    rules: {
      matches?: { path?: { type: 'Exact' | 'PathPrefix' | 'RegularExpression'; value: string } }[];
      backendRefs: { name: string; port: number; weight?: number }[];
      timeouts?: { request?: string; backendRequest?: string };
    }[];
  };
}

interface TriggerBase {
  name?: string;
  authenticationRef?: { name: string };
}

type Trigger = TriggerBase &
  (
    | {
        type: 'cpu';
        metricType: 'Utilization' | 'AverageValue';
        metadata: { value: string; containerName?: string };
      }
    | {
        type: 'rabbitmq';
        metadata: {
          protocol: 'amqp' | 'http';
          queueName: string;
          mode: 'QueueLength' | 'MessageRate';
          value: string;
          activationValue?: string;
          vhostName?: string;
        };
      }
    | {
        type: 'prometheus';
        metadata: { serverAddress: string; query: string; threshold: string; activationThreshold?: string };
      }
  );

/** KEDA 2. */
export interface ScaledObject extends Named {
  apiVersion: 'keda.sh/v1alpha1';
  kind: 'ScaledObject';
  spec: {
    scaleTargetRef: { name: string; kind?: string; apiVersion?: string };
    minReplicaCount: number;
    maxReplicaCount: number;
    pollingInterval?: number;
    cooldownPeriod?: number;
    triggers: Trigger[];
  };
}

export interface TriggerAuthentication extends Named {
  apiVersion: 'keda.sh/v1alpha1';
  kind: 'TriggerAuthentication';
  spec: { secretTargetRef: { parameter: string; name: string; key: string }[] };
}

/** Prometheus operator. */
export interface ServiceMonitor extends Named {
  apiVersion: 'monitoring.coreos.com/v1';
  kind: 'ServiceMonitor';
  spec: {
    selector: LabelSelector;
    jobLabel?: string;
    targetLabels?: string[];
    endpoints: { port: string; path?: string; interval?: string; scrapeTimeout?: string }[];
  };
}

export interface PodMonitor extends Named {
  apiVersion: 'monitoring.coreos.com/v1';
  kind: 'PodMonitor';
  spec: {
    selector: LabelSelector;
    jobLabel?: string;
    podMetricsEndpoints: { port: string; path?: string; interval?: string; scrapeTimeout?: string }[];
  };
}

type Rule = { expr: string; labels?: Record<string, string> } & (
  | { record: string }
  | { alert: string; for?: string; annotations?: Record<string, string> }
);

export interface PrometheusRule extends Named {
  apiVersion: 'monitoring.coreos.com/v1';
  kind: 'PrometheusRule';
  spec: { groups: { name: string; interval?: string; rules: Rule[] }[] };
}

/** External Secrets operator. */
export interface ExternalSecret extends Named {
  apiVersion: 'external-secrets.io/v1';
  kind: 'ExternalSecret';
  spec: {
    refreshInterval: string;
    secretStoreRef: { name: string; kind: 'SecretStore' | 'ClusterSecretStore' };
    target: { name: string; creationPolicy: 'Owner'; template?: { type: string } };
    data: { secretKey: string; remoteRef: { key: string; property: string } }[];
  };
}

/** RabbitMQ cluster operator. */
export interface RabbitmqCluster extends Named {
  apiVersion: 'rabbitmq.com/v1beta1';
  kind: 'RabbitmqCluster';
  spec: {
    replicas: number;
    image?: string;
    resources?: ResourceRequirements;
    persistence?: { storage: string; storageClassName?: string };
    rabbitmq?: { additionalConfig?: string; additionalPlugins?: string[] };
    affinity?: PodSpec['affinity'];
    /** Merged into the StatefulSet that the operator makes, containers by their names. */
    override?: {
      statefulSet: {
        spec: {
          template: {
            spec: Pick<PodSpec, 'securityContext' | 'priorityClassName'> & {
              containers: Pick<Container, 'name' | 'securityContext'>[];
              initContainers?: Pick<Container, 'name' | 'securityContext'>[];
            };
          };
        };
      };
    };
  };
}

interface Plugin {
  name: string;
  parameters?: Record<string, string>;
}

/** CloudNativePG. */
export interface Cluster extends Named {
  apiVersion: 'postgresql.cnpg.io/v1';
  kind: 'Cluster';
  spec: {
    instances: number;
    priorityClassName?: string;
    imageName?: string;
    inheritedMetadata?: { labels?: Record<string, string>; annotations?: Record<string, string> };
    bootstrap: {
      initdb?: { database: string; owner: string; secret: LocalObjectReference };
      recovery?: {
        source: string;
        database: string;
        owner: string;
        secret: LocalObjectReference;
        /** The end of the WAL, if nothing is named. */
        recoveryTarget?: {
          targetTime?: string;
          targetLSN?: string;
          targetXID?: string;
          targetName?: string;
          targetImmediate?: boolean;
          targetTLI?: string;
          backupID?: string;
          exclusive?: boolean;
        };
      };
    };
    plugins?: (Plugin & { isWALArchiver?: boolean })[];
    externalClusters?: { name: string; plugin: Plugin }[];
    managed?: {
      roles: {
        name: string;
        ensure: 'present' | 'absent';
        login?: boolean;
        createrole?: boolean;
        passwordSecret?: LocalObjectReference;
      }[];
    };
    postgresql: {
      synchronous?: { method: 'any' | 'first'; number: number; dataDurability?: 'required' | 'preferred' };
      parameters: Record<string, string>;
    };
    /** Anti-affinity of the instances is preferred by default. */
    affinity?: {
      enablePodAntiAffinity?: boolean;
      podAntiAffinityType?: 'preferred' | 'required';
      topologyKey?: string;
      nodeSelector?: Record<string, string>;
      tolerations?: PodSpec['tolerations'];
      nodeAffinity?: NonNullable<PodSpec['affinity']>['nodeAffinity'];
      additionalPodAffinity?: NonNullable<PodSpec['affinity']>['podAffinity'];
      additionalPodAntiAffinity?: NonNullable<PodSpec['affinity']>['podAntiAffinity'];
    };
    storage: { size: string; storageClass?: string };
    walStorage?: { size: string; storageClass?: string };
    resources?: ResourceRequirements;
  };
}

/** Flux. */
export interface OCIRepository extends Named {
  apiVersion: 'source.toolkit.fluxcd.io/v1';
  kind: 'OCIRepository';
  spec: {
    interval: string;
    url: `oci://${string}`;
    ref: { tag: string } | { digest: string };
    layerSelector?: { mediaType: string; operation?: 'extract' | 'copy' };
    verify?: { provider: 'cosign'; matchOIDCIdentity?: { issuer: string; subject: string }[] };
    secretRef?: { name: string };
  };
}

export interface Kustomization extends Named {
  apiVersion: 'kustomize.toolkit.fluxcd.io/v1';
  kind: 'Kustomization';
  spec: {
    interval: string;
    retryInterval?: string;
    timeout?: string;
    sourceRef: { kind: 'OCIRepository'; name: string };
    path: `./${string}`;
    prune: boolean;
    wait?: boolean;
    patches?: { patch: string; target?: { kind?: string; name?: string } }[];
  };
}

/** Argo CD. */
export interface Application extends Named {
  apiVersion: 'argoproj.io/v1alpha1';
  kind: 'Application';
  spec: {
    project: string;
    source: {
      repoURL: `oci://${string}`;
      targetRevision: string;
      path: string;
      kustomize?: { patches?: { patch: string; target?: { kind?: string; name?: string } }[] };
    };
    destination: { server: string; namespace: string };
    syncPolicy?: {
      automated?: { prune?: boolean; selfHeal?: boolean };
      syncOptions?: string[];
    };
    ignoreDifferences?: { group?: string; kind: string; name?: string; jsonPointers?: string[] }[];
  };
}

export interface ScheduledBackup extends Named {
  apiVersion: 'postgresql.cnpg.io/v1';
  kind: 'ScheduledBackup';
  spec: {
    schedule: string;
    immediate?: boolean;
    backupOwnerReference?: 'none' | 'self' | 'cluster';
    cluster: LocalObjectReference;
    method: 'plugin' | 'volumeSnapshot';
    pluginConfiguration?: Plugin;
  };
}

/** Barman Cloud plugin of CloudNativePG. */
export interface ObjectStore extends Named {
  apiVersion: 'barmancloud.cnpg.io/v1';
  kind: 'ObjectStore';
  spec: {
    retentionPolicy?: string;
    configuration: {
      destinationPath: string;
      endpointURL?: string;
      s3Credentials: { accessKeyId: SecretKeySelector; secretAccessKey: SecretKeySelector };
      wal?: { compression?: 'gzip' | 'lz4' | 'zstd' | 'snappy' | 'bzip2' };
      data?: { compression?: 'gzip' | 'snappy' | 'bzip2' };
    };
    instanceSidecarConfiguration?: { resources?: ResourceRequirements };
  };
}

export interface Pooler extends Named {
  apiVersion: 'postgresql.cnpg.io/v1';
  kind: 'Pooler';
  spec: {
    cluster: LocalObjectReference;
    type: 'rw' | 'ro';
    instances: number;
    pgbouncer: { poolMode: 'session' | 'transaction'; parameters?: Record<string, string> };
    template?: { metadata?: ObjectMeta; spec?: Pick<PodSpec, 'containers' | 'priorityClassName'> };
  };
}
