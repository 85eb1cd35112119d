// The runner of the conformance suite (../../conformance/README.md): does the steps of scenarios with this library.
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { register } from 'node:module';
import { inspect } from 'node:util';

// The sources are TypeScript, and are loaded as they are, without a build.
register('../../../test/setup/jest/hooks.mjs', import.meta.url);
const { Parley } = await import('../src/index.ts');
const { FileTokenStore, MemoryTokenStore, OAuth } = await import('../src/oauth.ts');
const { isKnown, sign, verify } = await import('../src/webhooks.ts');
const { errorOf, fileOf, optionsOf, resultOf } = await import('./values.mjs');

class Scenario {
  objects = new Map();
  /** What clients and objects of OAuth were made from, to make them again in another process. */
  recipes = [];
  logs = [];
  environment = { ...process.env };

  /** A value of an argument. */
  async value(given) {
    if (Array.isArray(given)) return Promise.all(given.map((one) => this.value(one)));
    if (typeof given !== 'object' || given === null) return given;
    const entries = Object.entries(given);
    const [[key, of] = []] = entries;
    if (entries.length !== 1 || !key.startsWith('$')) {
      const values = entries.map(async ([name, one]) => [name, await this.value(one)]);
      return Object.fromEntries(await Promise.all(values));
    }
    const [name, ...path] = key === '$ref' ? of.split('.') : [];
    return {
      $ref: () => path.reduce((inner, one) => inner[one], this.objects.get(name)),
      $omit: () => undefined,
      $time: () => new Date(of),
      $bytes: () => Buffer.from(of, 'base64'),
      $file: () => fileOf(of),
    }[key]();
  }

  async options(given) {
    const options = optionsOf(await this.value(given));
    if (options.ca !== undefined) options.ca = readFileSync(options.ca, 'utf8');
    const line = (level) => (text, fields) =>
      this.logs.push(`${level} ${text} ${inspect(fields, { depth: 9 })}`);
    if (options.logger === true) options.logger = { debug: line('debug'), warn: line('warn') };
    if (options.auth !== undefined) options.auth = await this.provider(options.auth);
    return options;
  }

  async provider({ oauth, token, store, path }) {
    const tokens = store === 'file' ? new FileTokenStore(path) : new MemoryTokenStore(token);
    if (store === 'file' && token !== undefined) await tokens.save(await tokens.load(), token);
    return this.objects.get(oauth).tokenProvider(tokens);
  }

  async outcome(step) {
    let outcome;
    try {
      outcome = await this[`do_${step.do}`](step);
    } catch (error) {
      if (step.as !== undefined) this.objects.set(step.as, error);
      outcome = { error: errorOf(error) };
    }
    return this.logs.length > 0 ? { ...outcome, logs: this.logs.splice(0) } : outcome;
  }

  async outcomes(steps) {
    const outcomes = [];
    for (const step of steps) outcomes.push(await this.outcome(step));
    return outcomes;
  }

  async do_new(step) {
    for (const [name, value] of Object.entries(step.env ?? {})) {
      if (value === null) delete process.env[name];
      else process.env[name] = value;
    }
    const options = await this.options(step.options);
    const type = step.type === 'oauth' ? OAuth : Parley;
    this.objects.set(step.as, step.from ? this.objects.get(step.from).with(options) : new type(options));
    this.recipes.push(step);
    return {};
  }

  /** @returns a function that calls the method, with a function in place of its parameters if one is given */
  async method({ on = 'main', method, positional = [], args, options, takes_args: takesArgs }, signal) {
    const object = this.objects.get(on);
    const path = method.split('.');
    const name = path.pop();
    const target = path.reduce((inner, one) => inner[one], object);
    const ids = await this.value(positional);
    const given = await this.value(args ?? {});
    if (object instanceof OAuth) return () => target[name](...ids, ...(args === undefined ? [] : [given]));
    const callOptions = { ...(await this.options(options)), signal };
    return (change = given) => target[name](...ids, ...(takesArgs === false ? [] : [change]), callOptions);
  }

  do_call(step) {
    return cancellable(step, async (signal) => {
      const call = await this.method(step, signal);
      const result = await call();
      if (step.as !== undefined) this.objects.set(step.as, result);
      return resultOf(result);
    });
  }

  async do_edit(step) {
    let calls = 0;
    const call = await this.method(step);
    const edited = call(() => ((calls += 1), step.changes));
    return { ...(await edited.then(resultOf, (error) => ({ error: errorOf(error) }))), calls };
  }

  async do_iterate(step) {
    const { from, as, via, limit, take = Infinity } = step;
    return cancellable(step, async (signal) => {
      if (from === undefined) {
        const call = await this.method(step, signal);
        // Not awaited: that would read a page.
        const source = call();
        if (via === 'to_array') return { items: await source.toArray(limit && { limit }), done: true };
        const iterator = via === 'pages' ? source.pages() : source[Symbol.asyncIterator]();
        this.objects.set(as, { source, iterator });
      }
      const { source, iterator } = this.objects.get(from ?? as);
      const outcome = { items: [], done: false };
      try {
        while (outcome.items.length < take && !outcome.done) {
          const { done, value } = await iterator.next();
          outcome.done = done;
          if (!done) outcome.items.push(value);
        }
        if (step.close) await iterator.return();
      } catch (error) {
        outcome.error = errorOf(error);
      }
      return { ...outcome, cursor: source.position ?? source.resumeCursor };
    });
  }

