import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  Priority,
  TICKET_STATUSES,
  type SlaStatus,
  type SlaTargets,
  type TicketStatus,
} from '@parley/contracts';
import { TicketConfig } from '../ticket.config.ts';
import {
  stopTimerOnReply,
  adjustTimer,
  nextTransition,
  slaStatusAt,
  startTimer,
  type SlaTimer,
} from './sla.rules.ts';

const targets = new TicketConfig({}).SLA_TARGETS;
const HOUR = 3_600_000;
const START = new Date('2026-11-21T06:30:00.000Z');
const after = (milliseconds: number) => new Date(START.getTime() + milliseconds);

type Ticket = SlaTimer & { status: TicketStatus; priority: Priority };

const open = (priority: Priority = 'normal', at = START): Ticket => ({
  status: 'open',
  priority,
  first_responded_at: null,
  ...startTimer(priority, at, targets),
});

/** Moves a ticket as a PATCH does. */
function move(
  ticket: Ticket,
  change: Partial<Pick<Ticket, 'status' | 'priority'>>,
  at: Date,
  given: SlaTargets = targets,
): Ticket {
  const next = { status: change.status ?? ticket.status, priority: change.priority ?? ticket.priority };
  return { ...ticket, ...next, ...adjustTimer(ticket, next, at, given) };
}

/** What the first reply of a user does. */
const respond = (ticket: Ticket, at: Date): Ticket => ({ ...ticket, ...stopTimerOnReply(ticket, at) });

const RANK: Record<SlaStatus, number> = { on_track: 0, warning: 1, breached: 2 };
const isEnded = (status: TicketStatus) => status === 'resolved' || status === 'closed';

const priority = fc.constantFrom<Priority>(...Priority.options);
const status = fc.constantFrom<TicketStatus>(...TICKET_STATUSES);
/** Up to two days: twice the longest target. */
const moment = fc.integer({ min: 0, max: 48 * HOUR });
/** What may happen to a ticket, each thing at a later moment than the one before. */
const history = fc
  .array(
    fc.record({
      wait: fc.integer({ min: 1, max: 12 * HOUR }),
      change: fc.oneof(
        fc.record({ status, priority }, { requiredKeys: [] }),
        fc.constant<'respond'>('respond'),
      ),
    }),
    { maxLength: 12 },
  )
  .map((steps) => {
    let at = 0;
    return steps.map(({ wait, change }) => ({ at: after((at += wait)), change }));
  });

const happens = (
  ticket: Ticket,
  { at, change }: { at: Date; change: Parameters<typeof move>[1] | 'respond' },
) => (change === 'respond' ? respond(ticket, at) : move(ticket, change, at));

/** A simple reference model of a ticket and its SLA timer, to which the rules are compared. */
class Story {
  #priority: Priority = 'normal';
  #status: TicketStatus = 'open';
  #answered = false;
  /** Start and target of the running SLA timer. */
  #since = START;
  #target: number;
  /** What it showed when it stopped. */
  #stopped: SlaStatus | null = null;

  constructor(targets: SlaTargets) {
    this.#target = targets.normal;
  }

