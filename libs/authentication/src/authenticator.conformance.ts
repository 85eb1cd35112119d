import { afterEach, describe } from '@jest/globals';
import {
  type AuthenticatorUnderTest,
  type CreateAuthenticator,
  Identity,
  type Open,
  activeRecord,
} from './conformance.harness.ts';
import { addressBehaviour, tokenBehaviour, windowBehaviour } from './requests.conformance.ts';
import { reservationBehaviour } from './reservations.conformance.ts';
import { usageBehaviour } from './usage.conformance.ts';
import {
  floodBehaviour,
  lookUpBehaviour,
  useBehaviour,
  writeBehaviour,
} from './tokens/token-store.conformance.ts';

export type { AuthenticatorUnderTest, CreateAuthenticator } from './conformance.harness.ts';

/** The behaviour that all states share. Times are real but shortened. */
export function authenticatorConformance(name: string, create: CreateAuthenticator): void {
  describe(`authentication with ${name} state`, () => {
    const opened: AuthenticatorUnderTest[] = [];
    const open: Open = async (options = {}) => {
      const identity = new Identity();
      const settings = {
        lookUp: identity.lookUp,
        recordUse: identity.recordUse,
        failuresPerMinute: 5,
        ...options,
      };
      const made = await create(settings);
      opened.push(made);
      return { ...made, identity, issue: (choice) => identity.issue(activeRecord(choice)) };
    };
    afterEach(() => Promise.all(opened.splice(0).map((made) => made.close())));

    describe('a token', () => tokenBehaviour(open));
    describe('the window of a workspace', () => windowBehaviour(open));
    describe('a write', () => writeBehaviour(open));
    describe('a look-up', () => lookUpBehaviour(open));
    describe('the bucket of an address', () => addressBehaviour(open));
    describe('the reservation of an idempotency key', () => reservationBehaviour(open));
    describe('the usage of a workspace', () => usageBehaviour(open));
    describe('a flood of invented tokens', () => floodBehaviour(open));
    describe('the last use', () => useBehaviour(open));
  });
}
