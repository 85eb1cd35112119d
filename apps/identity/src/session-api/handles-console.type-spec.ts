// Compile-time tests: `npm run check` fails when one of these stops being an error.
import { z } from 'zod';
import {
  defineConsoleOperation,
  listSessions,
  revokeSession,
  type ListedSession,
} from '@parley/contracts/console';
import { HandlesConsole, type ConsoleCall } from './handles-console.ts';

declare const session: ListedSession;

export class RightHandlers {
  @HandlesConsole(listSessions)
  list(): Promise<ListedSession[]> {
    return Promise.resolve([session]);
  }

  @HandlesConsole(revokeSession)
  async revoke(
    _call: ConsoleCall,
    { params }: { params: { session_id: `session_${string}` } },
  ): Promise<void> {
    await Promise.resolve(params.session_id);
  }
}

export class WrongHandlers {
  // @ts-expect-error the result is a list
  @HandlesConsole(listSessions)
  wrongResult(): Promise<ListedSession> {
    return Promise.resolve(session);
  }

  // @ts-expect-error the operation has no body
  @HandlesConsole(revokeSession)
  wrongInput(_call: ConsoleCall, _input: { body: { id: string } }): Promise<void> {
    return Promise.resolve();
  }
}

// @ts-expect-error an operation without roles does not compile
defineConsoleOperation({ id: 'x.y', route: 'GET /x', summary: 'x', response: z.object({}) });
