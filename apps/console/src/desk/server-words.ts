const BEFORE = ' The server said: ';

/** What the platform says of a failure, without the words of a server that follow. */
export function withoutServerWords(message: string): string {
  const [own = message] = message.split(BEFORE);
  return own;
}

/** A failure with the words of its server as a quotation, so that another sentence can follow. */
export function withServerWords(message: string): string {
  const [own = message, ...said] = message.split(BEFORE);
  return said.length === 0 ? own : `${own}${BEFORE}“${said.join(BEFORE)}”.`;
}
