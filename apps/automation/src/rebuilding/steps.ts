import { invalidParameter } from '@parley/contracts';
import { remaining, type Context } from '@parley/runtime/context';

/** A call begins no part in the last third of its time. Each does one at least, so that it gets on however short its time is. */
const MARGIN_SHARE = 1 / 3;

/** What a part of a rebuild has done, and the place at which the next one continues; null behind the last. */
export interface Step {
  compared: number;
  corrected: number;
  next: string | null;
}

/**
 * Runs the parts of a rebuild one after the other, each from its beginning (`''`), until all is done or the time of the call is used up.
 * @param after where an earlier call has ended
 */
export async function runInSteps(
  ctx: Context,
  parts: Readonly<Record<string, (place: string) => Promise<Step>>>,
  after: string | undefined,
) {
  const names = Object.keys(parts);
  const [first = names[0] ?? '', place = ''] = after?.split(' ') ?? [];
  if (!names.includes(first)) throw invalidParameter('after', 'must be where an earlier run has ended');
  const done = { compared: 0, corrected: 0 };
  const margin = remaining(ctx) * MARGIN_SHARE;
  let isFirst = true;
  let at = place;
  for (const name of names.slice(names.indexOf(first))) {
    for (let more = true; more;) {
      if (!isFirst && remaining(ctx) < margin) return { ...done, continue_after: `${name} ${at}`.trim() };
      const step: Step = (await parts[name]?.(at)) ?? { compared: 0, corrected: 0, next: null };
      isFirst = false;
      done.compared += step.compared;
      done.corrected += step.corrected;
      more = step.next !== null;
      at = step.next ?? '';
    }
  }
  return { ...done, continue_after: null };
}
