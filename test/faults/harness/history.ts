/** What became of a write: done; refused, so that it must have no effect; or unknown, so that both are right. */
export type Outcome = 'ok' | 'refused' | 'unknown';

/** One write of the load. The subject that it gives to its ticket is its own, so that its event can be told. */
export interface Write {
  readonly number: number;
  /** The workspace and the mode of its key: `<uuid> live`. */
  readonly tenant: string;
  readonly subject: string;
  readonly ticket: string | undefined;
  readonly sentAt: number;
  readonly tookMs: number;
  readonly status: number | undefined;
  readonly code: string | undefined;
  readonly outcome: Outcome;
}

/** An event of a write as somebody saw it: a receiver of webhooks, or a subscriber. */
export interface Seen {
  readonly event: string;
  /** Whose webhook received it, or in whose name the subscriber ran. */
  readonly tenant: string;
  readonly subject: string;
  readonly ticket: string;
  readonly at: number;
}

/** Everything that was seen of a run. */
export interface History {
  readonly writes: readonly Write[];
  /** Subjects of the events that were committed with their changes. */
  readonly committed: ReadonlySet<string>;
  /** At the receiver of webhooks, in the order of arrival, repeated attempts included. */
  readonly delivered: readonly Seen[];
  /** Effects of a subscriber, in the order in which it took them. */
  readonly effects: readonly Seen[];
  /** When the fault was over, in epoch milliseconds. */
  readonly healedAt: number;
}

/** What a history shows; after Jepsen's checker of queues. */
export interface Verdict {
  attempted: number;
  acknowledged: number;
  delivered: number;
  /** Acknowledged or committed, and not delivered to the webhook or to the subscriber. */
  lost: string[];
  /** Delivered although never sent, refused or not committed. */
  unexpected: string[];
  /** Events that had their effect more than once. */
  repeated: string[];
  /** Seen by another workspace, or in another mode, than those of the write. */
  crossed: string[];
  /** Repeated deliveries. Allowed: the promise is at least once. */
  duplicated: number;
  /**
   * Seconds from the end of the fault until everything sent before, and the first write after it, had arrived at the webhook
   * and at the subscriber.
   */
  recoveredS: number;
  /** Effects on a ticket that came after those of a later change. */
  outOfOrder: string[];
}

/** Whether every acknowledged write was seen by the receiver and by the subscriber. */
export function haveArrived({
  writes,
  delivered,
  effects,
}: Omit<History, 'committed' | 'healedAt'>): boolean {
  const [received, affected] = [delivered, effects].map(
    (seen) => new Set(seen.map(({ subject }) => subject)),
  );
  return writes.every(
    ({ outcome, subject }) => outcome !== 'ok' || (received?.has(subject) && affected?.has(subject)),
  );
}

/** Compares what was promised with what was seen. */
export function check({ writes, committed, delivered, effects, healedAt }: History): Verdict {
  const bySubject = new Map(writes.map((write) => [write.subject, write]));
  // What nobody has sent is unexpected wherever it is seen.
  const isOwn = ({ subject, tenant }: Seen) => (bySubject.get(subject)?.tenant ?? tenant) === tenant;
  const [received, affected] = [delivered, effects].map((seen) => firstTimes(seen.filter(isOwn))) as [
    ReadonlyMap<string, number>,
    ReadonlyMap<string, number>,
  ];
  const due = writes.filter(({ outcome, subject }) => outcome === 'ok' || committed.has(subject));
  const isGhost = (subject: string) =>
    !committed.has(subject) || (bySubject.get(subject)?.outcome ?? 'refused') === 'refused';
  const arrivedAt = (subject: string) =>
    Math.max(received.get(subject) ?? Infinity, affected.get(subject) ?? Infinity);
  const all = [...delivered, ...effects];
  return {
    attempted: writes.length,
    acknowledged: writes.filter(({ outcome }) => outcome === 'ok').length,
    delivered: received.size,
    lost: due
      .filter(({ subject }) => !committed.has(subject) || arrivedAt(subject) === Infinity)
      .map(({ subject }) => subject),
    unexpected: [...new Set(all.map(({ subject }) => subject))].filter(isGhost),
    repeated: repeated(effects),
    crossed: all.filter((seen) => !isOwn(seen)).map(({ subject, tenant }) => `${subject} seen by ${tenant}`),
    duplicated: delivered.length - new Set(delivered.map(({ event, tenant }) => `${event} ${tenant}`)).size,
    recoveredS: recovery(due, arrivedAt, healedAt),
    outOfOrder: outOfOrder(effects, bySubject),
  };
}

/** When each subject was seen first. */
function firstTimes(seen: readonly Seen[]): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  for (const { subject, at } of seen) if (!times.has(subject)) times.set(subject, at);
  return times;
}

function repeated(effects: readonly Seen[]): string[] {
  const events = new Set<string>();
  return effects.filter(({ event }) => events.size === events.add(event).size).map(({ subject }) => subject);
}

function recovery(due: readonly Write[], arrivedAt: (subject: string) => number, healedAt: number): number {
  const before = due.filter(({ sentAt }) => sentAt < healedAt);
  const after = due.filter(({ sentAt }) => sentAt >= healedAt).slice(0, 1);
  const times = [...before, ...after].map(({ subject }) => arrivedAt(subject));
  return Math.max(0, times.reduce((latest, at) => Math.max(latest, at), 0) - healedAt) / 1000;
}

/** The writes to a ticket wait for each other, so their numbers are the order of its events. */
function outOfOrder(effects: readonly Seen[], bySubject: ReadonlyMap<string, Write>): string[] {
  const last = new Map<string, number>();
  const events = new Set<string>();
  const late: string[] = [];
  for (const { event, ticket, subject } of effects) {
    // A second effect is counted elsewhere.
    if (events.size === events.add(event).size) continue;
    const number = bySubject.get(subject)?.number ?? 0;
    const before = last.get(ticket) ?? 0;
    if (number < before) late.push(subject);
    last.set(ticket, Math.max(before, number));
  }
  return late;
}
