/** Whether the tests are those of `npm run test:full`, in which they try every combination. */
export const isFullRun = process.env['TEST_FULL'] === 'true';
