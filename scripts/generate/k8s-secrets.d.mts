import type { Document } from '../check/k8s/rules.mjs';

export function externalSecretsFor(overlay: string, store: string): ExternalSecret[];

export interface ExternalSecret extends Document {
  spec: {
    target: { name: string };
    data: { secretKey: string; remoteRef: { key: string; property: string } }[];
  };
}
