import type { Operation } from '@parley/contracts';

export function isSharedByModes(operation: Operation): boolean;