  get due(): Date {
    return new Date(this.#since.getTime() + this.#target);
  }

  shows(at: Date): SlaStatus {
    if (this.#stopped !== null) return this.#stopped;
    const passed = at.getTime() - this.#since.getTime();
    if (passed > this.#target) return 'breached';
    return passed * 4 >= this.#target * 3 ? 'warning' : 'on_track';
  }

  /** Answers whether it may show something better from now on. */
  goesOn({ at, change, targets }: Step): boolean {
    if (change === 'respond') {
      this.#stopped ??= this.shows(at);
      this.#answered = true;
      return false;
    }
    const { status: next = this.#status, priority: wanted = this.#priority } = change;
    const [ended, raised] = [isEnded(this.#status), wanted !== this.#priority];
    [this.#status, this.#priority] = [next, wanted];
    if (isEnded(next)) {
      this.#stopped ??= this.shows(at);
      return false;
    }
    if (this.#answered || (!ended && !raised)) return false;
    if (ended) [this.#since, this.#stopped] = [at, null];
    this.#target = targets[wanted];
    return true;
  }
}

interface Step {
  at: Date;
  change: Parameters<typeof move>[1] | 'respond';
  targets: SlaTargets;
}

/** Targets from a millisecond to a day, as an operator may set them at any time. */
const anyTargets = fc
  .tuple(
    ...Priority.options.map(() =>
      fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 24 * HOUR })),
    ),
  )
  .map(
    (times) => Object.fromEntries(Priority.options.map((name, index) => [name, times[index]])) as SlaTargets,
  );

describe('an SLA timer, whatever happens to its ticket', () => {
  const told = fc
    .tuple(anyTargets, history, fc.array(anyTargets, { minLength: 12, maxLength: 12 }))
    .map(([first, steps, later]) => ({
      first,
      steps: steps.map((step, index): Step => ({ ...step, targets: later[index] ?? first })),
    }));
  const openWith = (given: SlaTargets): Ticket => ({
    ...open(),
    ...startTimer('normal', START, given),
  });
  const happensWith = (ticket: Ticket, step: Step): Ticket =>
    step.change === 'respond' ? respond(ticket, step.at) : move(ticket, step.change, step.at, step.targets);
  /** Instants before, at and after each transition of the SLA timer. */
  const around = (timer: SlaTimer, at: Date) =>
    [at, timer.sla_warning_at, timer.sla_due_at]
      .flatMap((moment) => [-1, 0, 1, 2].map((off) => new Date(moment.getTime() + off)))
      .filter((moment) => moment >= at)
      .sort((a, b) => a.getTime() - b.getTime());

  it('has the status and the deadline that a reference model computes, to the millisecond', () => {
    fc.assert(
      fc.property(told, ({ first, steps }) => {
        const story = new Story(first);
        let ticket = openWith(first);
        for (const step of steps) {
          story.goesOn(step);
          ticket = happensWith(ticket, step);
          expect(ticket.sla_due_at).toEqual(story.due);
          for (const at of around(ticket, step.at)) expect(slaStatusAt(ticket, at)).toBe(story.shows(at));
        }
      }),
      { numRuns: 500 },
    );
  });

  it('never improves without a cause, and never worsens after it has stopped', () => {
    fc.assert(
      fc.property(told, ({ first, steps }) => {
        const story = new Story(first);
        let ticket = openWith(first);
        for (const step of steps) {
          const before = slaStatusAt(ticket, step.at);
          const caused = story.goesOn(step);
          ticket = happensWith(ticket, step);
          const shown = around(ticket, step.at).map((at) => slaStatusAt(ticket, at));
          const ranks = [...(caused ? [] : [before]), ...shown].map((status) => RANK[status]);
          expect(ranks).toEqual(ranks.toSorted());
          if (ticket.sla_stopped_status !== null)
            expect(new Set(shown)).toEqual(new Set([ticket.sla_stopped_status]));
        }
      }),
      { numRuns: 500 },
    );
  });

  it('keeps its target when the targets change, until the priority changes or the ticket is reopened', () => {
    const given = targets;
    const halved = Object.fromEntries(Priority.options.map((name) => [name, given[name] / 2])) as SlaTargets;
    const ticket = open('high');
    expect(move(ticket, { status: 'pending' }, after(HOUR), halved).sla_due_at).toEqual(after(4 * HOUR));
    expect(move(ticket, { priority: 'high' }, after(HOUR), halved).sla_due_at).toEqual(after(4 * HOUR));
    expect(move(ticket, { priority: 'normal' }, after(HOUR), halved).sla_due_at).toEqual(after(4 * HOUR));
    expect(move(ticket, { priority: 'low' }, after(HOUR), halved).sla_due_at).toEqual(after(12 * HOUR));
    const ended = move(ticket, { status: 'closed' }, after(HOUR), halved);
    expect(move(ended, { status: 'open' }, after(2 * HOUR), halved).sla_due_at).toEqual(after(4 * HOUR));
  });
});

describe('a running SLA timer', () => {
  it.each([
    ['urgent', 1],
    ['high', 4],
    ['normal', 8],
    ['low', 24],
  ] as const)('of priority %s has a target of %d hours', (of, hours) => {
    expect(open(of).sla_due_at).toEqual(after(hours * HOUR));
  });

  it('warns after three quarters of the target, and is breached after the target', () => {
    const ticket = open('high');
    expect(slaStatusAt(ticket, START)).toBe('on_track');
    expect(slaStatusAt(ticket, after(3 * HOUR - 1))).toBe('on_track');
    expect(slaStatusAt(ticket, after(3 * HOUR))).toBe('warning');
    expect(slaStatusAt(ticket, after(4 * HOUR))).toBe('warning');
    expect(slaStatusAt(ticket, after(4 * HOUR + 1))).toBe('breached');
  });

  it('only ever goes from on_track to warning to breached', () => {
    fc.assert(
      fc.property(priority, moment, moment, (of, a, b) => {
        const ticket = open(of);
        const [earlier, later] = [Math.min(a, b), Math.max(a, b)];
        expect(RANK[slaStatusAt(ticket, after(earlier))]).toBeLessThanOrEqual(
          RANK[slaStatusAt(ticket, after(later))],
        );
      }),
    );
  });

  it('gets a new deadline, counted from its start, when the priority changes', () => {
    fc.assert(
      fc.property(priority, priority, moment, (before, next, at) => {
        const ticket = move(open(before), { priority: next }, after(at));
        expect(ticket.sla_due_at).toEqual(after(targets[next]));
        expect(ticket.sla_started_at).toEqual(START);
        expect(slaStatusAt(ticket, after(at))).toBe(slaStatusAt(open(next), after(at)));
      }),
    );
  });

  it('is not affected by a change between two open statuses', () => {
    const ticket = open();
    expect(adjustTimer(ticket, { status: 'pending', priority: 'normal' }, after(HOUR), targets)).toEqual({});
  });
});

describe('the next SLA transition', () => {
  const sample = fc.tuple(history, moment).map(([steps, later]) => ({
    ticket: steps.reduce(happens, open()),
    at: new Date((steps.at(-1)?.at ?? START).getTime() + later),
  }));

  it('is the first instant at which the status differs', () => {
    fc.assert(
      fc.property(sample, ({ ticket, at }) => {
        const next = nextTransition(ticket, at);
        const shown = slaStatusAt(ticket, at);
        if (next === null) {
          expect(slaStatusAt(ticket, new Date(at.getTime() + 999 * HOUR))).toBe(shown);
          return;
        }
        expect(next > at).toBe(true);
        expect(slaStatusAt(ticket, new Date(next.getTime() - 1))).toBe(shown);
        expect(slaStatusAt(ticket, next)).not.toBe(shown);
      }),
    );
  });
});

describe('a stopped SLA timer', () => {
  it.each(['resolved', 'closed'] as const)('keeps the status it had when the ticket was %s', (end) => {
    fc.assert(
      fc.property(priority, moment, moment, (of, at, later) => {
        const ticket = move(open(of), { status: end }, after(at));
        expect(slaStatusAt(ticket, after(at + later))).toBe(slaStatusAt(open(of), after(at)));
      }),
    );
  });

  it('never breaches, whatever happens to a completed or answered ticket', () => {
    fc.assert(
      fc.property(history, moment, (steps, later) => {
        let ticket = open();
        for (const step of steps) {
          ticket = happens(ticket, step);
          const stopped = isEnded(ticket.status) || ticket.first_responded_at !== null;
          expect(ticket.sla_stopped_status !== null).toBe(stopped);
          if (stopped) {
            const shown = slaStatusAt(ticket, step.at);
            expect(slaStatusAt(ticket, new Date(step.at.getTime() + later))).toBe(shown);
          }
        }
      }),
    );
  });

  it('is not affected by a change of priority', () => {
    const ticket = move(open('low'), { status: 'resolved' }, after(HOUR));
    expect(adjustTimer(ticket, { status: 'resolved', priority: 'urgent' }, after(2 * HOUR), targets)).toEqual(
      {},
    );
    const answered = respond(open('low'), after(HOUR));
    expect(adjustTimer(answered, { status: 'open', priority: 'urgent' }, after(2 * HOUR), targets)).toEqual(
      {},
    );
  });

  it('keeps its status if one update completes the ticket and changes its priority', () => {
    const ticket = move(open('low'), { status: 'closed', priority: 'urgent' }, after(2 * HOUR));
    expect(ticket.sla_stopped_status).toBe('on_track');
    expect(ticket.sla_due_at).toEqual(after(24 * HOUR));
  });

  it('does not change from resolved to closed', () => {
    const ticket = move(open(), { status: 'resolved' }, after(HOUR));
    expect(adjustTimer(ticket, { status: 'closed', priority: 'normal' }, after(9 * HOUR), targets)).toEqual(
      {},
    );
  });
});

describe('the first response', () => {
  it('stops the SLA timer, and only once', () => {
    const ticket = open('high');
    const answer = stopTimerOnReply(ticket, after(3.5 * HOUR));
    expect(answer).toEqual({ first_responded_at: after(3.5 * HOUR), sla_stopped_status: 'warning' });
    expect(stopTimerOnReply({ ...ticket, ...answer }, after(5 * HOUR))).toEqual({});
  });

  it('is the earliest reply, in whatever order events of replies arrive', () => {
    const moments = fc.uniqueArray(fc.integer({ min: 0, max: 12 * HOUR }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(priority, moments, fc.option(moment), (of, replies, end) => {
        // The end is told by the ticket itself, so it is known by then.
        const ended = end === null ? open(of) : move(open(of), { status: 'closed' }, after(end));
        const answered = replies.reduce((ticket, at) => respond(ticket, after(at)), ended);
        const first = Math.min(...replies);
        expect(answered.first_responded_at).toEqual(after(first));
        expect(answered.sla_stopped_status).toBe(slaStatusAt(open(of), after(Math.min(first, end ?? first))));
      }),
    );
  });

  it('of a completed ticket does not change its SLA status', () => {
    const ended = move(open('high'), { status: 'closed' }, after(HOUR));
    expect(stopTimerOnReply(ended, after(9 * HOUR))).toMatchObject({ sla_stopped_status: 'on_track' });
  });
});

describe('reopening', () => {
  it.each(['resolved', 'closed'] as const)('an unanswered %s ticket restarts the SLA timer', (end) => {
    const ended = move(open(), { status: end }, after(30 * HOUR));
    expect(ended.sla_stopped_status).toBe('breached');
    const reopened = move(ended, { status: 'open' }, after(40 * HOUR));
    expect(reopened.sla_started_at).toEqual(after(40 * HOUR));
    expect(reopened.sla_due_at).toEqual(after(48 * HOUR));
    expect(slaStatusAt(reopened, after(40 * HOUR))).toBe('on_track');
    expect(slaStatusAt(reopened, after(48 * HOUR + 1))).toBe('breached');
  });

  it('into pending restarts it too, with the current priority', () => {
    const ended = move(open('low'), { status: 'closed' }, after(HOUR));
    const raised = move(ended, { priority: 'high' }, after(2 * HOUR));
    expect(move(raised, { status: 'pending' }, after(3 * HOUR)).sla_due_at).toEqual(after(7 * HOUR));
    const both = move(ended, { status: 'pending', priority: 'urgent' }, after(3 * HOUR));
    expect(both.sla_due_at).toEqual(after(4 * HOUR));
  });

  it('after the first response leaves the SLA timer stopped', () => {
    const answered = respond(open(), after(HOUR));
    const ended = move(answered, { status: 'closed' }, after(2 * HOUR));
    const reopened = move(ended, { status: 'open' }, after(90 * HOUR));
    expect(slaStatusAt(reopened, after(99 * HOUR))).toBe('on_track');
    expect(reopened.sla_due_at).toEqual(answered.sla_due_at);
  });

  it('starts an SLA timer that a change of priority affects', () => {
    const reopened = move(
      move(open(), { status: 'closed' }, after(HOUR)),
      { status: 'open' },
      after(10 * HOUR),
    );
    expect(move(reopened, { priority: 'urgent' }, after(10.5 * HOUR)).sla_due_at).toEqual(after(11 * HOUR));
  });
});

describe('the SLA timer', () => {
  it('has a time of warning and a deadline', () => {
    fc.assert(
      fc.property(history, (steps) => {
        const { sla_started_at, sla_warning_at, sla_due_at } = steps.reduce(happens, open());
        const target = sla_due_at.getTime() - sla_started_at.getTime();
        expect(sla_warning_at.getTime() - sla_started_at.getTime()).toBe(target * 0.75);
      }),
    );
  });

  it('is not changed by a patch that changes nothing', () => {
    fc.assert(
      fc.property(history, (steps) => {
        let ticket = open();
        for (const step of steps) {
          ticket = happens(ticket, step);
          expect(adjustTimer(ticket, ticket, new Date(step.at.getTime() + 1), targets)).toEqual({});
        }
      }),
    );
  });

  it('never has a deadline before its start', () => {
    fc.assert(
      fc.property(history, (steps) => {
        const ticket = steps.reduce(happens, open());
        expect(ticket.sla_due_at.getTime() - ticket.sla_started_at.getTime()).toBeGreaterThan(0);
      }),
    );
  });
});
