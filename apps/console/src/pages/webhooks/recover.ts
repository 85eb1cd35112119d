import { ApiFailure } from '../../api/errors.ts';

interface Round {
  recovered: number;
  has_more: boolean;
}

interface RecoverOptions {
  /** Sends one request, which takes 10,000 deliveries. */
  request: () => Promise<Round>;
  /** Told after each request, with the number of all deliveries so far. */
  onProgress: (count: number) => void;
  /** Waits because the API said so. */
  pause: (seconds: number) => Promise<void>;
}

/** A minute is the window of the rate limit. */
const WAIT_S = 60;
/** As many refusals in a row mean that others use up all requests. */
const REFUSALS_MAX = 5;

/** Sends all failed deliveries again, and waits where the rate limit asks for it. Resolves with their number. */
export async function recoverAll({ request, onProgress, pause }: RecoverOptions): Promise<number> {
  let count = 0;
  let refusals = 0;
  for (;;) {
    try {
      const { recovered, has_more: hasMore } = await request();
      refusals = 0;
      count += recovered;
      onProgress(count);
      if (!hasMore || recovered === 0) return count;
    } catch (error) {
      refusals += 1;
      if (!(error instanceof ApiFailure) || error.status !== 429 || refusals > REFUSALS_MAX) throw error;
      await pause(error.retryAfter ?? WAIT_S);
    }
  }
}
