import {
  createWorkspace,
  serviceFor,
  requestTarget,
  type ErrorBody,
  type InternalCall,
  type Operation,
  type PageLinks,
  type PageMeta,
  type ParsedInput,
  type Upload,
  type Result,
  type Input,
  type WorkspaceCredentials,
  type Page,
  type WithMeta,
  type Attachable,
} from '@parley/contracts';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Agent, request } from 'undici';
import type { z } from 'zod';
import { encodeBody } from './encode-body.ts';
import { expectDocumented } from './wire.ts';

/** The body of a success, as the gateway writes it. */
export type BodyOf<O extends Operation> =
  Result<O> extends Page<infer Item>
    ? { data: Item[]; meta: z.output<typeof PageMeta>; links: z.output<typeof PageLinks> }
    : O['response'] extends WithMeta
      ? Result<O>
      : { data: Result<O> };

export interface Answer<Body> {
  status: number;
  headers: Headers;
  body: Body;
}

/** Status, code and parameter of a refusal as one text, for expectations: `422 invalid_parameter subject`. */
export function refusalOf({
  status,
  body,
}: {
  status?: number | undefined;
  body: { error: ErrorBody };
}): string {
  const { code, param } = body.error;
  return [status, code, ...(param === undefined ? [] : [param])].join(' ');
}

type Headers_ = Readonly<Record<string, string>>;
interface Parts {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** The input of an operation as a client gives it: with files where the handler gets uploads. */
export type Sent<O> =
  Input<O> extends { body: infer B } ? Omit<Input<O>, 'body'> & { body: WithFiles<B> } : Input<O>;
type WithFile<One> = One extends Upload ? File : One;
type WithFiles<Body> = {
  [Name in keyof Body]: Body[Name] extends Upload
    ? File
    : Body[Name] extends readonly Attachable[] | undefined
      ? WithFile<NonNullable<Body[Name]>[number]>[] | undefined
      : Body[Name];
};

/**
 * A client of the REST API whose types derive from the contracts. It throws on any answer that the API document does not
 * describe, so that every story also tests the document.
 */
export class ApiClient {
  constructor(
    readonly baseUrl: string,
    readonly token: string | undefined,
  ) {}

