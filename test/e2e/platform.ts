import { Operator } from '@parley/testing';

/** The operator of the standalone that runs for all end-to-end tests (test/setup/standalone.mjs). */
export const operator = new Operator(process.env['E2E_DATA_DIR'] ?? '.data');
