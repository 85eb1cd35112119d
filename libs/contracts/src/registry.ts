import type { InternalCall } from './call.ts';
import type { Operation, Procedure } from './operation.ts';
import * as modules from './procedures.ts';

const isProcedure = (value: unknown): value is Procedure =>
  typeof value === 'object' &&
  value !== null &&
  'kind' in value &&
  (value.kind === 'operation' || value.kind === 'call');

/** Everything that has a handler, by id. A procedure is registered by exporting it from its resource's file. */
export const procedures: readonly Procedure[] = Object.values<unknown>(modules)
  .filter(isProcedure)
  .sort((a, b) => (a.id < b.id ? -1 : 1));

export const operations: readonly Operation[] = procedures.filter((item) => item.kind === 'operation');

export const commands: readonly (InternalCall & { command: string })[] = procedures.filter(
  (item): item is InternalCall & { command: `${string}:${string}` } =>
    item.kind === 'call' && item.command !== undefined,
);

const byId = new Map(procedures.map((item) => [item.id, item]));
if (byId.size !== procedures.length) throw new Error('Two procedures share an id');

export function findProcedure(id: string): Procedure | undefined {
  return byId.get(id as Procedure['id']);
}
