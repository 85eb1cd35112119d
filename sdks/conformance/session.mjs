// One scenario with one runner: it gives the runner its steps one by one, does those of the suite itself, and compares outcomes.
import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { compare, resolve } from './match.mjs';
import { Failure, LATE, OWN_STEPS } from './steps.mjs';

/** What a step has for the suite alone. */
const OWN_KEYS = new Set([
  'expect',
  'expect_in',
  'save',
  'collect',
  'measure',
  'documented',
  'example',
  'each',
  'step',
  'not_in',
]);
/** How long the end of a connection may take to be seen by the proxy. */
const SETTLE_MS = 1000;

const at = (value, path) => path.split('.').reduce((inner, name) => inner?.[name], value);

/** Sets a variable, or a field of one: `ids.ticket`. */
function setAt(variables, path, value) {
  const names = path.split('.');
  const last = names.pop();
  names.reduce((inner, name) => inner[name], variables)[last] = value;
}

export class Session {
  problems = [];
  /** Of the runner's steps, for messages. */
  #number = 0;

  /** @param {{scenario: any, suite: import('./control.mjs').Control, language: string, pid: number}} of */
  constructor({ scenario, suite, language, pid }) {
    Object.assign(this, { scenario, suite, language, pid });
    this.variables = {
      ...suite.variables,
      language,
      run: `${Date.now().toString(36)}-${scenario.id}`,
      logs: [],
      called: [],
    };
    suite.proxy.begin((value, more) => resolve(value, { ...this.variables, ...more }));
  }

  /** The steps of the runner; `next` takes the outcome of the last one. */
  async *run() {
    const { scenario, suite } = this;
    try {
      for (const name of scenario.needs ?? []) Object.assign(this.variables, await suite.fixture(name, this));
      suite.proxy.recording.setRules(scenario.faults ?? []);
      if (scenario.client !== null)
        yield* this.#one({ do: 'new', as: 'main', type: 'client', options: scenario.client ?? {} });
      yield* this.#all(scenario.steps);
    } catch (error) {
      this.problems.push(error instanceof Failure ? error.message : `${error.stack}`);
    }
    // Also after a failure: what was sent often tells why.
    for (const expected of scenario.expect ?? [])
      await this.seen(expected).catch((error) => this.problems.push(error.message));
  }

