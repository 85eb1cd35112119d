import type { SubscriberDefinitions } from '@parley/events/consumer';
import { CommandFailure } from '../failure.ts';

const TIMEOUT_MS = 10_000;

/**
 * Creates a user with its rights over the management API of RabbitMQ. Rejects with a CommandFailure.
 * @param address of the API, with the name and the password of an administrator
 */
export async function createUser(
  address: string,
  { users, permissions, topic_permissions: topics }: SubscriberDefinitions,
  isReplaced: boolean,
): Promise<void> {
  const api = new ManagementApi(address);
  for (const { name } of users)
    if (!isReplaced && (await api.has(`users/${encodeURIComponent(name)}`)))
      throw new CommandFailure(
        `user ${name} exists already. To replace its rights and password: --replace`,
        2,
      );
  // The rights first would be refused: they are of the user.
  for (const { name, tags, ...user } of users)
    await api.put(`users/${encodeURIComponent(name)}`, { ...user, tags: tags.join(',') });
  for (const { user, vhost, ...rights } of permissions)
    await api.put(pathOf('permissions', vhost, user), rights);
  for (const { user, vhost, ...rights } of topics)
    await api.put(pathOf('topic-permissions', vhost, user), rights);
}

const pathOf = (kind: string, vhost: string, user: string) =>
  `${kind}/${encodeURIComponent(vhost)}/${encodeURIComponent(user)}`;

class ManagementApi {
  readonly #base: string;
  readonly #headers: Record<string, string>;

  constructor(address: string) {
    if (!URL.canParse(address) || !/^https?:/.test(address))
      throw new CommandFailure('BUS_MANAGEMENT_URL must be an http or https URL', 2);
    const url = new URL(address);
    const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
    this.#headers = {
      'content-type': 'application/json',
      authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
    };
    // fetch refuses credentials in a URL.
    url.username = '';
    url.password = '';
    this.#base = url.href.replace(/\/$/, '').replace(/\/api$/, '');
  }

  async has(path: string): Promise<boolean> {
    const response = await this.#send('GET', path);
    if (response.status !== 404 && !response.ok) throw refused(response.status);
    return response.ok;
  }

  async put(path: string, body: object): Promise<void> {
    const response = await this.#send('PUT', path, JSON.stringify(body));
    if (!response.ok) throw refused(response.status);
  }

  async #send(method: string, path: string, body?: string): Promise<Response> {
    const request = { method, headers: this.#headers, signal: AbortSignal.timeout(TIMEOUT_MS), body };
    try {
      const response = await fetch(`${this.#base}/api/${path}`, request);
      await response.arrayBuffer();
      return response;
    } catch (error) {
      throw new CommandFailure(`the management API of RabbitMQ does not answer at ${this.#base}`, 1, {
        cause: error,
      });
    }
  }
}

function refused(status: number): CommandFailure {
  const isAccess = status === 401 || status === 403;
  return new CommandFailure(
    isAccess
      ? 'the management API of RabbitMQ refuses the user in BUS_MANAGEMENT_URL: it must be an administrator'
      : `the management API of RabbitMQ answers ${status}`,
    1,
  );
}
