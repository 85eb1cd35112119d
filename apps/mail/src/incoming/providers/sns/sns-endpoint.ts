import { X509Certificate, type KeyObject } from 'node:crypto';
import { type EgressGuard, httpRequest } from '@parley/egress';
import { ExpiringMap, SingleFlight } from '@parley/runtime/async';

const TIMEOUT_MS = 10_000;
/** How long a certificate is kept, and how many. */
const KEPT_MS = 86_400_000;
const CERTIFICATES_MAX = 100;

interface Options {
  /** Trusted certificate authorities as PEM, in place of Node's own; for tests. */
  readonly ca?: string;
  /** Another port than 443; for tests. */
  readonly port?: number;
}

/** The HTTPS endpoints of Amazon SNS, of which nothing but certificates and confirmations is requested. */
export class SnsEndpoint {
  readonly #keys = new ExpiringMap<string, KeyObject>(KEPT_MS, CERTIFICATES_MAX);
  readonly #requests = new SingleFlight<KeyObject>();

  constructor(
    private readonly guard: EgressGuard,
    private readonly options: Options = {},
  ) {}

  /** The key of a certificate that is valid now. Throws if it cannot be read. */
  async keyOf(host: string, path: string): Promise<KeyObject> {
    const name = host + path;
    const known = this.#keys.entry(name, Date.now());
    if (known !== undefined) return known.value;
    return this.#requests.run(name, async () => {
      const certificate = new X509Certificate(await this.#get(host, path));
      const now = Date.now();
      if (now < Date.parse(certificate.validFrom) || now > Date.parse(certificate.validTo))
        throw new Error(`the certificate ${name} is not valid now`);
      return this.#keys.set(name, certificate.publicKey, now).value;
    });
  }

  /** Confirms the subscription of a topic. Throws if SNS does not. */
  async confirm(host: string, topicArn: string, token: string): Promise<void> {
    const query = new URLSearchParams({ Action: 'ConfirmSubscription', TopicArn: topicArn, Token: token });
    await this.#get(host, `/?${query.toString()}`);
  }

  async #get(host: string, path: string): Promise<string> {
    const { ca, port } = this.options;
    const { status, text } = await httpRequest({
      method: 'GET',
      guard: this.guard,
      url: `https://${host}${port === undefined ? '' : `:${port}`}${path}`,
      headers: {},
      body: nothing(),
      size: 0,
      timeoutMs: TIMEOUT_MS,
      ...(ca === undefined ? {} : { ca }),
    });
    if (status !== 200) throw new Error(`${host} has answered ${status}`);
    return text;
  }
}

async function* nothing(): AsyncGenerator<Buffer> {
  // A GET request has no body.
}
