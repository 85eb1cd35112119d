import { v7 } from 'uuid';
import { encodeId, type Id, type IdKind } from '@parley/contracts';

/** A new uuid v7 (RFC 9562): grows with time, so fresh rows sit together in every index. */
export function newUuid(): string {
  return v7();
}

/** A new TypeID of the kind. */
export function newId<K extends IdKind>(kind: K): Id<K> {
  return encodeId(kind, v7());
}
