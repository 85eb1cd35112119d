import { open, readFile, rename } from 'node:fs/promises';

/** The log file of the server. The server writes it itself, so that it continues after this process has ended. */
export class ServerLog {
  #read = 0;

  /** @param path the log file; readable only by the calling user */
  constructor(readonly path: string) {}

  /** Starts a new file and keeps the previous one as `<path>.1`, so that at most two runs are kept. */
  async rotate(): Promise<void> {
    await rename(this.path, `${this.path}.1`).catch(() => undefined);
  }

  /** Opens the file for one run of the server; `sinceOpened` reads from here on. */
  async open() {
    const file = await open(this.path, 'a', 0o600);
    this.#read = (await file.stat()).size;
    return file;
  }

  /** What the server has written since `open`. */
  async sinceOpened(): Promise<string> {
    const all = await readFile(this.path).catch(() => Buffer.alloc(0));
    return all.subarray(this.#read).toString('utf8');
  }

  /** Why the server ended: its last fatal line without the prefix, else its last line. */
  async lastWords(): Promise<string> {
    const lines = (await this.sinceOpened()).trim().split('\n');
    const fatal = lines.filter((line) => /(FATAL|PANIC):/.test(line)).at(-1);
    return (fatal ?? lines.at(-1))?.replace(/^.*(FATAL|PANIC): +/, '') || 'it left no message';
  }
}