  /** Calls an operation and expects its success; any other status throws with the error. */
  async ok<O extends Operation>(operation: O, sent: Sent<O>, headers: Headers_ = {}): Promise<BodyOf<O>> {
    const answer = await this.call(operation, sent, headers);
    const created = answer.status === operation.status;
    if (!created && !(operation.isUpsert === true && answer.status === 200)) {
      throw new Error(`${operation.id} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    }
    return answer.body as unknown as BodyOf<O>;
  }

  /** Calls an operation with anything, valid or not. */
  call(operation: Operation, sent: unknown, headers: Headers_ = {}): Promise<Answer<{ error: ErrorBody }>> {
    const { body } = sent as Parts;
    const { method, target } = requestTarget(operation, sent as Parts);
    const encoded = encodeBody(operation, body);
    return this.raw(method, target, { ...encoded, headers: { ...encoded.headers, ...headers } });
  }

  /** Sends any request with the credential of this client. */
  async raw<Body = { error: ErrorBody }>(
    method: string,
    path: string,
    options: { body?: string | FormData | Uint8Array<ArrayBuffer>; headers?: Headers_ } = {},
  ): Promise<Answer<Body>> {
    const credential: Headers_ = this.token === undefined ? {} : { authorization: `Bearer ${this.token}` };
    const { status, headers, text } = await send(this.baseUrl + path, {
      method,
      headers: { ...credential, ...options.headers },
      body: options.body,
    });
    const body: unknown = text === '' ? undefined : JSON.parse(text);
    // Bytes are those of a form that only its test can read.
    const sent = options.body instanceof Uint8Array ? undefined : options.body;
    expectDocumented({ method, path, sent, status, headers, body });
    return { status, headers, body: body as Body };
  }
}

export const isEventStream = (headers: Headers): boolean =>
  headers.get('content-type')?.startsWith('text/event-stream') === true;

interface SentRequest {
  method: string;
  headers: Headers_;
  body: string | FormData | Uint8Array<ArrayBuffer> | undefined;
}

/** An agent of undici's own version: that of all `fetch` calls may be Node's. */
const dispatcher = new Agent();

/** Sends a request. Of an event stream it reads nothing: a test that reads one uses `EventStreamClient`. */
export async function send(
  url: string,
  sent: SentRequest,
): Promise<{ status: number; headers: Headers; text: string }> {
  if (sent.body instanceof FormData) return sendForm(url, { ...sent, body: sent.body });
  // Takes half the CPU time of `fetch`, of which the tests send some 100,000 requests.
  const response = await request(url, { ...sent, body: sent.body ?? null, dispatcher });
  const headers = new Headers();
  for (const [name, value] of Object.entries(response.headers))
    for (const one of [value ?? []].flat()) headers.append(name, one);
  const { body, statusCode: status } = response;
  if (!isEventStream(headers)) return { status, headers, text: await body.text() };
  body.once('error', () => undefined).destroy();
  return { status, headers, text: '' };
}

/** Sends a form, whose encoding `fetch` knows. */
async function sendForm(url: string, sent: SentRequest & { body: FormData }) {
  const response = await fetch(url, sent);
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** Secret with which the tests start services and reach them. */
export const OPERATOR_SECRET = 'secret of the operator in tests 2e7c9f';

/** How commands reach a platform: the control socket of a standalone, or RPC to the services. */
export type RunCommand = <C extends InternalCall>(command: C, input: Input<C>) => Promise<Result<C>>;

/** The operator's commands of a running platform. */
export class Operator {
  constructor(
    readonly run: RunCommand,
    /** Hangs up. */
    readonly close: () => void = () => undefined,
  ) {}

  /** The operator of the standalone that runs on a data folder. */
  static ofStandalone(dataDir: string): Operator {
    return new Operator(async <C extends InternalCall>(command: C, input: Input<C>) => {
      const file = await readFile(join(dataDir, 'control.json'), 'utf8');
      const control = JSON.parse(file) as { port: number; secret: string };
      const response = await fetch(`http://127.0.0.1:${control.port}/${command.command ?? ''}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${control.secret}` },
        body: JSON.stringify(input),
      });
      const answer = (await response.json()) as Result<C>;
      if (!response.ok) throw new Error(`${command.id}: ${JSON.stringify(answer)}`);
      return answer;
    });
  }

  /**
   * The operator of the services at these addresses (`RPC_ADDRESSES`). Only this needs Nest, which takes a while to
   * load.
   */
  static async ofServices(addresses: string): Promise<Operator> {
    const [{ createLogger }, { systemContext }, { RpcConfig, TcpRpc }] = await Promise.all([
      import('@parley/runtime/logging'),
      import('@parley/runtime/context'),
      import('@parley/rpc'),
    ]);
    const transport = new TcpRpc(
      new RpcConfig({ RPC_ADDRESSES: addresses, OPERATOR_SECRET }, 'operator'),
      createLogger('operator', 'silent'),
    );
    const run: RunCommand = async (command, input) => {
      const reply = await transport.call(serviceFor(command, input), command.id, systemContext(), input);
      return reply.value as Result<typeof command>;
    };
    return new Operator(run, () => {
      transport.close();
    });
  }

  /** A workspace of its own for a test, so that tests can run beside each other. */
  async workspace(plan: ParsedInput<typeof createWorkspace>['plan'] = 'unlimited'): Promise<TestWorkspace> {
    const credentials = await this.run(createWorkspace, { name: 'Test', plan, email: 'admin@example.com' });
    return {
      credentials,
      live: new ApiClient(credentials.base_url, credentials.live_key),
      test: new ApiClient(credentials.base_url, credentials.test_key),
    };
  }
}

export interface TestWorkspace {
  credentials: WorkspaceCredentials;
  live: ApiClient;
  test: ApiClient;
}
