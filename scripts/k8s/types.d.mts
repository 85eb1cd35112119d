import type { Document, Fault } from '../k8s-check.mjs';

export function typeFaults(documents: readonly Document[]): Promise<Fault[]>;
