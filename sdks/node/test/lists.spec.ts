import { afterEach, describe, expect, it } from '@jest/globals';
import { ConfigurationError, PaginationError, responseOf } from '../src/index.ts';
import { collect, errorOf, failure, page, TestServer } from './server.harness.ts';

let server: TestServer;
afterEach(() => server.stop());

const parameters = () => server.seen.map(({ url }) => Object.fromEntries(url.searchParams));

describe('a list', () => {
  it('is read page by page, when its records are used, with its filters', async () => {
    server = await TestServer.start(page([{ id: 1 }, { id: 2 }], 'c1'), page([{ id: 3 }], null));
    const list = server.client().tickets.list({ status: ['open'] });
    const iterator = list[Symbol.asyncIterator]();
    expect(server.seen).toHaveLength(0);
    await iterator.next();
    await iterator.next();
    expect(server.seen).toHaveLength(1);
    expect(await iterator.next()).toEqual({ done: false, value: { id: 3 } });
    expect(await iterator.next()).toMatchObject({ done: true });
    expect(parameters()).toEqual([
      { status: 'open', per_page: '100' },
      { status: 'open', per_page: '100', cursor: 'c1' },
    ]);
  });

  it('that is awaited is one page, as it was asked for, which leads to the others', async () => {
    server = await TestServer.start(
      page([{ id: 1 }], 'c1'),
      page([{ id: 2 }], 'c2'),
      page([{ id: 3 }], null),
    );
    const list = server.client().tickets.list({ page: 2, per_page: 1 });
    const [first, again] = await Promise.all([list, list]);
    expect(again).toBe(first);
    expect(first.data).toEqual([{ id: 1 }]);
    expect(responseOf(first).status).toBe(200);
    expect(await collect(first)).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
    expect(parameters()).toEqual([
      { page: '2', per_page: '1' },
      { per_page: '1', cursor: 'c1' },
      { per_page: '1', cursor: 'c2' },
    ]);
  });

  it('sends nothing more when it is left', async () => {
    server = await TestServer.start(page([{ id: 1 }, { id: 2 }], 'c1'));
    expect(await collect(server.client().tickets.list(), 2)).toHaveLength(2);
    expect(await server.client().tickets.list().toArray({ limit: 2 })).toHaveLength(2);
    expect(server.seen).toHaveLength(2);
  });

  it('ends with an error if a cursor comes twice, or nothing but empty pages', async () => {
    server = await TestServer.start(page([{ id: 1 }], 'c1'));
    expect(await errorOf(collect(server.client().tickets.list()))).toMatchObject({
      name: 'PaginationError',
      cursor: 'c1',
    });
    expect(server.seen).toHaveLength(2);
    let count = 0;
    server.answer((seen, response) => page([], `e${(count += 1)}`)(seen, response));
    expect(await errorOf(collect(server.client().tickets.list()))).toBeInstanceOf(PaginationError);
    expect(count).toBe(1001);
  });

  it('has in its error the cursor of the page that failed', async () => {
    server = await TestServer.start(page([{ id: 1 }], 'c1'), failure(403, 'forbidden'));
    expect(await errorOf(collect(server.client().tickets.list()))).toMatchObject({
      status: 403,
      cursor: 'c1',
    });
  });

  it('becomes an array only with a limit', async () => {
    server = await TestServer.start(page([{ id: 1 }], null));
    for (const options of [undefined, {}, { limit: 0 }, { limit: 10_001 }])
      expect(
        await errorOf(
          server
            .client()
            .tickets.list()
            .toArray(options as { limit: number }),
        ),
      ).toBeInstanceOf(ConfigurationError);
    expect(await server.client().tickets.list().toArray({ limit: 10_000 })).toEqual([{ id: 1 }]);
  });
});

describe('the changes of a list', () => {
  const ticket = (id: string, second: number) => ({
    id,
    updated_at: new Date(Date.UTC(2026, 0, 1) + second * 1000).toISOString(),
  });

  it('come once, and continue behind what was used', async () => {
    server = await TestServer.start(
      page([ticket('a', 0), ticket('b', 1)], 'c1'),
      page([ticket('c', 2)], null, 'r1'),
      page([ticket('b', 1), ticket('c', 2), ticket('a', 300)], null, 'r2'),
    );
    const changes = server.client().tickets.changes({ since: new Date(0), status: ['open'] });
    expect(changes.resumeCursor).toBeUndefined();
    const ids = [];
    for await (const { id } of changes) ids.push([id, changes.resumeCursor]);
    expect(ids).toEqual([
      ['a', undefined],
      ['b', undefined],
      ['c', 'c1'],
    ]);
    expect(changes.resumeCursor).toBe('r1');
    expect(await collect(changes)).toEqual([ticket('a', 300)]);
    expect(changes.resumeCursor).toBe('r2');
    const common = {
      status: 'open',
      sort: 'updated_at',
      order: 'asc',
      updated_after: '1970-01-01T00:00:00.000Z',
      per_page: '100',
    };
    expect(parameters()).toEqual([common, { ...common, cursor: 'c1' }, { ...common, cursor: 'r1' }]);
  });

  it('of the event log are in the order of logging', async () => {
    server = await TestServer.start(
      page([{ id: 'evt_1', timestamp: '2026-01-01T00:00:00.000Z' }], null, 'r1'),
    );
    expect(await collect(server.client().events.changes({ cursor: 'r0' }))).toHaveLength(1);
    expect(parameters()).toEqual([{ sort: 'logged_at', order: 'asc', cursor: 'r0', per_page: '100' }]);
    expect(() => server.client().events.changes({ cursor: 'r0', since: '2026-01-01' })).toThrow(
      ConfigurationError,
    );
  });
});
