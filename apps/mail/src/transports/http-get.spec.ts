import { describe, expect, it } from '@jest/globals';
import { httpGet, type HttpGet } from './http-get.ts';
import { textOf } from '@parley/egress';
import { ScriptedHttpServer, type HttpAct } from './scripted-http-server.fixture.ts';
import { closing, guard } from './smtp/smtp.fixture.ts';

async function newServer(act: HttpAct) {
  const server = closing(await ScriptedHttpServer.start(() => act));
  const get = (options: Partial<HttpGet> = {}) =>
    httpGet({ guard, url: `${server.url}/one?two=3`, headers: { prefer: 'x' }, ...options });
  return { server, get };
}

describe('a GET request', () => {
  it('has the answer with its body as it comes', async () => {
    const { server, get } = await newServer({ status: 200, body: 'Hello', headers: { 'retry-after': '7' } });
    const response = await get();
    expect(response).toMatchObject({ status: 200, retryAfterMs: 7_000, date: expect.any(Date) });
    expect(await textOf(response.body, 100)).toBe('Hello');
    expect(server.requests).toMatchObject([{ path: '/one?two=3', headers: { prefer: 'x' } }]);
    const sized = await newServer({ status: 404, body: 'Hello', headers: { 'content-length': '5' } });
    const other = await sized.get();
    expect(other).toMatchObject({ status: 404, size: 5, retryAfterMs: null });
    expect(await textOf(other.body, 2)).toBe('He');
  });

  it('follows no redirect', async () => {
    const { server, get } = await newServer({ status: 302, headers: { location: 'http://127.0.0.1/' } });
    const response = await get();
    expect(response.status).toBe(302);
    response.close();
    expect(server.requests).toHaveLength(1);
  });

  it.each<[HttpAct, string]>([
    ['drop', 'connection_lost'],
    ['silence', 'timeout'],
  ])('that is answered with %j fails with %s', async (act, code) => {
    const { get } = await newServer(act);
    await expect(get({ silenceMs: 200 })).rejects.toMatchObject({ code });
  });

  it('fails when its body breaks off, with a length or without', async () => {
    for (const [name, value] of [
      ['content-length', '10'],
      ['transfer-encoding', 'chunked'],
    ] as const) {
      const headers = { [name]: value };
      const { get } = await newServer({ status: 200, body: '0123456789', headers, cutAfter: 5 });
      await expect(textOf((await get()).body, 100)).rejects.toMatchObject({ code: 'connection_lost' });
    }
  });

  it('ends with its signal, and leads to allowed hosts alone', async () => {
    const { get } = await newServer('silence');
    const abort = new AbortController();
    const asked = get({ signals: [abort.signal] });
    abort.abort();
    await expect(asked).rejects.toMatchObject({ code: 'cancelled' });
    await expect(get({ url: 'http://10.0.0.1/' })).rejects.toMatchObject({ code: 'target_not_allowed' });
  });
});
