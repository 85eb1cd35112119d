import type { Document, Fault } from '../k8s-check.mjs';

export function typeErrors(documents: readonly Document[]): Promise<Fault[]>;
