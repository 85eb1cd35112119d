import type { ConsoleOperation, ConsoleResult, ParsedConsoleInput } from '@parley/contracts/console';
import type { WorkspaceContext } from '@parley/runtime/context';
import type { FastifyReply } from 'fastify';
import type { Session, SessionOrigin } from '../sign-in/sessions.ts';

const handled = new WeakMap<object, ConsoleOperation>();

/** The classes whose methods handle console operations: an injection token of their instances. */
export const CONSOLE_HANDLERS = Symbol('CONSOLE_HANDLERS');

export interface ConsoleCall {
  /** The workspace of the user, who is the actor of what follows. */
  readonly ctx: WorkspaceContext;
  readonly session: Session;
  readonly from: SessionOrigin;
  /** The reply, for handlers that change the cookies; the caller sends the result. */
  readonly reply: FastifyReply;
}

export type ConsoleHandler<O extends ConsoleOperation> = (
  call: ConsoleCall,
  input: ParsedConsoleInput<O>,
) => Promise<ConsoleResult<O>>;

/** Marks the handler of a console operation, whose role has been checked; another input or result does not compile. */
export function HandlesConsole<O extends ConsoleOperation>(operation: O) {
  return <H extends ConsoleHandler<O>>(
    _target: object,
    _name: string | symbol,
    descriptor: TypedPropertyDescriptor<H>,
  ): void => {
    handled.set(descriptor.value as object, operation);
  };
}

export function consoleOperationHandledBy(method: object): ConsoleOperation | undefined {
  return handled.get(method);
}
