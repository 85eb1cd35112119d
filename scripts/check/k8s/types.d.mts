import type { Document, Fault } from './rules.mjs';

export function typeErrors(documents: readonly Document[]): Promise<Fault[]>;
