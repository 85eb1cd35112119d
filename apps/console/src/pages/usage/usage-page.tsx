import type { Usage } from '@parley/contracts/console';
import { Anchor, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callConsole } from '../../api/console.ts';
import { useMode, useSession } from '../../app/session.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { ModeChoice } from '../../components/mode-choice.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { curlOf } from '../curl.ts';
import { MinutesChart } from './minutes-chart.tsx';
import { shareInWords, summarize } from './usage.ts';
import classes from './usage.module.css';

const REFRESH_MS = 10_000;

export default function UsagePage() {
  const [chosen] = useMode();
  const [mode, setMode] = useState(chosen);
  const usage = useQuery({
    queryKey: ['console', 'usage.get', {}],
    queryFn: ({ signal }) => callConsole('usage.get', {}, signal),
    refetchInterval: REFRESH_MS,
  });
  return (
    <>
      <PageHeader
        title="Usage"
        description="API requests of the last hour against the limit of your plan, for all keys, tokens and apps of the workspace together."
        actions={<ModeChoice value={mode} onChange={setMode} />}
      />
      {usage.data === undefined ? (
        usage.error === null ? (
          <Skeleton height={360} radius="lg" />
        ) : (
          <ErrorState error={usage.error} onRetry={() => void usage.refetch()} />
        )
      ) : (
        <UsageOfMode usage={usage.data.data} mode={mode} />
      )}
    </>
  );
}

function UsageOfMode({ usage, mode }: { usage: Usage; mode: 'live' | 'test' }) {
  const { base_url: baseUrl } = useSession();
  const minutes = usage[mode];
  const limit = usage.requests_per_minute;
  const isUnlimited = usage.plan === 'unlimited';
  const { total, busiest, refused } = summarize(minutes);
  return (
    <>
      <dl className={classes.figures}>
        <Figure title="Plan" value={<span className="capitalized">{usage.plan}</span>} />
        <Figure title="Limit per minute" value={isUnlimited ? 'None' : limit.toLocaleString('en')} />
        <Figure title="Last hour" value={total.toLocaleString('en')} />
        <Figure title="Busiest minute" value={isUnlimited ? busiest : shareInWords(busiest, limit)} />
        <Figure title="Refused with 429" value={refused.toLocaleString('en')} />
      </dl>
      <Panel
        title="Requests per minute"
        description={
          refused > 0
            ? 'Requests beyond the limit were refused with 429. Wait for the seconds in Retry-After, then repeat them.'
            : 'Nothing was refused in this hour.'
        }
      >
        <MinutesChart minutes={minutes} limit={isUnlimited ? null : limit} />
      </Panel>
      {total === 0 && (
        <div className={classes.empty}>
          <EmptyState
            icon="chart"
            title={`No ${mode} requests in the last hour`}
            curl={curlOf(baseUrl, `$PARLEY_${mode === 'test' ? 'TEST_' : ''}KEY`, '/v1/me')}
          >
            Send one and watch it appear here within seconds.
          </EmptyState>
        </div>
      )}
      <Text size="sm" c="dimmed" mt="md">
        Every response tells what is left of the current minute in{' '}
        <Anchor href={`${baseUrl}/docs`} size="sm" target="_blank" rel="noopener">
          its X-RateLimit headers
        </Anchor>
        .
      </Text>
    </>
  );
}

function Figure({ title, value }: { title: string; value: React.ReactNode }) {
  return (
    <div className={classes.figure}>
      <dt>{title}</dt>
      <dd>{value}</dd>
    </div>
  );
}
