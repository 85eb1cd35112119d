import { isDeepStrictEqual } from 'node:util';
import { isWithMeta, requestTarget, type ErrorBody, type Role } from '@parley/contracts';
import {
  CONSOLE_API_PATH,
  consoleOperations,
  CSRF_HEADER,
  type ConsoleBody,
  type ConsoleInput,
  type ConsoleOperation,
  type ConsoleOperationId,
  type ConsoleOperationOf,
} from '@parley/contracts/console';
import { ApiClient, refusalOf, type TestWorkspace } from '@parley/testing';
import { z } from 'zod';
import { Browser, type Shown, type User } from '../oauth/browser.ts';
import { addUser } from '../steps.ts';

interface Parts {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** What came back: the body is `undefined` without content. */
export interface ConsoleAnswer {
  status: number;
  headers: Headers;
  body: unknown;
}

const byId = new Map<string, ConsoleOperation>(
  consoleOperations.map((operation) => [operation.id, operation]),
);

/** Calls the API of the account console as the page of a signed-in user does. */
export class ConsoleClient {
  csrf = '';

  private constructor(
    readonly browser: Browser,
    readonly signInPage: Shown,
    readonly user: User,
    readonly workspace: TestWorkspace,
  ) {}

  /** Signs in to the workspace. */
  static async signIn(workspace: TestWorkspace, user: User = workspace.credentials): Promise<ConsoleClient> {
    const browser = new Browser(workspace.credentials.auth_url);
    const page = await browser.open(`${browser.authUrl}/?workspace=${workspace.credentials.workspace_id}`);
    const { status } = await browser.signIn(page, user);
    if (status !== 200) throw new Error(`The sign-in was answered ${status}`);
    return ConsoleClient.of(browser, page, user, workspace);
  }

  /** Of a browser in which a user is signed in. */
  static async of(
    browser: Browser,
    page: Shown,
    user: User,
    workspace: TestWorkspace,
  ): Promise<ConsoleClient> {
    const client = new ConsoleClient(browser, page, user, workspace);
    client.csrf = (await client.ok('session.get', {})).data.csrf_token;
    return client;
  }

  /** Signs a new user in. */
  static async signInAs(role: Role, workspace: TestWorkspace): Promise<ConsoleClient> {
    return ConsoleClient.signIn(workspace, await addUser(workspace, { name: `The ${role}`, role }));
  }

  /** Calls an operation and expects its success, as its schema describes it. */
  async ok<Id extends ConsoleOperationId>(
    id: Id,
    sent: ConsoleInput<ConsoleOperationOf<Id>>,
  ): Promise<ConsoleBody<ConsoleOperationOf<Id>>> {
    const operation = operationOf(id);
    const answer = await this.call(operation, sent);
    if (answer.status !== operation.status)
      throw new Error(`${id} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    expectDescribed(operation, answer.body);
    return answer.body as ConsoleBody<ConsoleOperationOf<Id>>;
  }

  /** Whether its session has not ended. */
  async isSignedIn(): Promise<boolean> {
    return (await this.call(operationOf('session.get'), {})).status === 200;
  }

  /** Calls an operation, with valid input or not, and expects an error: its status, code and parameter as one text. */
  async refusal(id: ConsoleOperationId, sent: unknown): Promise<string> {
    const { status, body } = await this.call(operationOf(id), sent);
    const { error } = (body ?? {}) as Partial<{ error: ErrorBody }>;
    if (error === undefined) throw new Error(`${id} answered ${status}: ${JSON.stringify(body)}`);
    return refusalOf({ status, body: { error } });
  }

  /** Calls an operation with anything, valid or not. */
  call(
    operation: ConsoleOperation,
    sent: unknown,
    headers: Record<string, string> = {},
  ): Promise<ConsoleAnswer> {
    const parts = sent as Parts;
    const { method, target } = requestTarget(operation, parts);
    const { body } = parts;
    return this.raw(target, {
      method,
      headers: {
        ...(method === 'GET' ? {} : { [CSRF_HEADER]: this.csrf }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  async raw(target: string, init: RequestInit = {}): Promise<ConsoleAnswer> {
    const { status, headers, text } = await this.browser.request(
      this.browser.authUrl + CONSOLE_API_PATH + target,
      init,
    );
    return { status, headers, body: text === '' ? undefined : (JSON.parse(text) as unknown) };
  }

  /** A client of the public API with an access token of the session. */
  async api(mode: 'live' | 'test' = 'live'): Promise<ApiClient> {
    const { data } = await this.ok('access_token.create', { body: { mode } });
    return new ApiClient(this.workspace.credentials.base_url, data.token);
  }
}

export function operationOf(id: ConsoleOperationId): ConsoleOperation {
  const operation = byId.get(id);
  if (operation === undefined) throw new Error(`There is no operation ${id}`);
  return operation;
}

/** Throws unless a successful body is exactly what the operation describes: nothing is missing, nothing is added. */
export function expectDescribed({ id, response }: ConsoleOperation, body: unknown): void {
  if ('kind' in response && response.kind === 'no_content') {
    if (body !== undefined) throw new Error(`${id} answered content`);
    return;
  }
  const described = isWithMeta(response)
    ? z.object({ data: response.data, meta: response.meta })
    : z.object({ data: response });
  if (!isDeepStrictEqual(described.parse(body), body))
    throw new Error(`${id} answered more than it describes: ${JSON.stringify(body)}`);
}
