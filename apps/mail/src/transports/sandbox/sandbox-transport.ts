import type { FollowUp, OutgoingMail, SendResult, Transport } from '../transport.ts';
import { simulate } from './simulation.rules.ts';

/** Sends nothing and opens no connection: the addresses of the recipients say what becomes of a mail. */
export class SandboxTransport implements Transport {
  send({ envelope }: OutgoingMail): Promise<Required<SendResult>> {
    const recipients = new Map<string, ReturnType<typeof simulate>['outcome']>();
    const followUps = new Map<string, FollowUp>();
    for (const address of envelope.to) {
      const { outcome, followUp } = simulate(address);
      recipients.set(address, outcome);
      if (followUp !== null) followUps.set(address, followUp);
    }
    return Promise.resolve({ recipients, mailboxFailure: null, followUps });
  }

  check(): Promise<null> {
    return Promise.resolve(null);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
