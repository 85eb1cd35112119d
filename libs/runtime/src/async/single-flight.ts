interface Flight<T> {
  current: Promise<T>;
  /** Starts when `current` has settled. */
  next?: Promise<T>;
}

/** Deduplicates concurrent calls: at most one per key is in flight, and callers share its result. */
export class SingleFlight<T> {
  readonly #flights = new Map<string, Flight<T>>();

  get size(): number {
    return this.#flights.size;
  }

  /** Joins the call in flight, or starts one. */
  run(key: string, work: () => Promise<T>): Promise<T> {
    return this.#flights.get(key)?.current ?? this.#start(key, work);
  }

  /** Never joins a call that has already started, so that the result is at least as new as the request. */
  runFresh(key: string, work: () => Promise<T>): Promise<T> {
    const flight = this.#flights.get(key);
    if (flight === undefined) return this.#start(key, work);
    const start = () => this.#start(key, work);
    return (flight.next ??= flight.current.then(start, start));
  }

  #start(key: string, work: () => Promise<T>): Promise<T> {
    const flight: Flight<T> = { current: work() };
    this.#flights.set(key, flight);
    const settled = (): void => {
      if (flight.next === undefined) this.#flights.delete(key);
    };
    flight.current.then(settled, settled);
    return flight.current;
  }
}
