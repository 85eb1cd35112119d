// Connections over node:http and node:https: kept and used again, through a proxy where there is one.
import type { Agent, ClientRequest, RequestOptions } from 'node:http';
import type { Duplex } from 'node:stream';
import { isLoopback, type ConnectionOptions } from './connection.ts';
import { ConfigurationError, ConnectionError } from './errors.ts';
import { environment, requiredBuiltin } from './runtime.ts';

/** The server keeps idle connections longer (620 s), but networks between may not. */
const IDLE_MS = 60_000;

type Callback = (error: Error | null, socket?: Duplex) => void;

/** How requests to an origin are sent. */
interface Route {
  agent: Agent;
  /** The address of the server, or of the proxy that gets its requests */
  address: { host: string; port: number };
  proxy: URL | undefined;
}

export class Pool {
  readonly #routes = new Map<string, Route>();
  readonly #options: ConnectionOptions;
  readonly #environment = environment();
  #usedAt = Date.now();

  constructor(options: ConnectionOptions) {
    this.#options = options;
    if (options.proxy !== undefined) proxyUrl(options.proxy);
  }

  /** A request that is not sent yet, and the proxy that it goes through. */
  request(
    url: URL,
    method: string,
    headers: Record<string, string>,
  ): { request: ClientRequest; proxy: URL | undefined } {
    const { agent, address, proxy } = this.#routeOf(url);
    this.#closeStale();
    if (proxy === undefined || url.protocol === 'https:') {
      const { host, port } = address;
      const path = url.pathname + url.search;
      return { request: schemeOf(url).request({ host, port, path, method, headers, agent }), proxy };
    }
    // RFC 9112, section 3.2.2: a proxy gets the whole URL. Its credentials are for it alone.
    const forProxy = { ...headers, host: url.host, ...proxyAuthorization(proxy) };
    const options = { ...address, path: url.href, method, headers: forProxy, agent };
    return { request: schemeOf(proxy).request(options), proxy };
  }

