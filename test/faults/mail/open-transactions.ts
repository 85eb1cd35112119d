import { gate } from '@parley/testing';
import type { ScriptedSmtpServer } from '../../../apps/mail/src/transports/smtp/scripted-smtp-server.fixture.ts';

/** Counts what a server takes at the same time, from MAIL to the answer to the body. It answers nothing until it is let go. */
export class OpenTransactions {
  /** Most at a time so far. */
  most = 0;
  readonly letGo: () => void;
  #now = 0;

  constructor(server: ScriptedSmtpServer) {
    const [passed, open] = gate();
    this.letGo = open;
    server.script = {
      mail: () => {
        this.#now += 1;
        this.most = Math.max(this.most, this.#now);
        return undefined;
      },
      end: async () => {
        await passed;
        this.#now -= 1;
        return undefined;
      },
    };
  }
}
