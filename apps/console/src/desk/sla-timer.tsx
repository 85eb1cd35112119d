import { Progress, Text } from '@mantine/core';
import { Icon } from '../components/icon.tsx';
import type { IconName } from '../components/icon-paths.ts';
import { slaView, type SlaTicket, type SlaView } from './sla.ts';
import { useNow } from '../components/time-ago.tsx';
import classes from './desk.module.css';

const LOOKS: Readonly<Record<SlaView['state'], { icon: IconName; tone: string }>> = {
  on_track: { icon: 'clock', tone: 'neutral' },
  warning: { icon: 'clock', tone: 'warning' },
  breached: { icon: 'warning', tone: 'danger' },
  met: { icon: 'check', tone: 'success' },
  missed: { icon: 'warning', tone: 'danger' },
  stopped: { icon: 'check', tone: 'neutral' },
};

const STATES: Readonly<Record<SlaView['state'], string>> = {
  on_track: 'On track',
  warning: 'Due soon',
  breached: 'Overdue',
  met: 'Answered',
  missed: 'Missed',
  stopped: 'Ended',
};

/** The time until the first response is due, in a list. */
export function SlaText({ ticket }: { ticket: SlaTicket }) {
  const { state, label } = slaView(ticket, useNow());
  const { icon, tone } = LOOKS[state];
  return (
    <span className={classes.sla} data-tone={tone}>
      <Icon name={icon} size={15} />
      {label}
    </span>
  );
}

/** The SLA timer of a ticket: its state, what is left, and the deadline. */
export function SlaTimer({ ticket }: { ticket: SlaTicket }) {
  const { state, label, elapsed } = slaView(ticket, useNow());
  const { icon, tone } = LOOKS[state];
  const due = new Date(ticket.sla.first_response_due);
  return (
    <section aria-label="SLA timer" className={classes.slaCard} data-tone={tone}>
      <div className={classes.slaHead}>
        <Icon name={icon} size={18} />
        <strong>{STATES[state]}</strong>
        <span>{label}</span>
      </div>
      {elapsed !== null && (
        <Progress value={elapsed * 100} size="sm" color={barColor(tone)} aria-hidden="true" my={6} />
      )}
      <Text size="xs" c="dimmed">
        First response due{' '}
        <time dateTime={ticket.sla.first_response_due}>
          {due.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })}
        </time>
      </Text>
    </section>
  );
}

const barColor = (tone: string): string => {
  if (tone === 'danger') return 'var(--console-danger)';
  return tone === 'warning' ? 'var(--console-warning)' : 'var(--mantine-color-anchor)';
};
