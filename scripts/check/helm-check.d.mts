import type { Document } from './k8s/rules.mjs';

export interface HelmDocument extends Document {
  data?: Record<string, string>;
  spec: {
    replicas?: number;
    template: {
      spec: { containers: { image: string; volumeMounts: unknown[]; envFrom: unknown[] }[] };
    };
  };
}
export function template(values?: Record<string, unknown>, file?: string): Promise<HelmDocument[]>;
export function differences(ofChart: readonly Document[], ofKustomize: readonly Document[]): string[];
