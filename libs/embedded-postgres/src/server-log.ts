import { open, readFile, rename } from 'node:fs/promises';

/** The server's log, which it writes itself: it goes on when we are gone. */
export class ServerLog {
  #read = 0;

  /** @param path the log's file; readable for the calling user only */
  constructor(readonly path: string) {}

  /** Begins a new file and keeps the one before as `<path>.1`, so that logs never take more than two starts. */
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
