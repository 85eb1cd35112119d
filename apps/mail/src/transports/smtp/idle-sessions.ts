import type { SmtpSession } from './smtp-session.ts';

/** A session is used again this often and for this long, so that changes of DNS and of certificates are noticed. */
const MAILS_MAX = 100;
const AGE_MAX_MS = 5 * 60_000;

/** Sessions that wait for the next mail. */
export class IdleSessions {
  readonly #sessions = new Map<SmtpSession, NodeJS.Timeout>();

  constructor(
    private readonly max: number,
    private readonly idleMs: number,
  ) {}

  /** The session that was used last, which the server has most likely not closed. */
  take(): SmtpSession | null {
    for (const [session, timer] of [...this.#sessions].toReversed()) {
      clearTimeout(timer);
      this.#sessions.delete(session);
      if (session.isOpen && performance.now() - session.openedAt < AGE_MAX_MS) return session;
      void session.quit();
    }
    return null;
  }

  put(session: SmtpSession): void {
    if (this.#sessions.size >= this.max || session.mails >= MAILS_MAX) {
      void session.quit();
      return;
    }
    const close = () => {
      this.#sessions.delete(session);
      void session.quit();
    };
    this.#sessions.set(session, setTimeout(close, this.idleMs));
  }

  async close(): Promise<void> {
    const sessions = [...this.#sessions.keys()];
    for (const timer of this.#sessions.values()) clearTimeout(timer);
    this.#sessions.clear();
    await Promise.all(sessions.map((session) => session.quit()));
  }
}
