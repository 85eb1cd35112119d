// The proxy in front of the product: it records every request, and injects the faults of a scenario. README.md has the rules.
import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { newAuthority } from './certificate.mjs';

const HOST = '127.0.0.1';
/** An address that nobody has (RFC 5737). Only the HTTP proxy knows a way to it: none of the environment is used for this machine. */
const ELSEWHERE = '192.0.2.1';
const wayTo = (host) => host.replace(ELSEWHERE, HOST);
/** A base URL may have a path, which the product does not. */
const PREFIX = '/prefix';
/** Headers that belong to one connection (RFC 9110 7.6.1), and what the proxy itself decides. */
const OWN_HEADERS = new Set([
  ...['connection', 'keep-alive', 'proxy-authorization', 'proxy-connection', 'te', 'trailer'],
  ...['transfer-encoding', 'upgrade', 'expect', 'content-length', 'host'],
]);

function withoutOwn(rawHeaders, others = []) {
  const isKept = (name) => !OWN_HEADERS.has(name) && !others.includes(name);
  return rawHeaders.flatMap((name, index) =>
    index % 2 === 0 && isKept(name.toLowerCase()) ? [name, rawHeaders[index + 1]] : [],
  );
}

/** Kept of a body, for expectations on its text. */
const TEXT_MAX = 256 * 1024;

const listening = (server) =>
  new Promise((done, failed) => {
    server.once('error', failed).listen({ port: 0, host: HOST }, () => done(server.address().port));
  });

