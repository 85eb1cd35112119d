import { isIP, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import type { ImapTransport, ImapTransportSocket } from 'imapflow';

interface Identity {
  /** Whose certificate the server must have. */
  readonly host: string;
  readonly ca?: string;
}

/**
 * The way for the IMAP client to a socket that the egress guard has connected: the client resolves no name and opens no connection of its
 * own. The certificate has to be that of the name in the settings, and not of the address.
 */
export function guardedTransport(socket: Socket, identity: Identity): ImapTransport {
  return {
    connect({ secure }, onConnect) {
      if (secure) return encrypted(socket, identity, onConnect);
      process.nextTick(onConnect);
      return socket;
    },
    // The client passes what `connect` has returned.
    upgrade: (plain: ImapTransportSocket, _options, onSecure) =>
      encrypted(plain as Socket, identity, onSecure),
  };
}

function encrypted(socket: Socket, { host, ca }: Identity, onSecure: () => void): TLSSocket {
  const servername = isIP(host) === 0 ? host : undefined;
  return connectTls({ socket, host, servername, ca, minVersion: 'TLSv1.2' }, onSecure);
}
