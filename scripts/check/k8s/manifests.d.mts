import type { Document } from './rules.mjs';

export class Manifests {
  constructor(documents: readonly Document[]);
  readonly secretKeys: string[];
}
