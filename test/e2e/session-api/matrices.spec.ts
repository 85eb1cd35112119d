import { describe, expect, it } from '@jest/globals';
import { ROLES, type Role } from '@parley/contracts';
import {
  CONSOLE_API_PATH,
  consoleOperations,
  CSRF_HEADER,
  type ConsoleOperation,
  type ConsoleOperationId,
} from '@parley/contracts/console';
import { someOf } from '@parley/testing';
import { operator } from '../platform.ts';
import { ConsoleClient, expectDescribed, type ConsoleAnswer } from './console-client.ts';
import { aboutNobodys, EXAMPLES } from './console-examples.ts';

const named = (chosen: readonly ConsoleOperation[]) =>
  chosen.map((operation) => [operation.id, operation] as const);
const exampleOf = ({ id }: ConsoleOperation, admin: ConsoleClient, caller = admin) =>
  EXAMPLES[id as ConsoleOperationId]({ admin, caller });
const errorOf = ({ body }: ConsoleAnswer) => (body as { error: { code: string; request_id: string } }).error;
const writes = ({ route }: ConsoleOperation) => !route.startsWith('GET ');

/** Operations that end the session of their caller. */
const ENDING: readonly string[] = ['session.end', 'password.change'] satisfies ConsoleOperationId[];

const workspace = await operator.workspace();
const [admin, agent, stranger] = await Promise.all([
  ConsoleClient.signIn(workspace),
  ConsoleClient.signInAs('agent', workspace),
  ConsoleClient.signIn(await operator.workspace()),
]);

describe('every operation of the account console', () => {
  describe.each(ROLES)('may be called by the role %s if it is one of its roles', (role) => {
    const callers = new Map<Role, ConsoleClient>();
    const callerFor = async ({ id }: ConsoleOperation) => {
      const known = callers.get(role) ?? (await ConsoleClient.signInAs(role, workspace));
      if (ENDING.includes(id)) callers.delete(role);
      else callers.set(role, known);
      return known;
    };

    it.each(named(someOf(consoleOperations, ROLES.indexOf(role))))('%s', async (_, operation) => {
      const caller = await callerFor(operation);
      const answer = await caller.call(operation, await exampleOf(operation, admin, caller));
      if (operation.roles === 'all' || operation.roles.includes(role)) {
        expect([answer.status, answer.body]).toEqual([operation.status, answer.body]);
        expectDescribed(operation, answer.body);
      } else {
        expect([answer.status, answer.body]).toMatchObject([
          403,
          { error: { code: 'role_forbidden', message: `The role ${role} does not allow this.` } },
        ]);
      }
    });
  });

  it.each(named(consoleOperations))('requires a session %s', async (_, { route }) => {
    const [method = '', path = ''] = route.split(' ');
    const answer = await fetch(workspace.credentials.auth_url + CONSOLE_API_PATH + path, {
      method,
      headers: { [CSRF_HEADER]: admin.csrf },
    });
    expect([answer.status, await answer.json()]).toMatchObject([
      401,
      { error: { type: 'authentication_error', code: 'missing_api_key' } },
    ]);
  });

  it.each(named(consoleOperations.filter(writes)))(
    'that is no GET requires the CSRF token of its session, and refuses other sites %s',
    async (_, operation) => {
      const sent = await exampleOf(operation, admin);
      const attempts: Record<string, string>[] = [
        { [CSRF_HEADER]: '' },
        { [CSRF_HEADER]: agent.csrf },
        { origin: 'https://evil.example' },
        { 'sec-fetch-site': 'same-site' },
        { 'sec-fetch-site': 'cross-site', origin: 'null' },
      ];
      for (const headers of attempts) {
        const answer = await admin.call(operation, sent, headers);
        expect([headers, answer.status, errorOf(answer)]).toMatchObject([
          headers,
          403,
          { code: 'csrf_failed', param: 'X-CSRF-Token' },
        ]);
      }
    },
  );

  const withBody = consoleOperations.filter(({ body }) => body !== undefined);
  it.each(named(withBody))('reads JSON alone %s', async (_, operation) => {
    const sent = (await exampleOf(operation, admin)) as { body?: unknown; params?: object };
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
    ]) {
      const answer = await admin.call(operation, sent, { 'content-type': type });
      expect([answer.status, errorOf(answer).code]).toEqual([400, 'unsupported_media_type']);
    }
  });

  const ofRecords = consoleOperations.filter(({ params }) => params !== undefined);
  it.each(named(ofRecords))(
    'hides the records of another workspace, as if they did not exist %s',
    async (_, operation) => {
      const sent = await exampleOf(operation, admin);
      const reference = await stranger.call(operation, aboutNobodys(sent));
      const answer = await stranger.call(operation, sent);
      const { request_id: _mine, ...error } = errorOf(answer);
      const { request_id: _other, ...expected } = errorOf(reference);
      expect([answer.status, error]).toEqual([404, expected]);
      // The records are there, and as they were.
      expect((await admin.call(operation, sent)).status).toBe(operation.status);
    },
  );

  const OF_USERS: readonly string[] = ['pat.revoke', 'session.revoke'] satisfies ConsoleOperationId[];
  it.each(named(ofRecords.filter(({ id }) => OF_USERS.includes(id))))(
    'about a record of one user hides it from the admins of the workspace too %s',
    async (_, operation) => {
      const sent = await exampleOf(operation, admin, agent);
      expect((await admin.call(operation, sent)).status).toBe(404);
      expect((await agent.call(operation, sent)).status).toBe(operation.status);
    },
  );
});
