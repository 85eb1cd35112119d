import type SMTPConnection from 'nodemailer/lib/smtp-connection';

/**
 * Calls `listener` with the bytes that a connection receives, without their encryption, before Nodemailer takes them. It bounds a
 * reply, but not the blank lines between replies: of these it keeps each in an array, and takes one from its head in a turn of the
 * event loop, so that a few megabytes of line feeds stop the process for hours. It documents no access to these bytes.
 */
export function onReceived(connection: SMTPConnection, listener: (bytes: Buffer) => void): void {
  const hidden = connection as unknown as { _onSocketData: (bytes: Buffer) => void };
  const receive = hidden._onSocketData;
  hidden._onSocketData = (bytes) => {
    listener(bytes);
    receive(bytes);
  };
}
