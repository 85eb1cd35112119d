import { randomBytes } from 'node:crypto';
import { findProcedure } from '@parley/contracts';
import { isProof, proofOf } from '../network/proof.ts';
import type { Role, RpcConfig } from './rpc.config.ts';
import { HELLO, PROOF, type HandshakeReply } from './wire.ts';

/** 256 bits in base64url. */
const NONCE = /^[A-Za-z0-9_-]{43}$/;

/** The peer does not know the secret, or this process does not require the one that the peer has. */
export class AuthenticationError extends Error {
  override readonly name = 'AuthenticationError';
}

/** The random values of both sides, so that no recorded proof can be used again, and the role of the caller. */
export interface Exchange {
  role: Role;
  callerNonce: string;
  serverNonce: string;
}

export const newNonce = () => randomBytes(32).toString('base64url');

/** The proof of one side, which it names, so that a peer cannot return a proof that it was sent. */
export function handshakeProof(side: 'caller' | 'server', secret: string, exchange: Exchange): string {
  const { role, callerNonce, serverNonce } = exchange;
  return proofOf(secret, ['parley rpc 1', side, role, callerNonce, serverNonce]);
}

type Step = { role?: unknown; nonce?: unknown; proof?: unknown };

/** The accepting end of one connection: who calls, and what they may call. */
export class CallerIdentity {
  #role: Role | 'anyone' | undefined;
  #exchange: Exchange | undefined;

  constructor(private readonly config: RpcConfig) {
    this.#role = roleWithoutProof(config);
  }

  /** Whether calls are accepted: the caller has proved its role, or need not. */
  get isKnown(): boolean {
    return this.#role !== undefined;
  }

  /** The reply to a step of the handshake. Throws {@link AuthenticationError}. */
  advance(pattern: string, data: unknown): HandshakeReply {
    const step = data as Step | undefined;
    return pattern === HELLO ? this.#greet(step) : this.#verify(step);
  }

  /** Operators call commands only, and services everything else. */
  mayCall(procedureId: string): boolean {
    if (this.#role === 'anyone') return true;
    const procedure = findProcedure(procedureId);
    // A procedure of another release is refused as unsupported.
    if (procedure === undefined) return true;
    const isCommand = procedure.kind === 'call' && procedure.command !== undefined;
    return isCommand === (this.#role === 'operator');
  }

  #greet({ role, nonce }: Step = {}): HandshakeReply {
    if ((role !== 'service' && role !== 'operator') || typeof nonce !== 'string' || !NONCE.test(nonce))
      throw new AuthenticationError('the handshake is malformed');
    this.#exchange = { role, callerNonce: nonce, serverNonce: newNonce() };
    return { nonce: this.#exchange.serverNonce };
  }

  #verify({ proof }: Step = {}): HandshakeReply {
    const exchange = this.#exchange;
    this.#exchange = undefined;
    if (exchange === undefined) throw new AuthenticationError('the handshake is malformed');
    const secrets = this.config.secretsOf(exchange.role);
    const secret = secrets.find((one) => isProof(proof, handshakeProof('caller', one, exchange)));
    if (secret === undefined) throw new AuthenticationError(`wrong secret for the role ${exchange.role}`);
    this.#role = exchange.role;
    return { proof: handshakeProof('server', secret, exchange) };
  }
}

/** The role of a caller that proves none; `undefined` if it has to. */
function roleWithoutProof(config: RpcConfig): 'service' | 'anyone' | undefined {
  if (config.secretsOf('service').length > 0) return undefined;
  const isOpen = config.isLoopback && config.secretsOf('operator').length === 0;
  return isOpen ? 'anyone' : 'service';
}

export const isHandshake = (pattern: string) => pattern === HELLO || pattern === PROOF;
