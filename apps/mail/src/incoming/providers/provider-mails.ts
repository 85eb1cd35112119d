import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { ApiError, type Receiving } from '@parley/contracts';
import type { Acceptor } from '../acceptor.ts';
import { mailsAccepted } from '../incoming-metrics.ts';
import type { Admission } from './admission.ts';
import type { HandedMail, Provider } from './provider.ts';
import type { Receiver, Receivers } from './receivers.ts';
import { Refusal, unauthenticated } from './refusal.ts';
import { announcedSize, readBody, tooLarge } from './request-body.ts';

export type Providers = Readonly<Record<Receiving['type'], Provider>>;

/** Takes over the mails of providers. */
export class ProviderMails {
  constructor(
    private readonly receivers: Receivers,
    private readonly acceptor: Pick<Acceptor, 'accept' | 'sizeMax'>,
    private readonly providers: Providers,
    private readonly admission: Admission,
  ) {}

  /** Throws `not_found` for a token that no mailbox has. */
  async receiverOf(token: string): Promise<Receiver> {
    const found = /^[0-9a-z]{10,64}$/.test(token) ? await this.receivers.find(token) : null;
    if (found === null) throw new ApiError('not_found', { message: 'No mailbox has this address.' });
    return found;
  }

  /** The status that ends the repetitions of a provider, if it is another one than that of the error. */
  finalStatusOf(type: Receiving['type']): number | null {
    return this.providers[type].finalStatus;
  }

  /**
   * Stores the mail of a request. Once it resolves the mail is not lost; `ignored` is a request without one. Throws {@link Refusal}, or
   * `service_unavailable` if it has to be sent again.
   */
  async take(receiver: Receiver, headers: IncomingHttpHeaders, stream: Readable) {
    const provider = this.providers[receiver.type];
    provider.authenticate(headers, receiver);
    const size = announcedSize(headers, provider.bodyMax);
    return this.admission.run(receiver.destination.mailboxId, size, async () => {
      const body = await readBody(stream, provider.bodyMax);
      const mail = await provider.read({ headers, body }, receiver);
      return mail === null ? 'ignored' : this.#store(receiver, mail);
    });
  }

  async #store(receiver: Receiver, { from, to, key, isKeyOnce = false, bytes }: HandedMail) {
    const recipients = to.filter((one) => one !== '');
    const destination = await this.receivers.destinationOf(receiver, recipients);
    // Most repetitions are known before their bytes are stored; of those at the same time the table takes one.
    if (isKeyOnce && (await this.receivers.isElsewhere(destination, key))) throw repeatedElsewhere();
    const counted = new CountedBytes(bytes, this.acceptor.sizeMax);
    try {
      const outcome = await this.acceptor.accept({
        destination,
        envelope: { from, to: recipients, client: null },
        transportKey: key,
        bytes: Readable.from(counted, { objectMode: false }),
      });
      if (outcome === 'stored') mailsAccepted.inc({ transport: receiver.type });
      return outcome;
    } catch (error) {
      if (counted.failure !== null) throw counted.failure;
      if (counted.isExceeded) throw tooLarge(this.acceptor.sizeMax);
      if (isKeyOnce && error instanceof ApiError && error.code === 'duplicate_value')
        throw repeatedElsewhere();
      // The storage of the workspace is full, which an admin can change.
      if (error instanceof ApiError) throw new ApiError('service_unavailable', { cause: error });
      throw error;
    }
  }
}

const repeatedElsewhere = () => unauthenticated('The request is a repetition of one for another mailbox.');

/** The bytes of a mail, and what was wrong with them: their reader in the file service has another error. */
class CountedBytes implements AsyncIterable<Buffer> {
  failure: Refusal | null = null;
  #size = 0;

  constructor(
    private readonly bytes: HandedMail['bytes'],
    private readonly max: number,
  ) {}

  get isExceeded(): boolean {
    return this.#size > this.max;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    try {
      for await (const chunk of this.bytes) {
        this.#size += chunk.length;
        yield chunk;
      }
    } catch (error) {
      if (error instanceof Refusal) this.failure = error;
      throw error;
    }
  }
}
