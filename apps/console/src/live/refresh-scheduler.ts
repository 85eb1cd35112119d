import { hashKey, type QueryClient, type QueryFilters, type QueryKey } from '@tanstack/react-query';
import { ApiFailure } from '../api/errors.ts';
import type { Mode } from '../api/public.ts';
import type { Concern } from './concerned-queries.ts';
import type { RequestBudget } from './request-budget.ts';

/** The first event of a quiet time shows at once, together with those that follow from it. */
const FIRST_MS = 150;
/** No event tells of a delivery: it follows the event that it delivers, usually within this time. */
const DELIVERY_MS = 1_000;

/** Reads queries again after events: many at once, in refreshes that leave the integrations of the workspace their requests. */
export class RefreshScheduler {
  #concerns = new Map<string, Concern>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #deliveries: ReturnType<typeof setTimeout> | undefined;
  #nextAt = 0;
  readonly #unsubscribe: () => void;

  constructor(
    private readonly client: QueryClient,
    private readonly mode: Mode,
    private readonly budget: RequestBudget,
  ) {
    // What was refused because of the rate limit is read again as soon as that is allowed.
    this.#unsubscribe = client.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'error') return;
      const [first, ...key] = event.query.queryKey as unknown[];
      const error: unknown = event.query.state.error;
      if (first === mode && error instanceof ApiFailure && error.status === 429)
        this.add([{ queryKey: key }]);
    });
  }

  /** @param concerns queries without the mode. */
  add(concerns: readonly Concern[]): void {
    for (const concern of concerns) this.#concerns.set(hashKey([concern]), concern);
    this.#schedule();
  }

  stop(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#deliveries);
    this.#unsubscribe();
  }

  #schedule(): void {
    if (this.#timer !== undefined || this.#concerns.size === 0) return;
    const waitMs = Math.max(FIRST_MS, this.#nextAt - Date.now(), this.budget.blockedMs());
    this.#timer = setTimeout(() => this.#flush(), waitMs);
  }

  #flush(): void {
    this.#timer = undefined;
    // Another request may have been refused meanwhile.
    if (this.budget.blockedMs() > 0) {
      this.#schedule();
      return;
    }
    const concerns = [...this.#concerns.values()].map(({ queryKey, ...rest }) => ({
      queryKey: [this.mode, ...queryKey],
      ...rest,
    }));
    this.#concerns.clear();
    const deliveries = {
      queryKey: [this.mode, 'webhooks'],
      // The picture of the health takes several requests: it has an interval of its own.
      predicate: ({ queryKey: [, , , part, which] }: { queryKey: QueryKey }) =>
        part === 'deliveries' && which !== 'health',
    };
    const concerned = new Set(
      [...concerns, deliveries].flatMap((filters) =>
        this.client.getQueryCache().findAll({ ...filters, type: 'active' }),
      ),
    );
    this.#nextAt = Date.now() + this.budget.pauseMs(concerned.size);
    for (const concern of concerns) this.#readAgain(concern);
    clearTimeout(this.#deliveries);
    this.#deliveries = setTimeout(() => this.#readAgain(deliveries), DELIVERY_MS);
  }

  /** What is shown is read now, but not invalidated, which would read all pages of a list; the rest when it is shown. */
  #readAgain(filters: QueryFilters): void {
    void this.client.refetchQueries({ ...filters, type: 'active' });
    void this.client.invalidateQueries({ ...filters, type: 'inactive', refetchType: 'none' });
  }
}
