import {
  ScriptedHttpServer,
  type HttpAct,
  type HttpReply,
} from '../../transports/scripted-http-server.fixture.ts';

/** Mails of a page: few, so that a test has several of them. */
const PAGE_SIZE = 2;

interface GraphMail {
  readonly id: string;
  readonly content: string;
  readonly receivedAt: Date;
}

export interface PutOptions {
  readonly id?: string;
  readonly receivedAt?: Date;
}

interface Asked {
  readonly user: string;
  readonly path: string;
  readonly search: URLSearchParams;
}

/** A server on 127.0.0.1 that answers about inboxes as Microsoft Graph does, and gives access tokens. */
export class ScriptedGraphServer {
  readonly #http: ScriptedHttpServer;
  readonly #inboxes = new Map<string, GraphMail[]>();
  /** Links of an earlier one have expired. */
  #generation = 1;
  #ids = 0;
  /** The access token that is taken, which the token endpoint gives. */
  token = 'granted';
  /** What is answered in place of the usual answer. */
  script: (asked: Asked) => HttpAct | undefined = () => undefined;

  private constructor(http: ScriptedHttpServer) {
    this.#http = http;
    http.script = ({ path, headers }) => {
      const url = new URL(path, this.url);
      if (url.pathname.endsWith('/token'))
        return { status: 200, body: { access_token: this.token, expires_in: 3_600 } };
      const [, user = '', rest = ''] = /^\/users\/([^/]+)(\/.*)$/.exec(url.pathname) ?? [];
      const asked = { user: decodeURIComponent(user), path: rest, search: url.searchParams };
      const act = this.script(asked);
      if (act !== undefined) return act;
      if (headers.authorization !== `Bearer ${this.token}`) return refusal(401, 'InvalidAuthenticationToken');
      if (!String(headers.prefer).includes('IdType="ImmutableId"')) return refusal(400, 'NoImmutableId');
      return this.#answer(asked);
    };
  }

  static async start(): Promise<ScriptedGraphServer> {
    return new ScriptedGraphServer(await ScriptedHttpServer.start());
  }

  get url(): string {
    return this.#http.url;
  }

  /** The paths that were asked for about an inbox, without queries; access tokens have none. */
  pathsOf(user: string): string[] {
    return this.#http.requests.flatMap(({ path }) => {
      const [, of = '', rest = ''] = /^\/users\/([^/]+)(\/[^?]*)/.exec(path) ?? [];
      return decodeURIComponent(of) === user ? [rest] : [];
    });
  }

  /** The paths that were asked for and are none of Graph or of tokens. */
  get foreignPaths(): string[] {
    const paths = this.#http.requests.map(({ path }) => path);
    return paths.filter((path) => !path.startsWith('/users/') && !path.endsWith('/token'));
  }

  /** How often a list of mails was asked for. */
  rounds(user: string): number {
    return this.pathsOf(user).filter((path) => path.endsWith('/delta')).length;
  }

  /** How often an inbox was asked for without a link of an answer before. */
  beginnings(user: string): number {
    const begins = `/users/${encodeURIComponent(user)}/mailFolders/inbox/messages/delta?changeType`;
    return this.#http.requests.filter(({ path }) => path.startsWith(begins)).length;
  }

  get tokensGiven(): number {
    return this.#http.requests.filter(({ path }) => path.endsWith('/token')).length;
  }

  put(user: string, content: string, { id, receivedAt = new Date() }: PutOptions = {}): string {
    const mail = { id: id ?? `AAk-${(this.#ids += 1)}=`, content, receivedAt };
    this.#inboxes.set(user, [...(this.#inboxes.get(user) ?? []), mail]);
    return mail.id;
  }

  /** Removes a mail whose arrival may have been told of already. */
  remove(user: string, id: string): void {
    this.#inboxes.set(
      user,
      (this.#inboxes.get(user) ?? []).map((mail) => (mail.id === id ? { ...mail, content: '' } : mail)),
    );
  }

  /** Forgets what the links of before stand for. */
  expireLinks(): void {
    this.#generation += 1;
  }

  close(): Promise<void> {
    return this.#http.close();
  }

  #answer({ user, path, search }: Asked): HttpReply {
    const mails = this.#inboxes.get(user) ?? [];
    if (path === '/mailFolders/inbox') return { status: 200, body: { id: 'inbox' } };
    if (path === '/mailFolders/inbox/messages/delta') return this.#page(user, search, mails);
    const [, id = ''] = /^\/messages\/([^/]+)\/\$value$/.exec(path) ?? [];
    const mail = mails.find((one) => one.id === decodeURIComponent(id));
    if (mail === undefined || mail.content === '') return refusal(404, 'ErrorItemNotFound');
    return { status: 200, body: mail.content };
  }

  /** The place in the list is all that a link says. */
  #page(user: string, search: URLSearchParams, mails: readonly GraphMail[]): HttpReply {
    const [generation, from, since] = (search.get('$token') ?? `${this.#generation} 0 `).split(' ');
    if (Number(generation) !== this.#generation) return refusal(410, 'SyncStateNotFound');
    const [, given] = /^receivedDateTime ge (.*)$/.exec(search.get('$filter') ?? '') ?? [];
    const filter = given ?? since ?? '';
    const begin = Number(from);
    const page = mails.slice(begin, begin + PAGE_SIZE);
    const end = begin + page.length;
    const linkAt = (place: number, kept: string) =>
      `${this.url}/users/${encodeURIComponent(user)}/mailFolders/inbox/messages/delta?$token=${generation}+${place}+${kept}`;
    return {
      status: 200,
      body: {
        value: page
          .filter(({ receivedAt }) => filter === '' || receivedAt >= new Date(filter))
          .map(({ id, content, receivedAt }) => ({
            id,
            receivedDateTime: receivedAt.toISOString(),
            subject: /^Subject: (.*)\r$/m.exec(content)?.[1] ?? null,
            from: { emailAddress: { name: 'Dana Reyes', address: 'dana@example.com' } },
          })),
        ...(end < mails.length
          ? { '@odata.nextLink': linkAt(end, filter) }
          : { '@odata.deltaLink': linkAt(end, '') }),
      },
    };
  }
}

export const refusal = (status: number, code: string, headers: Record<string, string> = {}): HttpReply => ({
  status,
  headers,
  body: { error: { code, message: 'No.' } },
});