  async *#all(steps) {
    for (const step of steps) yield* this.#one(step);
  }

  async *#one(step) {
    if (step.not_in?.includes(this.language)) return;
    if (step.do === 'for') {
      const each =
        typeof step.each === 'number' ? [...Array(step.each).keys()] : resolve(step.each, this.variables);
      for (const one of each) {
        this.variables.each = one;
        yield* this.#all(step.steps);
      }
    } else if (step.do in OWN_STEPS) {
      await this.own(step);
    } else {
      this.#number += 1;
      const told = this.#told(step);
      const before = await this.#memory(step);
      const started = performance.now();
      const outcome = yield payloadOf(told);
      outcome.elapsed = Math.round(performance.now() - started);
      if (before !== undefined) outcome.memory = (await memoryOf(this.pid)).peak - before.now;
      this.#take(told, outcome);
    }
  }

  /** A step that the suite does by itself. */
  async own(step) {
    const { as, save = {}, ...rest } = step;
    const result = await OWN_STEPS[step.do].call(
      this,
      LATE.has(step.do) ? rest : resolve(rest, this.variables),
    );
    if (as !== undefined) this.variables[as] = result;
    for (const [name, path] of Object.entries(save)) setAt(this.variables, name, at(result, path));
  }

  async #memory({ measure }) {
    if (measure !== 'memory') return undefined;
    // Sets the peak to what is used now (proc(5)).
    await writeFile(`/proc/${this.pid}/clear_refs`, '5');
    return memoryOf(this.pid);
  }

  /** A step with all that the runner has to know, and what is expected of it. */
  #told(step) {
    if (step.do === 'parallel' && step.each !== undefined) {
      const each = resolve(step.each, this.variables);
      const steps = each.map((one) => this.#toldWith({ ...this.variables, each: one }, step.step));
      return { do: step.do, steps, expected: () => ({}) };
    }
    const told = this.#toldWith(this.variables, step);
    for (const side of ['steps', 'child', 'parent'])
      if (told[side] !== undefined) told[side] = step[side].map((one) => this.#told(one));
    return told;
  }

  #toldWith(variables, step) {
    const { expect, expect_in: expectIn, save, collect, steps, child, parent, ...rest } = step;
    // What is expected may name what the step itself saves.
    const told = { ...resolve(rest, variables), save, collect, steps, child, parent };
    told.expected = () =>
      resolve(expectIn?.[this.language] ?? expect ?? {}, { ...this.variables, each: variables.each });
    if (told.cancel !== undefined) told.cancel = `${this.suite.url}/moments/${told.cancel}`;
    if (told.do === 'new' && told.type === undefined) told.type = 'client';
    if (told.do === 'new') told.options = this.#options(told);
    if (told.method !== undefined) this.#complete(told);
    return told;
  }

  #options({ type, from, options = {} }) {
    const all = { ...(from === undefined ? this.suite.defaults[type] : {}), ...options };
    return Object.fromEntries(
      Object.entries(resolve(all, this.variables)).filter(([, value]) => value !== null),
    );
  }

  #complete(told) {
    const method = this.suite.methods.get(told.method);
    told.on ??= 'main';
    told.positional ??= [];
    told.takes_args = method === undefined || method.query.length > 0 || method.body !== undefined;
    this.variables.called.push(told.method);
    if (told.example === true) told.args = { ...this.#ownIds(method.example ?? {}), ...told.args };
    told.args ??= {};
    told.options ??= {};
  }

  /** An example of the API document with ids of records that there are. */
  #ownIds(example) {
    const text = JSON.stringify(example);
    return JSON.parse(
      text.replaceAll(/"([a-z]+)_[0-7][0-9a-z]{25}"/g, (id, kind) =>
        JSON.stringify(this.variables.ids[kind] ?? id),
      ),
    );
  }

  /** Compares the outcome of a step and of those in it, and remembers what it is told to. */
  #take(told, outcome) {
    const name = [`step ${this.#number}:`, told.do, told.method ?? told.as].filter(Boolean).join(' ');
    if (outcome.crash !== undefined) throw new Failure(`${name}: ${outcome.crash}`);
    this.variables.logs.push(...(outcome.logs ?? []));
    if (told.as !== undefined) this.variables[told.as] = outcome.error ?? outcome.result ?? outcome.items;
    for (const [variable, path] of Object.entries(told.save ?? {}))
      setAt(this.variables, variable, at(outcome, path));
    for (const [variable, path] of Object.entries(told.collect ?? {}))
      (this.variables[variable] ??= []).push(...[at(outcome, path)].flat());
    const expected = told.expected();
    if (outcome.error && expected.error === undefined)
      throw new Failure(`${name}: ${JSON.stringify(outcome.error)}`);
    const problems = compare(outcome, expected, name);
    if (told.documented === true) problems.push(...this.#undocumented(told, outcome));
    if (problems.length > 0) throw new Failure(problems.join('; '));
    for (const [outcomes, steps] of [
      [outcome.outcomes, told.steps],
      [outcome.child, told.child],
      [outcome.parent, told.parent],
    ]) {
      if (steps === undefined) continue;
      if (outcomes?.length !== steps.length)
        throw new Failure(`${name}: ${outcomes?.length} outcomes of ${steps.length} steps`);
      for (const [index, one] of steps.entries()) this.#take(one, outcomes[index]);
    }
  }

  /** Fields that the API document promises and the result does not have. */
  #undocumented({ method: name }, { result, items }) {
    const { kind, type } = this.suite.methods.get(name).result;
    const records = kind === 'record' ? [result] : kind === 'page' ? result.data : (items ?? []);
    const fields = this.suite.types.get(type?.name)?.fields ?? [];
    return records.flatMap((record) =>
      fields
        .filter((field) => field.required && !(field.name in record))
        .map((field) => `${name}: no ${field.name}`),
    );
  }

  /** Compares what the proxy saw; waits a moment for the ends of connections. */
  async seen(raw) {
    const end = performance.now() + SETTLE_MS;
    for (;;) {
      const problems = this.#differences(resolve(raw, this.variables));
      if (problems.length === 0) return;
      if (performance.now() > end) throw new Failure(problems.join('; '));
      await pause(20);
    }
  }

  #differences({ of = {}, same = [], different = [], requests, every, ...counts }) {
    const { recording } = this.suite.proxy;
    const fits = (one) =>
      (of.on === undefined || of.on === one.on) &&
      (of.method === undefined || of.method === one.method) &&
      (of.path === undefined || new RegExp(of.path, 'u').test(one.path));
    const all = recording.requests.filter((one) => one.on !== undefined && fits(one));
    const name = `requests ${JSON.stringify(of)}`;
    const numbers = {
      count: all.length,
      opened: recording.connections.filter(({ on }) => of.on === undefined || of.on === on).length,
      open: recording.connections.filter(({ on, isOpen }) => isOpen && (of.on === undefined || of.on === on))
        .length,
      gaps: all.slice(1).map((one, index) => Math.round(one.at - all[index].at)),
    };
    const valuesOf = (path) => new Set(all.map((one) => JSON.stringify(valueAt(one, path))));
    return [
      ...compare(numbers, counts, name),
      ...same
        .filter((path) => valuesOf(path).size > 1)
        .map((path) => `${name} differ in ${path}: ${[...valuesOf(path)]}`),
      ...different
        .filter((path) => valuesOf(path).size !== all.length)
        .map((path) => `${name} have the same ${path}: ${[...valuesOf(path)]}`),
      ...(requests === undefined ? [] : compare(all, requests, name)),
      ...(every === undefined ? [] : all.flatMap((one, index) => compare(one, every, `${name} ${index}`))),
    ];
  }
}

/** `headers.x-request-id`: names of headers have no dots. */
const valueAt = (entry, path) => at(entry, path) ?? null;

/** What goes over the wire. */
function payloadOf(told) {
  const entries = Object.entries(told).filter(
    ([key, value]) => value !== undefined && !OWN_KEYS.has(key) && key !== 'expected',
  );
  const payload = Object.fromEntries(entries);
  for (const side of ['steps', 'child', 'parent'])
    if (payload[side] !== undefined) payload[side] = payload[side].map(payloadOf);
  return payload;
}

/** Of a process, in MiB: now, and its peak. */
async function memoryOf(pid) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const of = (name) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)[1]) / 1024;
  return { now: of('VmRSS'), peak: of('VmHWM') };
}
