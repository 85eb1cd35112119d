import { beforeAll, describe, expect, it } from '@jest/globals';
import * as api from '@parley/contracts';
import {
  ApiClient,
  EventStreamClient,
  eventually,
  expectDocumented,
  isFullRun,
  someOf,
  type TestWorkspace,
} from '@parley/testing';
import { credentialsOf, expectedOf, type Credential } from './credentials.ts';
import { createRecords, exampleOf, nobodys, recordsFor, type Records } from './examples.ts';
import { operator } from './platform.ts';

const named = (chosen: readonly api.Operation[]) =>
  chosen.map((operation) => [operation.id, operation] as const);
/** A report needs the scope of the resource that it names: the story of reports has both. */
const scoped = api.operations.filter(({ id }) => id !== api.getReport.id);
/** One operation of each scope, with the credentials that may call it and some of the others; in `npm run test:full` all of both. */
const ofEachScope = isFullRun
  ? scoped
  : [...new Map(scoped.map((operation) => [JSON.stringify(operation.scope), operation])).values()];
const isList = ({ response, params }: api.Operation) => api.isPage(response) && params === undefined;
/** Users, teams and inboxes are shared by both modes. */
const isSharedByModes = ({ id, service }: api.Operation) =>
  service === 'identity' || id.startsWith('inbox.') || id.startsWith('assignment.');
/** One that creates a record, or tells whose credential it is. */
const isOfNoRecord = (operation: api.Operation) =>
  operation.params === undefined &&
  !isList(operation) &&
  !api.isWithMeta(operation.response) &&
  !api.isEventStream(operation.response);

const [workspace, stranger] = await Promise.all([operator.workspace(), operator.workspace()]);
const records = await createRecords(workspace);

