import { afterEach, describe, expect, it } from '@jest/globals';
import { inspect } from 'node:util';
import { proxyOf } from '../src/core/pool.ts';
import { ConfigurationError, Parley, type ParleyOptions } from '../src/index.ts';
import { data, TestServer } from './server.harness.ts';

const KEY = 'sk_live_0123456789abcdefSECRET1234';
const make = (options: ParleyOptions) => () =>
  new Parley({ baseUrl: 'https://api.example.com', apiKey: KEY, ...options });

describe('a client', () => {
  it('is refused where it would leak its key or cannot work, without the key in the text', () => {
    const wrong: ParleyOptions[] = [
      { baseUrl: 'http://api.example.com' },
      { baseUrl: 'https://user:hunter2@api.example.com' },
      { baseUrl: 'api.example.com' },
      { baseUrl: 'https://api.example.com?x=1' },
      { apiKey: `${KEY}\n` },
      { apiKey: ` ${KEY}` },
      { apiKey: '' },
      { expectMode: 'test' },
      { maxRetries: -1 },
      { timeout: 0 },
      { proxy: 'user:hunter2@proxy' },
      { retries: 5 } as ParleyOptions,
      { auth: { token: () => 'at_1' } },
    ];
    for (const options of wrong) {
      expect(make(options)).toThrow(ConfigurationError);
      expect(make(options)).not.toThrow(/SECRET|hunter2/);
    }
    expect(make({ baseUrl: 'http://api.example.com', allowInsecure: true })).not.toThrow();
    expect(make({ baseUrl: 'http://[::1]:3000' })).not.toThrow();
  });

  it('shows enough of its key, and no more', () => {
    const parley = make({ proxy: 'http://user:hunter2@localhost:1' })();
    for (const text of [inspect(parley, { depth: 9, showHidden: true }), JSON.stringify(parley)]) {
      expect(text).toContain('sk_live_…1234');
      expect(text).not.toMatch(/SECRET|hunter2/);
    }
  });

  it('that another is made from shares its connections, and has the options of its own', async () => {
    const server = await TestServer.start(data({ id: 'user_1' }));
    try {
      const parley = server.client();
      const other = parley.with({ apiKey: 'sk_test_another_0123456789' });
      await parley.me();
      await other.me();
      const [first, second] = server.seen;
      expect(first?.socket).toBe(second?.socket);
      expect(second?.headers.authorization).toBe('Bearer sk_test_another_0123456789');
      expect(() => parley.with({ proxy: 'http://localhost:1' } as object)).toThrow(ConfigurationError);
      parley.close();
    } finally {
      await server.stop();
    }
  });
});

describe('the environment', () => {
  afterEach(() => {
    delete process.env.PARLEY_BASE_URL;
    delete process.env.PARLEY_API_KEY;
  });

  it('has the address and the key', () => {
    process.env.PARLEY_BASE_URL = 'https://api.example.com/parley/';
    process.env.PARLEY_API_KEY = KEY;
    expect(new Parley().baseUrl).toBe('https://api.example.com/parley');
  });
});

describe('the proxy of a URL', () => {
  const http = new URL('http://api.example.com/');
  const https = new URL('https://api.example.com:8443/');
  const host = (url: URL, env: Record<string, string>, option?: string) => proxyOf(url, option, env)?.host;

  it('is that of the option, else of the environment', () => {
    expect(host(http, { http_proxy: 'http://a:1' }, 'http://b:2')).toBe('b:2');
    expect(host(http, { http_proxy: 'http://a:1', HTTP_PROXY: 'http://b:2' })).toBe('a:1');
    expect(host(http, { HTTPS_PROXY: 'http://a:1' })).toBeUndefined();
    expect(host(https, { HTTPS_PROXY: 'http://a:1' })).toBe('a:1');
    expect(host(http, { HTTP_PROXY: 'http://a:1', REQUEST_METHOD: 'GET' })).toBeUndefined();
  });

  it('is none for hosts of NO_PROXY', () => {
    const env = (no: string) => ({ https_proxy: 'http://a:1', http_proxy: 'http://a:1', NO_PROXY: no });
    for (const no of [
      '*',
      'example.com',
      '.example.com',
      '*.example.com',
      'x,api.example.com:8443',
      'API.example.com',
    ])
      expect(host(https, env(no))).toBeUndefined();
    for (const no of ['', 'ample.com', 'api.example.com:443', 'www.example.com'])
      expect(host(https, env(no))).toBe('a:1');
    const ip = new URL('http://[2001:db8::1]:3000/');
    for (const no of ['2001:db8::1', '[2001:db8::1]', '[2001:db8::1]:3000'])
      expect(host(ip, env(no))).toBeUndefined();
    for (const no of ['2001:db8::2', '[2001:db8::1]:3001']) expect(host(ip, env(no))).toBe('a:1');
  });

  it('is none for this machine, unless the option says so', () => {
    const env = { https_proxy: 'http://a:1', http_proxy: 'http://a:1' };
    for (const name of ['localhost', 'api.localhost', '127.0.0.1', '127.8.9.1', '127.1', '[::1]']) {
      expect(host(new URL(`http://${name}:3000/`), env)).toBeUndefined();
      expect(host(new URL(`https://${name}:3000/`), env)).toBeUndefined();
      expect(host(new URL(`http://${name}:3000/`), env, 'http://b:2')).toBe('b:2');
    }
    for (const name of ['localhost.example.com', '127.0.0.1.example.com', '128.0.0.1'])
      expect(host(new URL(`http://${name}:3000/`), env)).toBe('a:1');
  });
});
