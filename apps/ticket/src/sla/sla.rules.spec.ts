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
  /** What it showed when it stopped, and when that was. */
  #stopped: SlaStatus | null = null;
  stoppedAt: Date | null = null;

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
  goesOn(step: Step): boolean {
    const goesOn = this.#goesOn(step);
    this.stoppedAt = this.#stopped === null ? null : (this.stoppedAt ?? step.at);
    return goesOn;
  }

  #goesOn({ at, change, targets }: Step): boolean {
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
          expect(ticket.sla_stopped_at).toEqual(story.stoppedAt);
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

it.each([
  ['urgent', 1],
  ['high', 4],
  ['normal', 8],
  ['low', 24],
] as const)('a running SLA timer of priority %s has a target of %d hours', (of, hours) => {
  expect(open(of).sla_due_at).toEqual(after(hours * HOUR));
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

it('the first response is the earliest reply, in whatever order events of replies arrive', () => {
  const moments = fc.uniqueArray(fc.integer({ min: 0, max: 12 * HOUR }), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(priority, moments, fc.option(moment), (of, replies, end) => {
      // The end is told by the ticket itself, so it is known by then.
      const ended = end === null ? open(of) : move(open(of), { status: 'closed' }, after(end));
      const answered = replies.reduce((ticket, at) => respond(ticket, after(at)), ended);
      const first = Math.min(...replies);
      expect(answered.first_responded_at).toEqual(after(first));
      expect(answered.sla_stopped_at).toEqual(after(Math.min(first, end ?? first)));
      expect(answered.sla_stopped_status).toBe(slaStatusAt(open(of), after(Math.min(first, end ?? first))));
    }),
  );
});
