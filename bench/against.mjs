/** Variation of the CPU time of a request, relative to that of the bare server, between runs of the same code. */
const TOLERANCE = 1.25;

/**
 * Compares the `requests` of two results by CPU time in times that of the bare server; rates depend on the machine. Returns a line for
 * each kind of work. Throws if the kept result has none of it.
 */
export function compareWithKept(kept, found) {
  return found.requests.map(({ work, cpu_ratio: ratio }) => {
    const before = kept.requests?.find((line) => line.work === work)?.cpu_ratio;
    if (before === undefined) throw new Error(`the kept result has no CPU time of: ${work}`);
    return { work, kept: before, found: ratio, more: Number((ratio / before).toFixed(2)) };
  });
}

export const isWorse = ({ more }) => more > TOLERANCE;