  async do_parallel({ steps }) {
    return { outcomes: await Promise.all(steps.map((step) => this.outcome(step))) };
  }

  async do_elsewhere({ steps }) {
    return { outcomes: await this.outcomes(steps) };
  }

  do_read({ of, fields }) {
    const object = this.objects.get(of);
    return { result: Object.fromEntries(fields.map((name) => [name, object[name] ?? null])) };
  }

  do_download({ on = 'main', id, to, stream, cancel }) {
    return cancellable({ cancel }, async (signal) => {
      const download = await this.objects.get(on).files.download(id, { signal });
      if (!stream) await download.toFile(to);
      for await (const bytes of stream ? download : []) writeFileSync(to, bytes, { flag: 'a' });
      return { result: { bytes: download.file.size } };
    });
  }

  async do_verify({ body, headers, secrets, tolerance, now }) {
    const time = now === undefined ? undefined : new Date(now * 1000);
    const event = verify(await this.value(body), headers, secrets, { tolerance, now: time });
    return { result: event, known: isKnown(event) };
  }

  do_sign({ body, secret, id, now }) {
    return { result: sign(body, secret, { id, now: new Date(now * 1000) }) };
  }

  async do_listen({ as, secrets }) {
    const server = createServer();
    const received = new Promise((resolve) => {
      server.on('request', async (request, response) => {
        const $bytes = Buffer.concat(await request.toArray()).toString('base64');
        const outcome = await this.outcome({
          do: 'verify',
          body: { $bytes },
          headers: request.headers,
          secrets,
        });
        response.writeHead(outcome.error ? 400 : 204).end();
        resolve(outcome);
      });
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    this.objects.set(as, { server, received });
    return { result: { url: `http://127.0.0.1:${server.address().port}/` } };
  }

  async do_received({ from }) {
    const { server, received } = this.objects.get(from);
    const late = new Promise((resolve) => setTimeout(resolve, 10_000, { crash: 'no request came' }).unref());
    const outcome = await Promise.race([received, late]);
    server.close();
    server.closeAllConnections();
    return outcome;
  }

  /** Node.js has no fork: another process makes the clients again, from their options. */
  async do_fork({ child, parent }) {
    const other = spawn(process.execPath, [import.meta.filename, '--child'], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    other.stdin.end(JSON.stringify({ recipes: this.recipes, steps: child }));
    const [text, outcomes] = await Promise.all([other.stdout.toArray(), this.outcomes(parent)]);
    return { child: JSON.parse(Buffer.concat(text).toString()), parent: outcomes };
  }

  do_inspect({ of }) {
    const object = this.objects.get(of);
    const texts = [
      inspect(object, { depth: 9, showHidden: true }),
      String(object),
      JSON.stringify(object),
      object.stack,
    ];
    return { result: texts.filter((text) => text !== undefined) };
  }

  end() {
    for (const object of this.objects.values()) if (object instanceof Parley) object.close();
    for (const name of Object.keys(process.env)) if (!(name in this.environment)) delete process.env[name];
    Object.assign(process.env, this.environment);
  }
}

/** Runs a step, and cancels it when its moment has come. */
async function cancellable({ cancel }, run) {
  if (cancel === undefined) return run(undefined);
  const controller = new AbortController();
  const moment = fetch(cancel).then(() => controller.abort());
  return run(controller.signal).finally(() => moment);
}

async function post(path, body) {
  const response = await fetch(process.env.PARLEY_CONFORMANCE_URL + path, {
    method: 'POST',
    body: JSON.stringify(body),
  });
  return response.json();
}

async function runChild() {
  const { recipes, steps } = JSON.parse(Buffer.concat(await process.stdin.toArray()).toString());
  const scenario = new Scenario();
  for (const recipe of recipes) await scenario.do_new(recipe);
  process.stdout.write(JSON.stringify(await scenario.outcomes(steps)));
  scenario.end();
}

async function main(ids) {
  // A warning is printed to stderr too, which the suite takes for a failure.
  process.on('warning', () => (process.exitCode = 1));
  console.log(`TAP version 14\n1..${ids.length}`);
  for (const [index, id] of ids.entries()) {
    const scenario = new Scenario();
    let answer = await post('/start', { scenario: id, language: 'node', pid: process.pid });
    const { title } = answer;
    while (answer.step) answer = await post('/next', await scenario.outcome(answer.step));
    scenario.end();
    const { ok, problems } = answer.verdict;
    console.log(`${ok ? 'ok' : 'not ok'} ${index + 1} - ${id} ${title}`);
    for (const problem of problems) console.log(`# ${problem.replaceAll('\n', '\n# ')}`);
    if (!ok) process.exitCode = 1;
  }
}

const [first, ...others] = process.argv.slice(2);
await (first === '--child' ? runChild() : main([first, ...others].filter(Boolean)));
