import * as oauth from 'oauth4webapi';
import { createHash, randomBytes } from 'node:crypto';
import * as api from '@parley/contracts';
import { ApiClient, type TestWorkspace } from '@parley/testing';
import { operator } from '../platform.ts';
import { Browser, codeOf, type Shown, type User } from './browser.ts';

export const CALLBACK = 'http://localhost:4999/callback';

export type Answered<Body> = { status: number; headers: Headers; body: Body };
type Parameters = Record<string, string | undefined>;
type TokenAnswer = Answered<api.TokenResponse & api.OAuthError>;

/** An OAuth app as its developer wrote it: JSON, as the documentation shows it. */
export class TestApp {
  private constructor(
    readonly workspace: TestWorkspace,
    readonly id: string,
    /** Empty for a public client. */
    readonly secret: string,
  ) {}

  static async create(
    workspace: TestWorkspace,
    registered: Partial<api.Input<typeof api.createOAuthApp>> = {},
  ): Promise<TestApp> {
    const made = await operator.run(api.createOAuthApp, {
      workspace: workspace.credentials.workspace_id,
      name: 'Test app',
      redirect_uri: CALLBACK,
      scopes: 'tickets:read,tickets:write,users:read',
      ...registered,
    });
    return new TestApp(workspace, made.client_id, made.client_secret ?? '');
  }

  /** An app that was registered in another way; a public client has no secret. */
  static of(workspace: TestWorkspace, id: string, secret: string | null): TestApp {
    return new TestApp(workspace, id, secret ?? '');
  }

  get authUrl(): string {
    return this.workspace.credentials.auth_url;
  }

  get baseUrl(): string {
    return this.workspace.credentials.base_url;
  }

  /** Where a user is sent; a parameter that is `undefined` is left out. */
  authorizeUrl(parameters: Parameters = {}): string {
    const all = {
      client_id: this.id,
      redirect_uri: CALLBACK,
      response_type: 'code',
      scope: 'tickets:read tickets:write',
      state: 'a state',
      // Also a user who has approved the same before.
      prompt: 'consent',
      ...parameters,
    };
    const given = Object.entries<string | undefined>(all).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, value]],
    );
    return `${this.authUrl}/oauth/authorize?${new URLSearchParams(given).toString()}`;
  }

  /** A browser in which a user, by default the admin, is signed in and looks at the consent page. */
  async consentPage(
    parameters: Parameters = {},
    user: User = this.workspace.credentials,
  ): Promise<{ browser: Browser; page: Shown }> {
    const browser = new Browser(this.authUrl);
    const signIn = await browser.open(this.authorizeUrl(parameters));
    return { browser, page: await browser.signIn(signIn, user) };
  }

  /** The answer that reaches the redirect URI once the user has approved. */
  async approved(
    parameters: Parameters = {},
    user: User = this.workspace.credentials,
  ): Promise<URLSearchParams> {
    const { browser, page } = await this.consentPage(parameters, user);
    const sent = await browser.decide(page, 'approve');
    if (sent.location === null) throw new Error(`no answer: ${sent.status} ${sent.text}`);
    return new URL(sent.location).searchParams;
  }

  async code(parameters: Parameters = {}, user: User = this.workspace.credentials): Promise<string> {
    return (await this.approved(parameters, user)).get('code') ?? '';
  }

  /** A request to the token endpoint with the credentials of the app in its JSON. */
  token(parameters: Record<string, unknown>): Promise<TokenAnswer> {
    return this.post('/oauth/token', {
      client_id: this.id,
      client_secret: this.secret,
      ...parameters,
    });
  }

  exchange(code: string, parameters: Record<string, unknown> = {}): Promise<TokenAnswer> {
    return this.token({ grant_type: 'authorization_code', code, redirect_uri: CALLBACK, ...parameters });
  }

  refresh(refreshToken: string, parameters: Record<string, unknown> = {}): Promise<TokenAnswer> {
    return this.token({ grant_type: 'refresh_token', refresh_token: refreshToken, ...parameters });
  }

  revoke(token: string): Promise<Answered<api.OAuthError>> {
    return this.post('/oauth/revoke', { token, client_id: this.id, client_secret: this.secret });
  }

  introspect(token: string): Promise<Answered<api.IntrospectionResponse>> {
    return this.post('/oauth/introspect', { token, client_id: this.id, client_secret: this.secret });
  }

  /** Tokens as a user gives them who approves. */
  async tokens(
    parameters: Parameters = {},
    user: User = this.workspace.credentials,
  ): Promise<api.TokenResponse> {
    const { status, body } = await this.exchange(await this.code(parameters, user));
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
    return body;
  }

  /** A client of the API with an access token. */
  client(accessToken: string): ApiClient {
    return new ApiClient(this.baseUrl, accessToken);
  }

  post<Body>(path: string, body: unknown): Promise<Answered<Body>> {
    return this.send(path, JSON.stringify(body), { 'content-type': 'application/json' });
  }

  async send<Body>(path: string, body: string, headers: Record<string, string>): Promise<Answered<Body>> {
    const response = await fetch(this.baseUrl + path, { method: 'POST', headers, body });
    return { status: response.status, headers: response.headers, body: (await response.json()) as Body };
  }
}

/** A verifier of PKCE with its challenge. */
export function pkce(): { verifier: string; challenge: string } {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

/** The code that an app gets once its consent page is approved. */
export async function approve({ browser, page }: { browser: Browser; page: Shown }): Promise<string> {
  return codeOf(await browser.decide(page, 'approve'));
}

/** The installation of a test speaks http. */
// oxlint-disable-next-line typescript/no-deprecated -- marked so that nobody uses it in production
export const insecure = { [oauth.allowInsecureRequests]: true };

/** What the installation tells client libraries of itself. */
export const discover = async ({ authUrl }: TestApp) => {
  const issuer = new URL(authUrl);
  const discovered = await oauth.discoveryRequest(issuer, { ...insecure, algorithm: 'oauth2' });
  return oauth.processDiscoveryResponse(issuer, discovered);
};
