// The control port: runners ask it for steps and report outcomes. README.md has the protocol.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { currentModel } from '../generator/main.mjs';
import { Product, operatorOf, REDIRECT_URI } from './product.mjs';
import { FaultProxy } from './proxy.mjs';
import { Session } from './session.mjs';

/** All methods of the model by full name. */
function methodsIn(resource, found = new Map()) {
  for (const method of resource.methods) found.set([...resource.path, method.name].join('.'), method);
  for (const child of resource.children) methodsIn(child, found);
  return found;
}

/** @returns {Promise<{defaults: any, fixtures: any, scenarios: any[]}>} */
export const readScenarios = async () =>
  JSON.parse(await readFile(join(import.meta.dirname, 'scenarios.json'), 'utf8'));

export class Control {
  /** By id of scenario: what was wrong, nothing if it passed. @type {Map<string, string[]>} */
  verdicts = new Map();
  /** When a runner last asked, by `Date.now()`. */
  lastAsked = Date.now();
  #fixtures = new Map();
  #steps;
  #session;

  /**
   * @param {{dataDir: string, credentials?: Record<string, string>}} of the data folder of a running standalone, and of a workspace in it
   *   that nobody else uses; without, one is created
   */
  static async start({ dataDir, credentials }) {
    const control = new Control();
    const operate = operatorOf(dataDir);
    credentials ??= await operate('workspace:create', {
      name: 'Conformance',
      plan: 'unlimited',
      email: 'admin@example.com',
    });
    control.product = new Product(credentials, operate);
    control.proxy = await FaultProxy.start(credentials);
    control.folder = await mkdtemp(join(tmpdir(), 'parley-conformance-'));
    const { defaults, fixtures, scenarios } = await readScenarios();
    const { model } = await currentModel();
    Object.assign(control, { defaults, fixtures, methods: methodsIn(model.root) });
    control.scenarios = new Map(scenarios.map((one) => [one.id, one]));
    control.types = new Map(model.types.map((one) => [one.name, one]));
    await writeFile(join(control.folder, 'ca.pem'), control.proxy.ca);
    control.variables = control.#variables(model);
    control.server = http.createServer((request, response) => {
      control.#answer(request, response).catch((error) => response.writeHead(500).end(`${error.stack}`));
    });
    await new Promise((done) => control.server.listen({ port: 0, host: '127.0.0.1' }, done));
    control.url = `http://127.0.0.1:${control.server.address().port}`;
    return control;
  }

  #variables(model) {
    const { credentials } = this.product;
    const { live_key: live } = credentials;
    return {
      urls: this.proxy.urls,
      // The middle is what no log may show: prefix and last four characters it may.
      keys: { live, live_middle: live.slice(12, -4) },
      workspace: credentials,
      redirect_uri: REDIRECT_URI,
      folder: this.folder,
      ca: join(this.folder, 'ca.pem'),
      methods: [...this.methods.keys()],
      error_codes: model.errorCodes,
    };
  }

  async close() {
    this.server.close();
    this.server.closeAllConnections();
    await this.proxy.close();
    await rm(this.folder, { recursive: true });
  }

  /** Variables of a fixture, which is made once for all scenarios that need it. */
  fixture(name, session) {
    if (!this.#fixtures.has(name)) this.#fixtures.set(name, this.#make(name, session));
    return this.#fixtures.get(name);
  }

  async #make(name, session) {
    const before = new Set(Object.keys(session.variables));
    for (const step of this.fixtures[name]) await session.own(step);
    return Object.fromEntries(Object.entries(session.variables).filter(([key]) => !before.has(key)));
  }

  async #answer(request, response) {
    this.lastAsked = Date.now();
    const { pathname, searchParams } = new URL(request.url, this.url);
    if (pathname.startsWith('/moments/'))
      return this.#moment(pathname.slice('/moments/'.length), searchParams, response);
    const body = JSON.parse(Buffer.concat(await request.toArray()).toString());
    const answer = pathname === '/start' ? await this.#start(body) : await this.#next(body);
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    this.lastAsked = Date.now();
  }

  async #moment(name, query, response) {
    const moment = this.proxy.recording.moment(name);
    if (query.has('now')) return response.writeHead(moment.has ? 204 : 404).end();
    await moment.come;
    response.writeHead(204).end();
  }

  async #start({ scenario: id, language, pid }) {
    const scenario = this.scenarios.get(id);
    if (scenario === undefined) throw new Error(`no scenario ${id}`);
    this.#session = new Session({ scenario, suite: this, language, pid });
    this.#steps = this.#session.run();
    return { title: scenario.title, ...(await this.#next()) };
  }

  async #next(outcome) {
    const { done, value: step } = await this.#steps.next(outcome);
    if (!done) return { step };
    const { problems, scenario } = this.#session;
    this.verdicts.set(scenario.id, problems);
    return { verdict: { ok: problems.length === 0, problems } };
  }
}
