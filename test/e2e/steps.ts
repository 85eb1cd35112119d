import * as api from '@parley/contracts';
import { ApiClient, Receiver, type TestWorkspace } from '@parley/testing';
import { operator } from './platform.ts';

/** A user whom the operator adds, with an address that nobody else has. */
export async function addUser(
  { credentials }: TestWorkspace,
  user: Partial<api.Input<typeof api.createUser>> = {},
) {
  const email = user.email ?? `${crypto.randomUUID()}@example.com`;
  const named = { workspace: credentials.workspace_id, name: 'Kim', ...user, email };
  return { email, ...(await operator.run(api.createUser, named)) };
}

/** Such a user, with a client that acts as the user. */
export async function actingUser(
  workspace: TestWorkspace,
  user: Partial<api.Input<typeof api.createUser>> = {},
  scopes = 'all',
) {
  const { id, email } = await addUser(workspace, user);
  const { workspace_id: of, base_url: url } = workspace.credentials;
  const { token } = await operator.run(api.createPat, { workspace: of, email, name: 'Own', scopes });
  return { id, email, client: new ApiClient(url, token) };
}

/** A client with a new API key of a workspace. */
export async function withKey(
  { credentials }: TestWorkspace,
  scopes: string,
  key: Partial<api.Input<typeof api.createKey>> = {},
): Promise<ApiClient> {
  const named = { workspace: credentials.workspace_id, name: 'Narrow', scopes, ...key };
  return new ApiClient(credentials.base_url, (await operator.run(api.createKey, named)).key);
}

/** Deadline of the first response in epoch milliseconds. */
export const dueOf = ({ sla }: Pick<api.Ticket, 'sla'>): number => Date.parse(sla?.first_response_due ?? '');

/** The audit log of a workspace, newest first. */
export async function auditOf({ credentials }: TestWorkspace) {
  const asked = { workspace: credentials.workspace_id, limit: 100 };
  return (await operator.run(api.listAudit, asked)).audit_entries;
}

/** A receiver with a webhook, which sends it these events. */
export async function subscribed(live: ApiClient, ...events: string[]): Promise<Receiver> {
  const receiver = await Receiver.start();
  await live.ok(api.createWebhook, { body: { url: receiver.url, events } });
  return receiver;
}
