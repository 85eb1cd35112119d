import type { ConsoleOperation } from './console-operation.ts';
import * as modules from './operations.ts';

type Defined = (typeof modules)[keyof typeof modules];

/** The id of a console operation, such as `key.create`. */
export type ConsoleOperationId = Extract<Defined, ConsoleOperation>['id'];
/** The definition with an id: `ConsoleOperationOf<'key.create'>`. */
export type ConsoleOperationOf<Id extends ConsoleOperationId> = Extract<Defined, { kind: 'console'; id: Id }>;

const isConsoleOperation = (value: unknown): value is ConsoleOperation =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'console';

/** The API of the account console. An operation is registered by exporting it from its resource's file. */
export const consoleOperations: readonly ConsoleOperation[] = Object.values<unknown>(modules)
  .filter(isConsoleOperation)
  .sort((a, b) => (a.id < b.id ? -1 : 1));

const ids = new Set(consoleOperations.map(({ id }) => id));
const routes = new Set(consoleOperations.map(({ route }) => route));
if (ids.size !== consoleOperations.length) throw new Error('Two console operations share an id');
if (routes.size !== consoleOperations.length) throw new Error('Two console operations share a route');
