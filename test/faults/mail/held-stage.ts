import { gate } from '@parley/testing';
import type {
  Act,
  Script,
  ScriptedSmtpServer,
} from '../../../apps/mail/src/transports/smtp/scripted-smtp-server.fixture.ts';

export type Stage = Exclude<keyof Script, 'starttls' | 'auth'>;

/** A transaction that waits at the server, at a stage that one client has reached and others pass. */
export interface HeldStage {
  readonly reached: Promise<void>;
  /** The server goes on, by an act or as it does without a script. */
  readonly release: (act?: Act) => void;
}

/** Holds the first transaction that comes to a stage; what comes later passes. */
export function holdStage(server: ScriptedSmtpServer, stage: Stage): HeldStage {
  const [reached, reach] = gate();
  const [act, release] = gate<Act | undefined>();
  let isArmed = true;
  const step = () => {
    if (!isArmed) return undefined;
    isArmed = false;
    reach();
    return act;
  };
  server.script = { [stage]: step };
  return { reached, release };
}

/** Transactions that wait at the server. */
export interface HeldStages {
  /** How many have come there. */
  readonly count: number;
  readonly release: () => void;
}

/** Holds all transactions that come to a stage, until they are released together. */
export function holdAll(server: ScriptedSmtpServer, stage: Stage): HeldStages {
  const [released, open] = gate();
  let count = 0;
  const step = async () => {
    count += 1;
    await released;
    return undefined;
  };
  server.script = { [stage]: step };
  const release = () => {
    server.script = {};
    open();
  };
  return {
    get count() {
      return count;
    },
    release,
  };
}
