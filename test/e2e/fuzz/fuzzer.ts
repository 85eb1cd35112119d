import { send } from '@parley/testing';
import fc from 'fast-check';
import type { Described, ServedDocument } from './document.ts';
import { requestOf, type HttpRequest } from './http-request.ts';
import { faultsOf, faultsOfUnread, jsonOf, type HttpAnswer } from './answers.ts';
import { Oracle } from './oracle.ts';
import { KnownRecords } from './records.ts';
import { plansOf, validPlansOf, type Plan } from './requests.ts';
import type { Values } from './values.ts';

export interface Fault {
  what: string;
  /** Request and answer. */
  seen: string;
}

export interface Outcome {
  isValid: boolean;
  status: number;
  faults: readonly Fault[];
}

/** A request without anything optional. */
const BARE: Plan = { record: 0, path: [], query: [], headers: [], body: undefined };
/** Records at each path that names one: they differ, and some are deleted. */
const FEWEST_RECORDS = 8;
/** Of an operation that refuses nearly all requests, such as a reply on a ticket, of which few have a contact. */
const ROUNDS = 20;
/** Many more than the document's own examples need. */
const MOST_TRIES = 200;

/** Sends generated requests to the operations of a document. */
export class Fuzzer {
  readonly #oracle: Oracle;
  readonly #records: KnownRecords;
  readonly #valid = new Map<Described, fc.Arbitrary<Plan>>();
  readonly #succeeded = new Set<Described>();
  #created = 0;

  /** @param token of a credential with every scope. */
  constructor(
    private readonly document: ServedDocument,
    private readonly values: Values,
    private readonly token: string,
    private readonly seed: number,
  ) {
    this.#oracle = new Oracle(document);
    this.#records = new KnownRecords(document.operations);
  }

