import { Button, Group, Loader, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { usePublicApi } from '../../app/session.tsx';
import { CodeBlock } from '../../components/code-block.tsx';
import { Loaded } from '../../components/error-state.tsx';
import { dateAndTime } from '../../components/time.ts';
import { StatusBadge } from '../../components/status-badge.tsx';
import { DELIVERY_STATUSES } from '../../desk/labels.ts';
import { ValueBadge } from '../../desk/value-badge.tsx';
import { outcomeOf, triggerOf } from './attempt-labels.ts';
import classes from './webhooks.module.css';
import { deliveryQuery, isResendable, type DeliveryAttempt, type DeliveryWithAttempts } from './webhooks.ts';

interface DeliveryDetailsProps {
  webhookId: string;
  id: string;
  /** `null` while the webhook is disabled. */
  onResend: ((id: string) => void) | null;
  isSending: boolean;
}

export function DeliveryDetails({ webhookId, id, onResend, isSending }: DeliveryDetailsProps) {
  const query = useQuery(deliveryQuery(usePublicApi(), webhookId, id));
  return (
    <Loaded query={query} placeholder={<Loader role="status" aria-label="Loading the delivery" />}>
      {(delivery) => <Details delivery={delivery} onResend={onResend} isSending={isSending} />}
    </Loaded>
  );
}

type DetailsProps = Pick<DeliveryDetailsProps, 'onResend' | 'isSending'> & { delivery: DeliveryWithAttempts };

function Details({ delivery, onResend, isSending }: DetailsProps) {
  return (
    <>
      <Group justify="space-between" mb="md">
        <Group gap="sm">
          <strong>{delivery.event}</strong>
          <ValueBadge labels={DELIVERY_STATUSES} value={delivery.status} />
        </Group>
        {onResend !== null && isResendable(delivery) && (
          <Button size="compact-md" loading={isSending} onClick={() => onResend(delivery.id)}>
            Send again
          </Button>
        )}
      </Group>
      <Title order={3} size="h5" mb="xs">
        Attempts
      </Title>
      {delivery.attempts.length === 0 && (
        <Text size="sm" c="dimmed" mb="md">
          No attempt yet.
        </Text>
      )}
      <ol className={classes.attempts}>
        {delivery.attempts.toReversed().map((attempt) => (
          <Attempt key={attempt.started_at} attempt={attempt} />
        ))}
      </ol>
      <CodeBlock label="Payload" code={indented(delivery.payload)} maxHeight="24rem" />
      <Text size="sm" c="dimmed" mt="sm">
        {delivery.id} · {delivery.event_id}
      </Text>
    </>
  );
}

function Attempt({ attempt }: { attempt: DeliveryAttempt }) {
  const {
    started_at: at,
    duration_ms: duration,
    trigger,
    error,
    response,
    request_headers: headers,
  } = attempt;
  return (
    <li className={classes.attempt}>
      <Group gap="xs">
        <StatusBadge tone={error === null ? 'success' : 'danger'}>{outcomeOf(attempt)}</StatusBadge>
        <Text size="sm" c="dimmed">
          <time dateTime={at}>{dateAndTime(new Date(at))}</time> · {duration} ms · {triggerOf(trigger)}
        </Text>
      </Group>
      <details>
        <summary>Request headers and response</summary>
        <CodeBlock label="Request headers" code={headerLines(headers)} maxHeight="12rem" />
        <CodeBlock label="Response" code={response === '' ? '(empty)' : response} maxHeight="12rem" />
      </details>
    </li>
  );
}

const headerLines = (headers: Readonly<Record<string, string>>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');

/** The payload is shown in lines; what was sent has none. */
function indented(payload: string): string {
  try {
    return JSON.stringify(JSON.parse(payload), null, 2);
  } catch {
    return payload;
  }
}