async function bytesOf(message) {
  const chunks = [];
  for await (const chunk of message) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Sends a request, with the bytes of its body, and gives the head of the answer. */
function send(target, { method, path, headers, body, agent }) {
  const { hostname, port } = new URL(target);
  return new Promise((done, failed) => {
    const all = [...headers, 'Host', `${hostname}:${port}`];
    if (body.length > 0 || method === 'POST') all.push('Content-Length', String(body.length));
    http.request({ hostname, port, method, path, headers: all, agent }, done).once('error', failed).end(body);
  });
}

/** What the proxy remembers of a scenario; requests of an earlier one keep what was theirs. */
class Recording {
  requests = [];
  connections = [];
  #moments = new Map();
  #rules = [];
  #used = new Map();

  setRules(rules) {
    this.#rules = rules;
    this.#used.clear();
  }

  /** The first rule that fits and is not used up, with its variables as they are now. */
  ruleFor(entry, resolve) {
    for (const rule of this.#rules) {
      const { when: { on, method, path } = {}, skip = 0, times = 1 } = rule;
      const fits =
        (on === undefined || on === entry.on) &&
        (method === undefined || method === entry.method) &&
        (path === undefined || new RegExp(resolve(path), 'u').test(entry.path));
      if (!fits) continue;
      const used = (this.#used.get(rule) ?? 0) + 1;
      this.#used.set(rule, used);
      if (used > skip && (times === 'always' || used <= skip + times))
        return resolve(rule, { request: entry });
    }
    return {};
  }

  moment(name) {
    let found = this.#moments.get(name);
    if (found === undefined) {
      found = { has: false };
      found.come = new Promise((done) => (found.set = done));
      this.#moments.set(name, found);
    }
    return found;
  }

  reach(name) {
    if (name === undefined) return;
    const moment = this.moment(name);
    moment.has = true;
    moment.set();
  }
}

export class FaultProxy {
  /** Addresses by name: those of the product behind the proxy, and those that only refuse. @type {Record<string, string>} */
  urls = {};
  /** Certificate of the authority of `urls.tls`, in PEM. */
  ca = '';
  recording = new Recording();
  #agent = new http.Agent({ keepAlive: true });
  #servers = [];
  #sockets = new Set();
  /** They fill the queue of the black hole. */
  #waiting = [];
  #resolve = (value) => value;

  /** @param {{base_url: string, auth_url: string, files_url: string}} product */
  static async start(product) {
    const proxy = new FaultProxy();
    proxy.product = product;
    const authority = newAuthority('Parley conformance');
    proxy.ca = authority.ca;
    await proxy.#listen('api', product.base_url, http.createServer());
    await proxy.#listen('auth', product.auth_url, http.createServer());
    await proxy.#listen('files', product.files_url, http.createServer());
    await proxy.#listen('foreign', product.base_url, http.createServer());
    await proxy.#listen('tls', product.base_url, https.createServer(authority.server(HOST, ELSEWHERE)));
    await proxy.#listen('bad_tls', product.base_url, https.createServer(newAuthority('Nobody').server(HOST)));
    await proxy.#listenAsProxy();
    proxy.urls.elsewhere = proxy.urls.api.replace(HOST, ELSEWHERE);
    proxy.urls.elsewhere_tls = proxy.urls.tls.replace(HOST, ELSEWHERE);
    // Nobody listens there (tcpmux, RFC 1078).
    proxy.urls.refused = `http://${HOST}:1`;
    await proxy.#openBlackHole();
    return proxy;
  }

  /**
   * Forgets all of the last scenario and closes its connections.
   * @param {(value: any, more?: Record<string, any>) => any} resolve variables, and the request that a rule answers
   */
  begin(resolve) {
    for (const socket of this.#sockets) socket.destroy();
    this.recording = new Recording();
    this.#resolve = resolve;
  }

  async close() {
    for (const socket of [...this.#sockets, ...this.#waiting]) socket.destroy();
    for (const server of this.#servers) server.close();
    this.#agent.destroy();
    await this.blackHole.terminate();
  }

  #track(server, on) {
    this.#servers.push(server);
    server.on(on === 'tls' || on === 'bad_tls' ? 'secureConnection' : 'connection', (socket) => {
      socket.setNoDelay(true);
      socket.on('error', () => undefined);
    });
    server.on('connection', (socket) => {
      const connection = { on, isOpen: true };
      this.recording.connections.push(connection);
      this.#sockets.add(socket);
      socket
        .on('error', () => undefined)
        .once('close', () => {
          connection.isOpen = false;
          this.#sockets.delete(socket);
        });
    });
    server.on('tlsClientError', () => undefined);
  }

  async #listen(on, target, server) {
    this.#track(server, on);
    // As long as the product's own, so that only rules close connections.
    server.keepAliveTimeout = 620_000;
    const handle = (request, response) => {
      this.#handle({ on, target, request, response, resolve: this.#resolve }).catch(() =>
        request.socket.destroy(),
      );
    };
    server.on('request', handle);
    // A rule may answer before the body is sent.
    server.on('checkContinue', handle);
    const port = await listening(server);
    this.urls[on] = `${server instanceof https.Server ? 'https' : 'http'}://${HOST}:${port}`;
  }

  /** Records the request, takes its body unless the rule answers without it, and does what the rule says. */
  async #handle({ on, target, request, response, resolve }) {
    const { recording } = this;
    const entry = this.#record(recording, on, request);
    response.once('close', () => (entry.aborted = !response.writableFinished));
    const rule = recording.ruleFor(entry, resolve);
    entry.rule = rule.do ?? null;
    if (rule.early === true) return this.#answerEarly(rule, request, response);
    if (request.headers.expect !== undefined) response.writeContinue();
    const body = await bytesOf(request);
    this.#keepBody(entry, body);
    const path = entry.path.startsWith(`${PREFIX}/`) ? entry.path.slice(PREFIX.length) : entry.path;
    // Answers are read and changed here, so they come without compression.
    const headers = withoutOwn(request.rawHeaders, ['accept-encoding']);
    const forward = () => send(target, { method: request.method, path, headers, body, agent: this.#agent });
    const reach = () => recording.reach(rule.moment);
    await this.#act(rule, { request, response, forward, reach, target });
    if (rule.moment_after !== undefined) await pause(rule.moment_after);
    reach();
  }

  #record(recording, on, request) {
    const { method, url: path, headers } = request;
    const entry = { on, method, path, headers, at: performance.now() };
    entry.query = Object.fromEntries(new URL(path, 'http://any').searchParams);
    recording.requests.push(entry);
    return entry;
  }

  #keepBody(entry, body) {
    entry.length = body.length;
    if (body.length > TEXT_MAX) return;
    entry.body = body.toString();
    try {
      entry.json = JSON.parse(entry.body);
    } catch {
      // No JSON: then there is none.
    }
  }

  async #act(rule, exchange) {
    const { request, response, forward, reach } = exchange;
    const { socket } = request;
    const reset = () => (socket.resetAndDestroy ?? socket.destroy).call(socket);
    switch (rule.do) {
      case undefined:
        return this.#relay(await forward(), response);
      case 'silence':
        return reach();
      case 'close_before':
        return socket.destroy();
      case 'reset_before':
        return reset();
      case 'reset_after':
        await bytesOf(await forward());
        return reset();
      case 'delay':
        reach();
        // One after the other, if there are several.
        await pause([rule.ms].flat()[this.recording.requests.length % [rule.ms].flat().length]);
        return this.#relay(await forward(), response);
      case 'answer':
        if (rule.forward === true) await bytesOf(await forward());
        return this.#answer(rule, response, reach);
      case 'cut':
        return this.#cut(rule, await forward(), exchange);
      case 'interfere':
        await this.#interfere(rule, exchange);
        return this.#relay(await forward(), response);
      default:
        return this.#spoil(rule, await forward(), exchange);
    }
  }

  /** Faults that need the whole answer. */
  async #spoil(rule, answer, { request, response, reach }) {
    const { socket } = request;
    const { headers, body } = await this.#read(answer);
    const head = (length) => this.#head(answer, headers, length);
    switch (rule.do) {
      case 'wrong_length':
        socket.end(Buffer.concat([head(body.length + 7), body]), () => socket.destroy());
        return;
      case 'drip': {
        const bytes = Buffer.concat([head(body.length), body]);
        let index = rule.part === 'head' ? 1 : bytes.length - body.length + 1;
        socket.write(bytes.subarray(0, index));
        reach();
        for (; index < bytes.length && !socket.destroyed; index += 1) {
          await pause(rule.every_ms);
          socket.write(bytes.subarray(index, index + 1));
        }
        return;
      }
      case 'duplicate':
        // In one piece, so that a client has the second answer when it has the first.
        socket.write(Buffer.concat([head(body.length), body, head(body.length), body]));
        return;
      case 'close_after':
        response.writeHead(answer.statusCode, [...headers, 'Content-Length', String(body.length)]).end(body);
        response.once('finish', () => socket.destroySoon());
        return;
      case 'rewrite': {
        const changed = Buffer.from(rewritten(rule, body));
        const added = Object.entries(rule.headers ?? {}).flat();
        response
          .writeHead(answer.statusCode, [...headers, ...added, 'Content-Length', String(changed.length)])
          .end(changed);
        return;
      }
      default:
        throw new Error(`no fault ${rule.do}`);
    }
  }

  #head({ statusCode, statusMessage }, headers, length) {
    const lines = [`HTTP/1.1 ${statusCode} ${statusMessage}`];
    for (let index = 0; index < headers.length; index += 2)
      lines.push(`${headers[index]}: ${headers[index + 1]}`);
    return Buffer.from(`${[...lines, `Content-Length: ${length}`].join('\r\n')}\r\n\r\n`, 'latin1');
  }

  /** The whole answer, with the addresses of the product replaced by those of the proxy. */
  async #read(answer) {
    const body = await bytesOf(answer);
    const headers = withoutOwn(answer.rawHeaders).map((text) => this.#ours(text));
    const isJson = answer.headers['content-type']?.startsWith('application/json') === true;
    return { headers, body: isJson ? Buffer.from(this.#ours(body.toString())) : body };
  }

  #ours(text) {
    const { base_url: api, auth_url: auth, files_url: files } = this.product;
    const { urls } = this;
    return text.replaceAll(api, urls.api).replaceAll(auth, urls.auth).replaceAll(files, urls.files);
  }

  async #relay(answer, response) {
    const headers = withoutOwn(answer.rawHeaders);
    if (answer.headers['content-type']?.startsWith('application/json') === true) {
      const read = await this.#read(answer);
      response
        .writeHead(answer.statusCode, [...read.headers, 'Content-Length', String(read.body.length)])
        .end(read.body);
      return;
    }
    const length = answer.headers['content-length'];
    response.writeHead(
      answer.statusCode,
      length === undefined ? headers : [...headers, 'Content-Length', length],
    );
    response.flushHeaders();
    response.once('close', () => answer.destroy());
    answer.on('error', () => response.destroy()).pipe(response);
  }

  /** Sends the first part of an answer, of a stream the first events, and closes the connection. */
  async #cut(rule, answer, { request, reach }) {
    const { socket } = request;
    const isStream = rule.after_events !== undefined;
    const length = answer.headers['content-length'];
    if (isStream)
      socket.write(
        this.#head(answer, withoutOwn(answer.rawHeaders), '').toString().replace('Content-Length: \r\n', ''),
      );
    else socket.write(this.#head(answer, withoutOwn(answer.rawHeaders), length));
    let [left, events] = [rule.after_bytes ?? Infinity, 0];
    let text = '';
    for await (const chunk of answer) {
      if (socket.destroyed) break;
      if (!isStream) {
        socket.write(chunk.subarray(0, left));
        left -= chunk.length;
        if (left <= 0) break;
        continue;
      }
      text += chunk.toString('latin1');
      for (
        let end;
        events < rule.after_events && (end = text.indexOf('\n\n')) >= 0;
        text = text.slice(end + 2)
      ) {
        const event = text.slice(0, end + 2);
        if (event.includes('data:')) events += 1;
        socket.write(event, 'latin1');
      }
      if (events >= rule.after_events) break;
    }
    reach();
    socket.end(() => socket.destroy());
  }

  async #answer(rule, response, reach) {
    const { status = 200, headers = {}, body, chunks } = rule;
    const isJson = body !== undefined && typeof body !== 'string';
    const type = isJson ? { 'content-type': 'application/json' } : {};
    const text = isJson ? JSON.stringify(body) : (body ?? '');
    if (chunks === undefined) {
      const length = status === 204 || status === 304 ? {} : { 'content-length': Buffer.byteLength(text) };
      response.writeHead(status, { ...type, ...headers, ...length }).end(text);
      return;
    }
    response.writeHead(status, headers);
    response.flushHeaders();
    for (const chunk of chunks) {
      if (response.destroyed) return;
      response.write(chunk);
      await pause(rule.pause_ms ?? 1);
    }
    reach();
    if (rule.then === 'close') response.socket.end();
    else if (rule.then !== 'silence') response.end();
  }

  /** As a server does that refuses a request by its head: the rest of the body is received for a while, and dropped. */
  async #answerEarly(rule, request, response) {
    response.shouldKeepAlive = false;
    await this.#answer(rule, response, () => undefined);
    request.on('error', () => undefined).resume();
    await pause(1000);
    request.socket.destroy();
  }

  /** Somebody else's change, with the same credential, before the request is forwarded. */
  async #interfere({ request: { method, path, body } }, { request, target }) {
    const { authorization } = request.headers;
    const headers = ['Authorization', authorization, 'Content-Type', 'application/json'];
    const answer = await send(target, {
      method,
      path,
      headers,
      body: Buffer.from(JSON.stringify(body)),
      agent: this.#agent,
    });
    const text = await bytesOf(answer);
    if (answer.statusCode >= 300)
      throw new Error(`the interfering request got ${answer.statusCode}: ${text}`);
  }

  /** An HTTP proxy (RFC 9110 9.3.6): it forwards what names a whole URL, and opens tunnels. */
  async #listenAsProxy() {
    const server = http.createServer((request, response) => {
      this.#record(this.recording, 'proxy', request);
      const { host, pathname, search } = new URL(request.url);
      const headers = withoutOwn(request.rawHeaders);
      bytesOf(request)
        .then((body) =>
          send(`http://${wayTo(host)}`, { method: request.method, path: pathname + search, headers, body }),
        )
        .then((answer) => this.#relay(answer, response))
        .catch(() => request.socket.destroy());
    });
    server.on('connect', (request, socket) => {
      const { method, url: path, headers } = request;
      this.recording.requests.push({ on: 'proxy', method, path, headers, at: performance.now() });
      const [host, port] = request.url.split(':');
      const upstream = net.connect(Number(port), wayTo(host), () => {
        socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
        upstream.pipe(socket).pipe(upstream);
      });
      upstream.on('error', () => socket.destroy());
      socket.on('error', () => upstream.destroy());
    });
    this.#track(server, 'proxy');
    const port = await listening(server);
    this.urls.proxy = `http://${HOST}:${port}`;
    this.urls.proxy_with_user = `http://user:secret@${HOST}:${port}`;
  }

  /** A port that answers no SYN: its queue is full, because the thread that listens sleeps. */
  async #openBlackHole() {
    const code = `
      const server = require('node:net').createServer();
      server.listen({ port: 0, host: '${HOST}', backlog: 1 }, () => {
        require('node:worker_threads').parentPort.postMessage(server.address().port);
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
      });`;
    this.blackHole = new Worker(code, { eval: true });
    const port = await new Promise((done) => this.blackHole.once('message', done));
    this.urls.black_hole = `http://${HOST}:${port}`;
    for (let isOpen = true; isOpen;) {
      const socket = net.connect(port, HOST).on('error', () => undefined);
      this.#waiting.push(socket);
      isOpen = await Promise.race([
        new Promise((done) => socket.once('connect', () => done(true))),
        pause(300, false),
      ]);
    }
  }
}

/** The JSON of an answer with values set, removed, and put before the items of a list. */
function rewritten({ set = {}, remove = [], prepend = {} }, body) {
  if (body.length === 0) return body;
  const json = JSON.parse(body.toString());
  const parentOf = (path) => {
    const names = path.split('.');
    const last = names.pop();
    return [names.reduce((value, name) => value[name], json), last];
  };
  for (const [path, value] of Object.entries(set)) {
    const [parent, last] = parentOf(path);
    parent[last] = value;
  }
  for (const path of remove) {
    const [parent, last] = parentOf(path);
    delete parent[last];
  }
  for (const [path, value] of Object.entries(prepend)) {
    const [parent, last] = parentOf(path);
    parent[last].unshift(value);
  }
  return JSON.stringify(json);
}