  /** Closes the connections that are not in use. */
  closeIdle(): void {
    for (const { agent } of this.#routes.values())
      for (const sockets of Object.values(agent.freeSockets))
        for (const socket of sockets ?? []) socket.destroy();
  }

  close(): void {
    for (const { agent } of this.#routes.values()) agent.destroy();
  }

  /** Timers do not run while a process is suspended: connections from before are closed here, by the clock of the system. */
  #closeStale(): void {
    const now = Date.now();
    if (now - this.#usedAt > IDLE_MS) this.closeIdle();
    this.#usedAt = now;
  }

  #routeOf(url: URL): Route {
    const origin = `${url.protocol}//${url.host}`;
    const known = this.#routes.get(origin);
    if (known !== undefined) return known;
    const proxy = proxyOf(url, this.#options.proxy, this.#environment);
    const isForwarded = proxy !== undefined && url.protocol === 'http:';
    const address = addressOf(isForwarded ? proxy : url);
    const route = { proxy, address, agent: this.#newAgent(url, proxy) };
    this.#routes.set(origin, route);
    return route;
  }

  #newAgent(url: URL, proxy: URL | undefined): Agent {
    const { maxIdleConnections: maxFreeSockets = 20, ca } = this.#options;
    const options = { keepAlive: true, scheduling: 'lifo', maxFreeSockets, timeout: IDLE_MS } as const;
    const isTunnel = url.protocol === 'https:' && proxy !== undefined;
    if (!isTunnel && (proxy ?? url).protocol === 'http:')
      return new (requiredBuiltin('node:http').Agent)(options);
    const { Agent: TlsAgent } = requiredBuiltin('node:https');
    const agent = new TlsAgent({ ...options, rejectUnauthorized: true, minVersion: 'TLSv1.2', ...trust(ca) });
    if (isTunnel)
      Object.assign(agent, {
        createConnection: (target: RequestOptions, callback: Callback) =>
          this.#tunnel(proxy, target, callback),
      });
    return agent;
  }

  /** Asks the proxy for a connection to the target (RFC 9110, section 9.3.6), and speaks TLS with the target through it. */
  #tunnel(proxy: URL, target: RequestOptions, callback: Callback): void {
    const authority = `${target.host?.includes(':') ? `[${target.host}]` : target.host}:${target.port}`;
    const request = schemeOf(proxy).request({
      ...addressOf(proxy),
      method: 'CONNECT',
      path: authority,
      headers: { host: authority, ...proxyAuthorization(proxy) },
      agent: false,
      timeout: (this.#options.connectTimeout ?? 5000) * (this.#options.timeScale ?? 1),
    });
    request.once('timeout', () => request.destroy(new Error('The proxy does not answer')));
    request.once('error', callback);
    request.once('connect', ({ statusCode = 0 }, socket) => {
      if (statusCode !== 200) {
        socket.destroy();
        const isRetryable = statusCode >= 500;
        callback(
          new ConnectionError(`The proxy ${proxy.host} has answered ${statusCode}`, {
            isSent: false,
            isRetryable,
          }),
        );
        return;
      }
      const secure = requiredBuiltin('node:tls').connect({ ...(target as object), socket });
      secure.once('error', callback);
      secure.once('secureConnect', () => {
        secure.off('error', callback);
        callback(null, secure);
      });
    });
    request.end();
  }
}

const schemeOf = ({ protocol }: URL) =>
  protocol === 'https:' ? requiredBuiltin('node:https') : requiredBuiltin('node:http');

const addressOf = ({ hostname, port, protocol }: URL) => ({
  host: hostname.replace(/^\[|\]$/g, ''),
  port: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port),
});

function proxyAuthorization({ username, password }: URL): Record<string, string> {
  if (username === '') return {};
  const text = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(text).toString('base64')}` };
}

/** `ca` of Node.js replaces the certificates that it trusts; here it adds to them. */
function trust(ca: ConnectionOptions['ca']): object {
  if (ca === undefined) return {};
  const tls = requiredBuiltin('node:tls') as typeof import('node:tls') & {
    getCACertificates?: () => string[];
  };
  const own = [ca].flat().map((one) => (typeof one === 'string' ? one : Buffer.from(one)));
  const known = tls.getCACertificates?.() ?? tls.rootCertificates;
  // Made once: it takes milliseconds to read them all.
  return { secureContext: tls.createSecureContext({ ca: [...known, ...own], minVersion: 'TLSv1.2' }) };
}

/** The proxy of a URL: that of the options, or of the environment variables that most programs know. */
export function proxyOf(
  url: URL,
  option: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): URL | undefined {
  if (option !== undefined) return proxyUrl(option);
  // A proxy elsewhere would get the credential in plain text, for its own machine.
  if (isLoopback(url)) return undefined;
  const isTls = url.protocol === 'https:';
  // Under CGI, HTTP_PROXY is the header `Proxy` of a request, which anybody can send (CVE-2016-5385).
  const upper =
    !isTls && env.REQUEST_METHOD !== undefined ? undefined : env[isTls ? 'HTTPS_PROXY' : 'HTTP_PROXY'];
  const value = env[isTls ? 'https_proxy' : 'http_proxy'] ?? upper;
  if (value === undefined || value === '') return undefined;
  return isExcluded(url, env.no_proxy ?? env.NO_PROXY ?? '') ? undefined : proxyUrl(value);
}

/** Whether NO_PROXY names the host: `*`, a host, a domain with its hosts, each with a port or without. */
function isExcluded({ hostname, port, protocol }: URL, noProxy: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  const portNumber = port === '' ? (protocol === 'https:' ? '443' : '80') : port;
  return noProxy
    .toLowerCase()
    .split(/[\s,]+/)
    .some((entry) => {
      if (entry === '*') return true;
      const [, name = '', ofPort = portNumber] =
        /^\[?(.*?)\]?(?::(\d+))?$/.exec(entry.replace(/^\*?\./, '')) ?? [];
      const isNamed = name !== '' && (host === name || host.endsWith(`.${name}`));
      return (isNamed && ofPort === portNumber) || entry === host;
    });
}

function proxyUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url;
  // The text may have a password.
  throw new ConfigurationError('The proxy must be a URL that begins with http:// or https://');
}
