import { afterAll } from '@jest/globals';
import { Operator, OPERATOR_SECRET, type RunCommand } from '@parley/testing';
import { rememberPasswords } from '../setup/logs.mjs';

/** Which form the stories run against; jest.config.mjs sets it for each project. */
const form = (globalThis as { FORM?: 'standalone' | 'services' }).FORM ?? 'standalone';

/** What the operator's commands find the platform by. Set by test/setup. */
export const operatorEnv: Record<string, string> =
  form === 'standalone'
    ? { DATA_DIR: process.env['E2E_DATA_DIR'] ?? '' }
    : {
        DATA_DIR: '/nonexistent',
        RPC_ADDRESSES: process.env['E2E_RPC_ADDRESSES'] ?? '',
        OPERATOR_SECRET,
      };

/** What the names of exchange and queues begin with, where there is a bus. */
export const busPrefix = process.env['E2E_BUS_PREFIX'] ?? '';

/** The first of the operations ports, one for each service and the gateway, where there are separate processes. */
export const operationsPort = Number(process.env['E2E_OPERATIONS_PORT'] ?? '0');

/** The database of the platform, for tests that have to hold something in it. */
export const databaseUrl = process.env[`E2E_${form.toUpperCase()}_DATABASE_URL`] ?? '';

/** Where the platform receives mail. */
export const smtpPort = Number(process.env[`E2E_${form.toUpperCase()}_SMTP_PORT`] ?? '0');

const silent =
  form === 'standalone'
    ? Operator.ofStandalone(operatorEnv['DATA_DIR'] ?? '')
    : await Operator.ofServices(operatorEnv['RPC_ADDRESSES'] ?? '');

/** Passwords have no pattern by which they could be found in logs. */
const run: RunCommand = async (command, input) => {
  const answer = await silent.run(command, input);
  rememberPasswords(answer);
  return answer;
};

/** The operator of the platform that runs for all end-to-end tests of a form. */
export const operator = new Operator(run, silent.close);

afterAll(() => {
  operator.close();
});
