/** Whether the tests are those of `npm run test:full`, in which they try every combination. */
export const isFullRun = process.env['TEST_FULL'] === 'true';

/** Every fourth of these, beginning with another one for each `nth`; in `npm run test:full` all. */
export function someOf<T>(all: readonly T[], nth = 0): readonly T[] {
  const first = nth % Math.min(4, all.length);
  return isFullRun ? all : all.filter((_, index) => index % 4 === first);
}
