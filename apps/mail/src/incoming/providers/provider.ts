import type { IncomingHttpHeaders } from 'node:http';
import type { Receiver } from './receivers.ts';

export interface ProviderRequest {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** A mail that a provider hands over. */
export interface HandedMail {
  /** The sender of the envelope; null if the provider does not tell it. */
  readonly from: string | null;
  /** The recipients of the envelope. */
  readonly to: readonly string[];
  /** What names the mail at the provider. */
  readonly key: string;
  /** Its bytes as they arrived there, to be read once. */
  readonly bytes: AsyncIterable<Buffer> | Iterable<Buffer>;
  /** Whether its key is that of no other request: a mail with it in another mailbox is a replay. */
  readonly isKeyOnce?: boolean;
}

/** The format and the proofs of one provider. */
export interface Provider {
  /** The largest body of a request, in bytes. */
  readonly bodyMax: number;
  /** The status by which the provider does not try again; null where the status of the error is one. */
  readonly finalStatus: number | null;
  /** Looks at the headers before the body is read. Throws {@link Refusal}. */
  authenticate(headers: IncomingHttpHeaders, receiver: Receiver): void;
  /** The mail of a request; null for a request without one. Throws {@link Refusal}. */
  read(request: ProviderRequest, receiver: Receiver): HandedMail | null | Promise<HandedMail | null>;
}

const MIB = 1024 * 1024;
/** A mail of 35 MiB and what providers put beside it. */
export const BODY_MAX = 40 * MIB;
