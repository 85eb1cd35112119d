import type { Usage } from '@parley/contracts/console';
import { Anchor, Box, Skeleton, Text } from '@mantine/core';
import { useState } from 'react';
import { useMode, useSession } from '../../app/session.tsx';
import { useConsole } from '../../app/use-console.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { Loaded } from '../../components/error-state.tsx';
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
  const usage = useConsole('usage.get', {}, REFRESH_MS);
  return (
    <>
      <PageHeader
        title="Usage"
        description="API requests of the last hour against the limit of your plan, for all keys, tokens and apps of the workspace together."
        actions={<ModeChoice value={mode} onChange={setMode} />}
      />
      <Loaded query={usage} placeholder={<Skeleton height={360} radius="lg" />}>
        {({ data }) => <UsageOfMode usage={data} mode={mode} />}
      </Loaded>
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
        <Box mt="lg">
          <EmptyState
            icon="chart"
            title={`No ${mode} requests in the last hour`}
            curl={curlOf(baseUrl, `$PARLEY_${mode === 'test' ? 'TEST_' : ''}KEY`, '/v1/me')}
          >
            Send one and watch it appear here within seconds.
          </EmptyState>
        </Box>
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
