import * as api from '@parley/contracts';
import { ApiClient, type TestWorkspace } from '@parley/testing';
import { TestApp } from './oauth/app.ts';
import { codeOf } from './oauth/browser.ts';
import { operator } from './platform.ts';

export type CredentialKindOfCaller = 'live key' | 'test key' | 'personal access token' | 'access token';

/** A credential with one scope. */
export interface Credential {
  kind: CredentialKindOfCaller;
  mode: api.Mode;
  scope: api.Scope;
  /** As it was asked for, in one of the two notations. */
  asked: string;
  client: ApiClient;
}

/** `tickets:read` and `read:tickets`. */
const NOTATIONS: readonly ((scope: api.Scope) => string)[] = [
  (scope) => scope,
  (scope) => scope.split(':').toReversed().join(':'),
];

/**
 * A credential of every kind for every scope, in the name of the admin of a workspace. The access tokens are had as users
 * of OAuth apps have them.
 * @param first the notation of the first scope; the scopes take turns.
 */
export async function credentialsOf(workspace: TestWorkspace, first: number): Promise<readonly Credential[]> {
  const { workspace_id: id, email, base_url: baseUrl } = workspace.credentials;
  const approve = await approvals(workspace);
  const all: Credential[] = [];
  for (const [index, scope] of api.SCOPES.entries()) {
    const asked = (NOTATIONS[(first + index) % NOTATIONS.length] ?? String)(scope);
    const named = { workspace: id, name: asked, scopes: asked };
    const [live, test, pat, access] = await Promise.all([
      operator.run(api.createKey, { ...named, mode: 'live' }),
      operator.run(api.createKey, { ...named, mode: 'test' }),
      operator.run(api.createPat, { ...named, email, expires_in: '1h' }),
      approve(asked),
    ]);
    const of = { scope, asked, mode: 'live' as const };
    all.push(
      { ...of, kind: 'live key', client: new ApiClient(baseUrl, live.key) },
      { ...of, kind: 'test key', mode: 'test', client: new ApiClient(baseUrl, test.key) },
      { ...of, kind: 'personal access token', client: new ApiClient(baseUrl, pat.token) },
      { ...of, kind: 'access token', client: new ApiClient(baseUrl, access) },
    );
  }
  return all;
}

/** Signs the admin in once; gives an access token for each scope that is asked for then. */
async function approvals(workspace: TestWorkspace): Promise<(scope: string) => Promise<string>> {
  const app = await TestApp.create(workspace, { scopes: api.SCOPES.join() });
  const { browser } = await app.consentPage();
  return async (scope) => {
    const page = await browser.open(app.authorizeUrl({ scope }));
    // What was approved before is not asked again.
    const sent = page.location === null ? await browser.decide(page, 'approve') : page;
    const { status, body } = await app.exchange(codeOf(sent));
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
    return body.access_token;
  };
}

/** What an operation answers to a credential of somebody with this role: its status, or the code of its 403. */
/** What these read needs the scope of its resource, too, which no credential with a single scope has. */
const OF_TWO_SCOPES: readonly string[] = [api.applyMacro.id, api.countViews.id, api.listRecordsOfView.id];

export function expectedOf(
  operation: api.Operation,
  { kind, mode, scope }: Credential,
  role: api.Role,
): number | string {
  const isKey = kind === 'live key' || kind === 'test key';
  // A key keeps its scopes, whatever its creator may do; the others have what the role still allows.
  const held = isKey || api.scopesOfRole(role).includes(scope) ? [scope] : [];
  // The example is of tickets.
  const required = operation.id === api.createJob.id ? 'tickets:write' : operation.scope;
  if (!api.hasRequiredScope(held, required) || OF_TWO_SCOPES.includes(operation.id))
    return 'insufficient_scope';
  if (operation.onlyAdmins === true && !isKey && role !== 'admin') return 'role_forbidden';
  return mode === 'test' && api.isLiveOnly(operation) ? 'mode_forbidden' : operation.status;
}
