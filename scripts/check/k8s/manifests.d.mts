import type { Document } from '../k8s-check.mjs';

export class Manifests {
  constructor(documents: readonly Document[]);
  readonly secretKeys: string[];
}
