import type { FastifyReply, FastifyRequest } from 'fastify';
import { compress, encodingFor, setEncoding } from './compression.ts';
import { contentTag, type Encoding, matchingTag } from './etags.ts';

/** Long enough for a page full of tools, short enough to learn of a new version soon; then the ETag decides. */
const CACHE_CONTROL = 'public, max-age=300';

interface PublicResourceOptions {
  type: string;
  load: () => string | Promise<string>;
  headers?: Readonly<Record<string, string>>;
}

/** What is the same for everybody: loaded once, compressed once per encoding, revalidated by its ETag. */
export class PublicResource {
  #content: Promise<{ bytes: Buffer; etag: string }> | undefined;
  readonly #compressed = new Map<Encoding, Promise<Buffer>>();

  constructor(private readonly options: PublicResourceOptions) {}

  async send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { bytes, etag } = await (this.#content ??= this.#load());
    void reply.headers({ vary: 'Accept-Encoding', ...this.options.headers });
    void reply.headers({ etag, 'cache-control': CACHE_CONTROL });
    const encoding = encodingFor(request, bytes.length);
    if (encoding !== null) setEncoding(reply, encoding);
    const known = matchingTag(request.headers['if-none-match'], etag);
    if (known !== undefined) {
      if (known !== '*') void reply.header('etag', known);
      return reply.code(304).removeHeader('content-encoding').send();
    }
    void reply.type(this.options.type);
    return reply.send(encoding === null ? bytes : await this.#compress(bytes, encoding));
  }

  async #load() {
    try {
      const text = await this.options.load();
      return { bytes: Buffer.from(text), etag: contentTag(text) };
    } catch (error) {
      this.#content = undefined;
      throw error;
    }
  }

  #compress(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
    const compressed = this.#compressed.get(encoding) ?? compress(bytes, encoding);
    this.#compressed.set(encoding, compressed);
    return compressed;
  }
}