  /**
   * Sends this many requests, one after the other, and compares each answer with the document. Where the rules of an operation refuse
   * all of them, it sends as many again, up to {@link ROUNDS} times.
   */
  async try(operation: Described, count: number): Promise<Outcome[]> {
    const limits = this.document.limitsOf(operation);
    const plans = plansOf(operation, this.#validOf(operation), limits);
    const place = this.document.operations.indexOf(operation);
    const outcomes: Outcome[] = [];
    // What OAuth grants takes a person with a browser.
    const rounds = operation.isSecured ? ROUNDS : 1;
    for (let round = 0; round < rounds && (round === 0 || !this.hasSucceeded(operation)); round += 1) {
      const seed = this.seed + place + round * this.document.operations.length;
      for (const plan of fc.sample(plans, { seed, numRuns: count })) {
        await this.#provide(operation.path);
        outcomes.push(await this.#tryOut(operation, plan));
      }
    }
    return outcomes;
  }

  /** Whether any request has succeeded, be it to create records for others. */
  hasSucceeded(operation: Described): boolean {
    return this.#succeeded.has(operation);
  }

  async #tryOut(operation: Described, plan: Plan): Promise<Outcome> {
    const request = requestOf(operation, plan, this.#records);
    const answer = await this.#send(operation, request);
    const violations = this.#oracle.violationsOf(operation, request);
    const faults = this.#oracle.isTooLarge(request)
      ? faultsOfUnread(answer)
      : faultsOf(operation, request, answer, violations);
    if (answer.status < 300) faults.push(...this.#faultsOfRepeatedHeaders(operation, request, answer));
    if (answer.status === 204) faults.push(...(await this.#faultsOfDeletion(operation, request)));
    const seen = `${told(request)}\n${answer.status} ${answer.text.slice(0, 600)}`;
    return {
      isValid: violations.length === 0,
      status: answer.status,
      faults: faults.map((what) => ({ what, seen })),
    };
  }

  async #send(operation: Described, request: HttpRequest): Promise<HttpAnswer> {
    const { method, target, headers, body, params } = request;
    const credential: Record<string, string> = operation.isSecured
      ? { authorization: `Bearer ${this.token}` }
      : {};
    const answer = await send(operation.server + target, {
      method,
      headers: { ...credential, ...headers },
      body,
    }).catch((error: unknown): HttpAnswer => {
      // The refusal may be lost: the server closes the connection while the rest of the head is on its way.
      if (this.#oracle.isTooLarge(request)) return { status: 400, headers: new Headers(), text: '' };
      throw new Error(`no answer to ${told(request)}`, { cause: error });
    });
    if (answer.status < 300) {
      this.#succeeded.add(operation);
      this.#records.learn(operation, params, jsonOf(answer));
    }
    return answer;
  }

  /** A header that the answer repeats if it is valid; if not, there is another one. */
  #faultsOfRepeatedHeaders(
    { parameters, responses }: Described,
    { headers }: HttpRequest,
    answer: HttpAnswer,
  ) {
    return parameters
      .filter((one) => one.in === 'header' && one.name in (responses[answer.status]?.headers ?? {}))
      .filter(({ name }) => headers[name.toLowerCase()] !== undefined)
      .filter((one) => {
        const isRepeated = answer.headers.get(one.name) === headers[one.name.toLowerCase()];
        return isRepeated !== (this.#oracle.faultsOfHeader(one, headers).length === 0);
      })
      .map(({ name }) => `${name} of the answer is ${answer.headers.get(name)}`);
  }

  /** What was deleted is a 404 for each operation on it, but where the description names the field of a record that stays. */
  async #faultsOfDeletion(operation: Described, request: HttpRequest): Promise<string[]> {
    const { path, description } = operation;
    this.#records.forget(operation, request.params);
    const [target = ''] = request.target.split('?');
    const [, field] = /`(\w+_at)`/.exec(description) ?? [];
    const others = this.document.operations.filter((one) => one.path === path && one.body === undefined);
    const statuses = others.map(async (other) => {
      const again = { method: other.method, target, params: {}, headers: {}, body: undefined };
      const answer = await this.#send(other, again);
      const { data } = (jsonOf(answer) ?? {}) as { data?: Record<string, unknown> };
      const isMarked = field !== undefined && typeof data?.[field] === 'string';
      return answer.status === 404 || isMarked ? [] : [`${other.name} answers ${answer.status} after it`];
    });
    return (await Promise.all(statuses)).flat();
  }

  /** Creates records at each place of a path where there are too few, by the operations of the document. */
  async #provide(path: string): Promise<void> {
    for (let end = path.indexOf('}'); end !== -1; end = path.indexOf('}', end + 1)) {
      const place = path.slice(0, end + 1);
      const creator = this.#records.creatorOf(place);
      await (creator === undefined ? this.#look(place) : this.#create(place, creator));
    }
  }

  async #create(place: string, creator: Described): Promise<void> {
    let refusal = '';
    for (let tries = 0; this.#records.placesOf(place).length < FEWEST_RECORDS; tries += 1) {
      if (tries > MOST_TRIES) throw new Error(`too few requests of ${creator.name} succeed: ${refusal}`);
      const seed = this.seed + (this.#created += 1);
      const [plan = BARE] = fc.sample(this.#validOf(creator), { numRuns: 1, seed });
      const answer = await this.#send(creator, requestOf(creator, { ...plan, headers: [] }, this.#records));
      if (answer.status >= 400) refusal = answer.text;
    }
  }

  #validOf(operation: Described): fc.Arbitrary<Plan> {
    const plans = this.#valid.get(operation) ?? validPlansOf(operation, this.values);
    this.#valid.set(operation, plans);
    return plans;
  }

  /** Reads the list of a place where the platform itself makes the records. */
  async #look(place: string): Promise<void> {
    const parent = place.slice(0, place.lastIndexOf('/'));
    const list = this.document.operations.find(({ method, path }) => method === 'GET' && path === parent);
    if (list === undefined || this.#records.placesOf(place).length > 0) return;
    const owners = this.#records.placesOf(parent.slice(0, parent.lastIndexOf('/')));
    for (const record of owners.keys())
      await this.#send(list, requestOf(list, { ...BARE, record }, this.#records));
  }
}

function told({ method, target, headers, body }: HttpRequest): string {
  const text =
    body instanceof FormData
      ? JSON.stringify([...body].map(([name, one]) => [name, one instanceof File ? one.name : one]))
      : String(body ?? '');
  return `${method} ${target.slice(0, 600)}\n${JSON.stringify(headers)}\n${text.slice(0, 600)}`;
}