describe('every operation', () => {
  it.each(named(api.operations))(
    'succeeds with a valid request, and conforms to the API document %s',
    async (_, operation) => {
      const { method, path } = api.splitRoute(operation.route);
      const sent = exampleOf(operation, await recordsFor(operation, workspace, records)) as {
        body?: unknown;
      };
      const { status, headers, body } = await workspace.live.call(operation, sent);
      expect(status).toBe(operation.status);
      // The client has compared the answer with the document, and would notice this.
      const other = { ...(body as object | undefined), no_such_field: 1 };
      expect(() => expectDocumented({ method, path, status, headers, body: other })).toThrow();
    },
  );

  // Each scope is asked for in both notations: they take turns among scopes and roles.
  describe.each([
    ['admin', 0],
    ['agent', 1],
    ['viewer', 0],
  ] as const)(
    'requires its scope from every kind of credential of a user with the role %s',
    (role, firstNotation) => {
      let own: TestWorkspace;
      let credentials: readonly Credential[];
      let recordsOf: Record<api.Mode, Records>;

      beforeAll(async () => {
        own = await operator.workspace();
        recordsOf = { live: await createRecords(own), test: await createRecords({ ...own, live: own.test }) };
        credentials = await credentialsOf(own, firstNotation);
        // Only now: nobody is given more than the role allows, but an admin may become less.
        const { id } = (await own.live.ok(api.getMe, {})).data;
        await operator.run(api.overrideUser, { id, role });
      });

      it.each(ofEachScope.map((operation, nth) => [operation.id, nth, operation] as const))(
        '%s',
        async (_, nth, operation) => {
          expect(credentials).toHaveLength(4 * api.SCOPES.length);
          const others = someOf(someOf(credentials, nth), Math.floor(nth / 4));
          const asking = credentials.filter(
            (one) => others.includes(one) || typeof expectedOf(operation, one, role) === 'number',
          );
          const outcomes = asking.map(async (credential) => {
            const { kind, mode, asked, client } = credential;
            const expected = expectedOf(operation, credential, role);
            const succeeds = typeof expected === 'number';
            const using = succeeds
              ? await recordsFor(operation, { ...own, live: own[mode] }, recordsOf[mode])
              : recordsOf[mode];
            const { status, body } = await client.call(operation, exampleOf(operation, using));
            const seen = status === 403 ? body.error.code : status;
            return { expected: { kind, asked, seen: expected }, actual: { kind, asked, seen } };
          });
          const all = await Promise.all(outcomes);
          expect(all.map(({ actual }) => actual)).toEqual(all.map(({ expected }) => expected));
        },
      );
    },
  );

  it.each(named(api.operations))(
    'rejects a request without a token, with an invalid one and with one in the query %s',
    async (_, operation) => {
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
    },
  );

  describe.each([
    ['another workspace', () => [stranger.live, stranger.test], () => true],
    ['the other mode', () => [workspace.test], (operation: api.Operation) => !isSharedByModes(operation)],
  ] as const)('hides its data from %s', (_, outsiders, applies) => {
    const chosen = api.operations.filter(applies);

    it.each(named(chosen.filter(({ route }) => route.includes('_id}'))))('%s', async (_id, operation) => {
      const sent = exampleOf(operation, records);
      const reference = await workspace.live.call(operation, exampleOf(operation, nobodys(records)));
      expect(reference.status).toBe(404);
      for (const client of outsiders()) {
        const answer = await client.call(operation, sent);
        const { request_id: mine, ...error } = answer.body.error;
        const { request_id: other, ...expected } = reference.body.error;
        expect(answer.status).toBe(404);
        expect(error).toEqual(expected);
        expect(mine).not.toBe(other);
      }
    });

    it.each(named(chosen.filter(isList)))('%s', async (_id, operation) => {
      for (const client of outsiders()) {
        const answer = await client.call(operation, exampleOf(operation, records));
        expect(answer.status).toBe(200);
        for (const id of Object.values(records)) expect(JSON.stringify(answer.body)).not.toContain(id);
        if (operation.service !== 'identity')
          expect(answer.body).toMatchObject({ data: [], meta: { total_count: 0 } });
      }
    });

    // What a report has of others is zeros, in the spec of reports.
    const withMeta = chosen.filter(
      ({ id, response, isUpsert }) =>
        id !== api.getReport.id && api.isWithMeta(response) && isUpsert !== true,
    );
    it.each(named(withMeta))('%s', async (_id, operation) => {
      const nothing =
        operation.id === api.countViews.id
          ? { data: [] }
          : operation.body === undefined
            ? { data: { conversations: [], contacts: [], tickets: [] }, meta: { total_results: 0 } }
            : { meta: { succeeded: 0, failed: 1 } };
      for (const client of outsiders()) {
        const answer = await client.call(operation, exampleOf(operation, records));
        expect([answer.status, answer.body]).toMatchObject([200, nothing]);
      }
    });

    it.each(named(chosen.filter(({ response }) => api.isEventStream(response))))('%s', async () => {
      const clients = [workspace.live, ...outsiders()];
      const [own, ...others] = await Promise.all(clients.map((client) => EventStreamClient.open(client)));
      const name = crypto.randomUUID();
      for (const client of clients) await client.ok(api.createTag, { body: { name } });
      // Each has received its own event, and no other.
      for (const stream of [own, ...others])
        await eventually(() => expect(stream?.events).toMatchObject([{ data: { name } }]));
      expect(new Set([own, ...others].map((stream) => stream?.events[0]?.id)).size).toBe(clients.length);
      for (const stream of [own, ...others]) await stream?.close();
    });

    it.each(named(chosen.filter(isOfNoRecord)))('%s', async (_id, operation) => {
      const answer = await workspace.live.call(operation, exampleOf(operation, records));
      expect(answer.status).toBe(operation.status);
      const { id } = (answer.body as unknown as { data: { id?: string } }).data;
      // Counts and settings of a user have none.
      if (id === undefined) return;
      const [resource = ''] = operation.id.split('.');
      const { path } = api.splitRoute(operation.route);
      const reads = [`${resource}.list`, `GET ${path}`];
      const list =
        api.operations.find(({ id, route }) => reads.includes(id) || reads.includes(route)) ?? operation;
      for (const client of outsiders()) {
        const seen = await client.call(list, exampleOf(list, records));
        expect(seen.status).toBe(list.status);
        expect(JSON.stringify(seen.body)).not.toContain(id);
      }
    });
  });
});
