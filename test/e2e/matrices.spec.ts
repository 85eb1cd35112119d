import { beforeAll, describe, expect, it } from '@jest/globals';
import { createKey, operations, satisfies, SCOPES, type Operation, type Scope } from '@parley/contracts';
import { ApiClient, type TestWorkspace } from '@parley/testing';
import { createRecords, exampleOf, nobodys, type Records } from './examples.ts';
import { operator } from './platform.ts';

const byId = operations.filter((operation) => operation.params !== undefined);

describe('every operation', () => {
  let workspace: TestWorkspace;
  let stranger: TestWorkspace;
  let records: Records;

  beforeAll(async () => {
    [workspace, stranger] = await Promise.all([operator.workspace(), operator.workspace()]);
    records = await createRecords(workspace);
  });

  describe('asks for its scope, whichever one a key has', () => {
    const keys = new Map<Scope, ApiClient>();

    beforeAll(async () => {
      for (const scope of SCOPES) {
        const { credentials } = workspace;
        const created = await operator.run(createKey, {
          workspace: credentials.workspace_id,
          name: scope,
          scopes: scope,
        });
        keys.set(scope, new ApiClient(credentials.base_url, created.key));
      }
    });

    it.each(operations.map((operation) => [operation.id, operation] as const))('%s', async (_, operation) => {
      for (const [scope, client] of keys) {
        const answer = await client.call(operation, exampleOf(operation, await recordsFor(operation.id)));
        const wanted = satisfies([scope], operation.scope) ? operation.status : 403;
        expect({ scope, status: answer.status }).toEqual({ scope, status: wanted });
        if (wanted === 403) expect(answer.body.error.code).toBe('insufficient_scope');
      }
    });

    /** What a call deletes must be there for the next one. */
    async function recordsFor(operationId: string): Promise<Records> {
      return operationId.endsWith('.delete') ? createRecords(workspace) : records;
    }
  });

  describe('refuses a request without a token, with a wrong one and with one in the query', () => {
    it.each(operations.map((operation) => [operation.id, operation] as const))('%s', async (_, operation) => {
      const { base_url: baseUrl, live_key: key } = workspace.credentials;
      const sent = exampleOf(operation, records) as { query?: object };
      const none = await new ApiClient(baseUrl, undefined).call(operation, sent);
      const wrong = await new ApiClient(baseUrl, `${key}x`).call(operation, sent);
      const inQuery = await new ApiClient(baseUrl, undefined).call(operation, {
        ...sent,
        query: { ...sent.query, access_token: key },
      });
      expect([none, wrong, inQuery].map(({ status, body }) => [status, body.error.code])).toEqual([
        [401, 'missing_api_key'],
        [401, 'invalid_api_key'],
        [401, 'missing_api_key'],
      ]);
    });
  });

  describe('shows nothing of another workspace or of the other mode', () => {
    /** Users and teams are the same in both modes (decisions.md section 4). */
    const isShared = ({ service }: Operation) => service === 'identity';
    const outsidersOf = (operation: Operation) =>
      isShared(operation) ? [stranger.live, stranger.test] : [stranger.live, stranger.test, workspace.test];

    it.each(byId.map((operation) => [operation.id, operation] as const))('%s', async (_, operation) => {
      const sent = exampleOf(operation, records);
      const unknown = exampleOf(operation, nobodys(records));
      const reference = await workspace.live.call(operation, unknown);
      expect(reference.status).toBe(404);
      for (const client of outsidersOf(operation)) {
        const answer = await client.call(operation, sent);
        const { request_id: mine, ...error } = answer.body.error;
        const { request_id: other, ...expected } = reference.body.error;
        expect(answer.status).toBe(404);
        expect(error).toEqual(expected);
        expect(mine).not.toBe(other);
      }
    });

    it.each(
      operations
        .filter(({ id, params }) => id.endsWith('.list') && params === undefined)
        .map((operation) => [operation.id, operation] as const),
    )('%s', async (_, operation) => {
      for (const client of outsidersOf(operation)) {
        const answer = await client.call(operation, exampleOf(operation, records));
        expect(answer.status).toBe(200);
        for (const id of Object.values(records)) expect(JSON.stringify(answer.body)).not.toContain(id);
        if (!isShared(operation)) expect(answer.body).toMatchObject({ data: [], meta: { total_count: 0 } });
      }
    });
  });
});
