import { lastMinutes, type MinuteUsage } from '../usage.ts';
import type { UsageReply } from './scripts.ts';

/** The usage of the last minutes, which are of two hours at most. */
export function usageOf([last, hourBefore, hour]: UsageReply): MinuteUsage[] {
  const [before, current] = [countsOf(hourBefore), countsOf(hour)];
  return lastMinutes(last, (minute, refused) => {
    const counts = Math.floor(minute / 60) === Math.floor(last / 60) ? current : before;
    return Number(counts.get(`${minute % 60}${refused ? 'r' : ''}`) ?? 0);
  });
}

function countsOf(reply: readonly string[]): ReadonlyMap<string, string> {
  const counts = new Map<string, string>();
  for (let index = 0; index + 1 < reply.length; index += 2)
    counts.set(reply[index] as string, reply[index + 1] as string);
  return counts;
}
