import { afterAll, expect, it, jest } from '@jest/globals';
import {
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import * as api from '@parley/contracts';
import { eventually } from '@parley/testing';
import { Browser } from '../e2e/oauth/browser.ts';
import { CALLBACK, TestApp } from '../e2e/oauth/app.ts';
import { operator } from '../e2e/platform.ts';

const workspace = await operator.workspace();
const { base_url: baseUrl, auth_url: authUrl } = workspace.credentials;
const clients: Client[] = [];
afterAll(() => Promise.all(clients.map((client) => client.close())));

type Tokens = Awaited<ReturnType<OAuthClientProvider['tokens']>>;
type Discovery = Parameters<NonNullable<OAuthClientProvider['saveDiscoveryState']>>[0];

/** What a host keeps of a server: the client that was registered for it, and tokens. */
class HostMemory implements OAuthClientProvider {
  redirectUrl = CALLBACK;
  clientMetadata = { client_name: 'Host', redirect_uris: [CALLBACK] };
  sentTo: URL | undefined;
  stored: Tokens;
  #verifier = '';
  #discovered: Discovery | undefined;

  constructor(private readonly clientId: string) {}

  clientInformation = () => ({ client_id: this.clientId });
  tokens = () => this.stored;
  saveTokens = (tokens: NonNullable<Tokens>) => void (this.stored = tokens);
  redirectToAuthorization = (url: URL) => void (this.sentTo = url);
  saveCodeVerifier = (verifier: string) => void (this.#verifier = verifier);
  codeVerifier = () => this.#verifier;
  saveDiscoveryState = (state: Discovery) => void (this.#discovered = state);
  discoveryState = () => this.#discovered;
  invalidateCredentials = () => void (this.stored = undefined);
}

async function connect(memory: HostMemory): Promise<Client> {
  const client = new Client({ name: 'host', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  clients.push(client);
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${baseUrl}/mcp`), { authProvider: memory }),
  );
  return client;
}

/** Lets a person sign in and approve, as the host asks for it, and gives the host its tokens. */
async function authorize(memory: HostMemory): Promise<URL> {
  await expect(connect(memory)).rejects.toThrow(UnauthorizedError);
  const asked = memory.sentTo ?? new URL('about:blank');
  const browser = new Browser(authUrl);
  const consent = await browser.signIn(await browser.open(asked.href), workspace.credentials);
  const { location } = await browser.decide(consent, 'approve');
  const transport = new StreamableHTTPClientTransport(new URL(`${baseUrl}/mcp`), { authProvider: memory });
  await transport.finishAuth(new URL(location ?? '').searchParams);
  return asked;
}

const register = (scopes: string) =>
  TestApp.create(workspace, { name: 'Host', client_type: 'public', scopes });

it('a host that knows the URL alone gets a token, and acts as the person who has approved', async () => {
  const app = await register(
    'tickets:read,tickets:write,conversations:read,conversations:write,contacts:read',
  );
  const memory = new HostMemory(app.id);
  const asked = await authorize(memory);
  expect(asked.origin + asked.pathname).toBe(`${authUrl}/oauth/authorize`);
  expect(Object.fromEntries(asked.searchParams)).toMatchObject({
    client_id: app.id,
    code_challenge_method: 'S256',
    resource: `${baseUrl}/mcp`,
  });
  // It asks for the scopes of the app, whatever they are.
  expect(asked.searchParams.has('scope')).toBe(false);

  const client = await connect(memory);
  const { tools } = await client.listTools();
  expect(tools).toHaveLength(11);
  const { data: ticket } = await workspace.live.ok(api.createTicket, {
    body: { subject: 'Printer', contact: { email: 'dana@example.com' } },
  });
  const result = await client.callTool({
    name: 'add_note',
    arguments: { record_id: ticket.id, body: 'Seen' },
  });
  expect(result.isError).not.toBe(true);
  const { data: me } = await workspace.live.ok(api.getMe, {});
  await eventually(async () => {
    const { data } = await workspace.live.ok(api.listEvents, { query: { event: ['message.created'] } });
    expect(data[0]?.actor).toMatchObject({ type: 'user', id: me.id, credential: { app_id: app.id } });
  });
});

it('a host whose app may only read has tools that only read', async () => {
  const app = await register('tickets:read');
  const memory = new HostMemory(app.id);
  await authorize(memory);
  const { tools } = await (await connect(memory)).listTools();
  expect(tools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true);
  expect(tools.map(({ name }) => name)).toContain('get_ticket');
});

it('a host whose grant has ended has to ask again', async () => {
  const app = await register('tickets:read');
  const memory = new HostMemory(app.id);
  await authorize(memory);
  await connect(memory);
  await app.revoke(memory.stored?.refresh_token ?? '');
  memory.sentTo = undefined;
  // The SDK says on the console that it forgets the tokens.
  const warn = jest.spyOn(console, 'warn').mockReturnValue();
  await expect(connect(memory)).rejects.toThrow(UnauthorizedError);
  expect(warn).toHaveBeenCalledTimes(1);
  warn.mockRestore();
  expect(memory.sentTo).toBeInstanceOf(URL);
});
