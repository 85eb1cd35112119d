import { Box, Progress, Text } from '@mantine/core';
import { Icon } from '../components/icon.tsx';
import type { IconName } from '../components/icon-paths.ts';
import { slaView, type SlaTicket, type SlaView } from './sla.ts';
import { useNow } from '../components/time-ago.tsx';
import classes from './desk.module.css';

interface Look {
  icon: IconName;
  text: string;
  /** That of the text around it, unless it is given. */
  color?: string;
}

const LOOKS: Readonly<Record<SlaView['state'], Look>> = {
  on_track: { icon: 'clock', text: 'On track' },
  warning: { icon: 'clock', text: 'Due soon', color: 'var(--console-warning)' },
  breached: { icon: 'warning', text: 'Overdue', color: 'var(--console-danger)' },
  met: { icon: 'check', text: 'Answered', color: 'var(--console-success)' },
  missed: { icon: 'warning', text: 'Missed', color: 'var(--console-danger)' },
  stopped: { icon: 'check', text: 'Ended' },
};

export function SlaText({ ticket }: { ticket: SlaTicket }) {
  const view = slaView(ticket, useNow());
  if (view === null) return null;
  const { state, label } = view;
  const { icon, color } = LOOKS[state];
  return (
    <span className={classes.sla} style={{ color }}>
      <Icon name={icon} size={15} />
      {label}
    </span>
  );
}

export function SlaTimer({ ticket }: { ticket: SlaTicket }) {
  const view = slaView(ticket, useNow());
  const deadline = ticket.sla?.first_response_due;
  if (view === null || deadline == null) return null;
  const { state, label, elapsed } = view;
  const { icon, text, color } = LOOKS[state];
  const due = new Date(deadline);
  return (
    <Box component="section" aria-label="SLA timer" mb="md">
      <div className={classes.slaHead} style={{ color }}>
        <Icon name={icon} size={18} />
        {elapsed === null ? (
          <strong>{label}</strong>
        ) : (
          <>
            <strong>{text}</strong>
            <span>{label}</span>
          </>
        )}
      </div>
      {elapsed !== null && (
        <Progress
          value={elapsed * 100}
          size="sm"
          color={color ?? 'var(--mantine-color-anchor)'}
          aria-hidden="true"
          my={6}
        />
      )}
      <Text size="xs" c="dimmed">
        First response due{' '}
        <time dateTime={deadline}>
          {due.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })}
        </time>
      </Text>
    </Box>
  );
}
