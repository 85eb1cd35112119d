import { Injectable } from '@nestjs/common';
import { invalidParameter, type Result, type testMailbox, type Transport } from '@parley/contracts';
import { EgressGuard } from '@parley/egress';
import { Database } from '@parley/persistence';
import { withTimeout } from '@parley/runtime/async';
import { remaining, type TenantContext } from '@parley/runtime/context';
import { mailboxFailure } from '../transports/send-error.ts';
import type { MailboxFailure, Step } from '../transports/transport.ts';
import { MailboxHealth } from './mailbox-health.ts';
import { MailboxTransports } from './mailbox-transports.ts';
import type { MailboxRow } from './mailbox.entity.ts';
import { ReceivingCheck } from './receiving-check.ts';
import { TestMails } from './test-mails.ts';
import { receives } from './transport.rules.ts';

type Check = Result<typeof testMailbox>['checks'][number];

const PASSED: Record<Step, string> = {
  dns: 'The name of the server has an address.',
  connection: 'The server accepts connections.',
  tls: 'The connection is encrypted, and the certificate belongs to the server.',
  authentication: 'The server accepts the sign-in.',
  sending: 'The server has taken a mail from the mailbox to itself.',
};
const STEPS = Object.keys(PASSED) as Step[];
const NO_STEP = 'The transport of the mailbox has no such step.';
/** Milliseconds in which the outcome is stored, which is not begun with less than one second left, and the caller is answered. */
const MARGIN_MS = 2_000;

/** Tests whether a mailbox can send, and receive where it fetches its mails. */
@Injectable()
export class MailboxCheck {
  constructor(
    private readonly db: Database,
    private readonly guard: EgressGuard,
    private readonly transports: MailboxTransports,
    private readonly health: MailboxHealth,
    private readonly mails: TestMails,
    private readonly receiving: ReceivingCheck,
  ) {}

  /** Throws 422 for the address of a server that no mailbox may use; names are checked when they are resolved. */
  assertAllowed(transport: Transport): void {
    for (const name of ['host', 'imap_host'] as const) {
      const host = transport[name];
      if (host !== null && !this.guard.mayTry(host.replace(/^\[(.*)\]$/, '$1')))
        throw invalidParameter(
          `transport.${name}`,
          'is an address that the operator of this installation does not allow',
        );
    }
  }

  /** The outcome of each step, of which those after a failed one are skipped. */
  async run(ctx: TenantContext, mailbox: MailboxRow): Promise<Result<typeof testMailbox>> {
    const signal = AbortSignal.timeout(Math.max(0, remaining(ctx) - MARGIN_MS));
    const failure = await this.#failureOf(ctx, mailbox, signal);
    const isFetched = receives(mailbox.transport);
    const notReceiving =
      isFetched && failure === null ? await this.receiving.failureOf(ctx, mailbox, signal) : null;
    // What keeps mails from arriving is told by what fetches them.
    if (isFetched && failure === null && notReceiving === null) await this.health.receives(ctx, mailbox);
    if (failure === null) await this.db.transaction(ctx, (tx) => this.health.worked(tx, mailbox, true));
    else if (failure.step !== 'sending') await this.health.failed(ctx, mailbox, failure);
    const failedAt = failure === null ? STEPS.length : STEPS.indexOf(failure.step);
    const steps = STEPS.map((name, index): Check => {
      if (index < failedAt) return outcome(mailbox, name);
      return index > failedAt ? after(name) : { name, status: 'failed', detail: failure?.message ?? '' };
    });
    const receiving = isFetched
      ? [failure === null ? await this.receiving.outcome(ctx, mailbox, notReceiving) : after('receiving')]
      : [];
    const hasPassed = failure === null && notReceiving === null;
    const signature = hasPassed ? await this.#signature(ctx, mailbox) : after('signature');
    return { checks: [...steps, ...receiving, signature], probe: await this.mails.probeOf(ctx, mailbox) };
  }

  /** A mailbox without a signature of ours works: its provider may sign. */
  async #signature(ctx: TenantContext, mailbox: MailboxRow): Promise<Check> {
    const name = 'signature';
    if (mailbox.transport.type === 'sandbox') return { name, status: 'skipped', detail: NO_STEP };
    const own = await this.mails.signingDomain(ctx, mailbox);
    if (own !== undefined)
      return { name, status: 'passed', detail: `Mails are signed in the name of ${own}.` };
    const detail =
      'No verified sending domain signs mails of this address. None is needed where the server signs them.';
    return { name, status: 'skipped', detail };
  }

  async #failureOf(
    ctx: TenantContext,
    mailbox: MailboxRow,
    signal: AbortSignal,
  ): Promise<MailboxFailure | null> {
    // What an admin has granted before the test is not in the token of before.
    const transport = await withTimeout(
      this.transports.of(ctx, mailbox, { renews: true }),
      Math.max(0, remaining(ctx) - MARGIN_MS),
      () => ({ failure: mailboxFailure('timeout', 'authentication') }),
    );
    if ('failure' in transport) return transport.failure;
    const failure = await transport.check(signal);
    if (failure !== null) return failure;
    return this.mails.send(ctx, mailbox, transport, signal);
  }
}

function outcome({ transport }: MailboxRow, name: Step): Check {
  const isSkipped =
    (transport.type === 'sandbox' && name !== 'sending') ||
    (name === 'tls' && transport.security === 'none') ||
    (name === 'authentication' && transport.authentication === 'none');
  if (isSkipped) return { name, status: 'skipped', detail: NO_STEP };
  if (transport.type === 'sandbox')
    return { name, status: 'passed', detail: 'The sandbox has taken a mail. It sends nothing.' };
  return { name, status: 'passed', detail: PASSED[name] };
}

const after = (name: Check['name']): Check => ({
  name,
  status: 'skipped',
  detail: 'An earlier check has failed.',
});
