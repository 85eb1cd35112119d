import { Box, Button, Table, Text } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { unwrap, type PublicApi } from '../../api/public.ts';
import { usePublicApi } from '../../app/session.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { Panel } from '../../components/panel.tsx';
import { useNow } from '../../components/time-ago.tsx';
import { budgetOf } from '../../live/request-budget.ts';
import { healthHours, healthSummary, type HealthDelivery, type HealthHour } from './health.ts';
import classes from './health.module.css';

const DAY_MS = 86_400_000;
/** Each has 100 deliveries; the picture says when there are more. */
const PAGES_MAX = 3;
const REFRESH_MS = 60_000;

interface Recent {
  deliveries: HealthDelivery[];
  /** How many older ones of the last day are not counted. */
  uncounted: number;
  isMore: boolean;
}

const recentQuery = (api: PublicApi, id: string) =>
  queryOptions({
    queryKey: [api.mode, 'webhooks', id, 'deliveries', 'health'],
    queryFn: async ({ signal }): Promise<Recent> => {
      const since = new Date(Date.now() - DAY_MS).toISOString();
      const deliveries: HealthDelivery[] = [];
      let total = 0;
      let isMore = false;
      let cursor: string | undefined;
      for (let count = 0; count < PAGES_MAX; count += 1) {
        const query = { created_after: since, per_page: 100, ...(cursor === undefined ? {} : { cursor }) };
        const params = { path: { webhook_id: id }, query };
        const page = await unwrap(api.GET('/v1/webhooks/{webhook_id}/deliveries', { params, signal }));
        deliveries.push(...page.data);
        total = Math.max(total, page.meta.total_count);
        isMore ||= page.meta.total_count_relation === 'gte';
        if (page.meta.next_cursor === null) break;
        cursor = page.meta.next_cursor;
      }
      return { deliveries, uncounted: Math.max(0, total - deliveries.length), isMore };
    },
    refetchInterval: () => budgetOf(api.mode).intervalMs(REFRESH_MS),
  });

export function HealthPanel({ webhookId }: { webhookId: string }) {
  const query = useQuery(recentQuery(usePublicApi(), webhookId));
  const { data, error } = query;
  const [isTable, setTable] = useState(false);
  const { deliveries = [], uncounted = 0, isMore = false } = data ?? {};
  const oldest = uncounted > 0 ? deliveries.at(-1)?.created_at : undefined;
  const since = oldest === undefined ? null : Date.parse(oldest);
  const hours = healthHours(deliveries, useNow(), since);
  const counted = since === null ? null : { since: timeFormat.format(since), uncounted, isMore };
  const summary = healthSummary(hours, counted);
  return (
    <Panel
      title="Health"
      actions={
        <Button variant="subtle" size="compact-sm" aria-expanded={isTable} onClick={() => setTable(!isTable)}>
          {isTable ? 'Hide table' : 'Show as table'}
        </Button>
      }
    >
      {data === undefined && error !== null ? (
        <ErrorState error={error} onRetry={() => void query.refetch()} />
      ) : (
        <Text size="sm" mb="sm">
          {data === undefined ? 'Loading …' : summary}
        </Text>
      )}
      {data !== undefined && data.deliveries.length > 0 && (
        <>
          <Picture hours={hours} summary={summary} />
          <Legend isPartial={since !== null} />
        </>
      )}
      {isTable && data !== undefined && <HoursTable hours={hours} />}
    </Panel>
  );
}

const HEIGHT = 96;
const SLOT = 20;
const PARTS = ['other', 'failed', 'delivered'] as const;

function Picture({ hours, summary }: { hours: readonly HealthHour[]; summary: string }) {
  const most = Math.max(1, ...hours.map(({ delivered, failed, other }) => delivered + failed + other));
  return (
    <svg
      className={classes.picture}
      viewBox={`0 0 ${hours.length * SLOT} ${HEIGHT + 2}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={summary}
    >
      <defs>
        {/* Not by color alone: what failed is hatched. */}
        <pattern id="failed" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="5" height="5" className={classes.failed} />
          <line x1="0" y1="0" x2="0" y2="5" className={classes.hatch} />
        </pattern>
      </defs>
      <line x1="0" x2={hours.length * SLOT} y1={HEIGHT + 1} y2={HEIGHT + 1} className={classes.axis} />
      {hours.map((hour, index) => (
        <Bar key={hour.start} hour={hour} x={index * SLOT} scale={HEIGHT / most} />
      ))}
    </svg>
  );
}

function Bar({ hour, x, scale }: { hour: HealthHour; x: number; scale: number }) {
  let top = HEIGHT;
  const results = `${hour.delivered} delivered, ${hour.failed} failed, ${hour.other} other`;
  return (
    <g>
      <title>{`${timeOf(hour)}: ${hour.counted === 'none' ? 'not counted' : results}${hour.counted === 'in part' ? ', counted in part' : ''}`}</title>
      {hour.counted !== 'all' && (
        <rect x={x} y={0} width={SLOT} height={HEIGHT} className={classes.uncounted} />
      )}
      {PARTS.toReversed().map((part) => {
        const height = hour[part] * scale;
        top -= height;
        if (height === 0) return null;
        const fill = part === 'failed' ? { fill: 'url(#failed)' } : { className: classes[part] };
        return <rect key={part} x={x + 3} y={top} width={SLOT - 6} height={height} {...fill} />;
      })}
    </g>
  );
}

function Legend({ isPartial }: { isPartial: boolean }) {
  return (
    <ul className={classes.legend}>
      <li>
        <span className={classes.delivered} data-swatch /> Delivered
      </li>
      <li>
        <span className={classes.failed} data-swatch data-hatched /> Failed
      </li>
      <li>
        <span className={classes.other} data-swatch /> On the way or cancelled
      </li>
      {isPartial && (
        <li>
          <span className={classes.uncounted} data-swatch /> Not counted, or in part
        </li>
      )}
      <Box component="li" ml="auto">
        24 hours ago to now
      </Box>
    </ul>
  );
}

function HoursTable({ hours }: { hours: readonly HealthHour[] }) {
  const some = hours.filter(
    ({ delivered, failed, other, counted }) => counted !== 'all' || delivered + failed + other > 0,
  );
  return (
    <Table mt="md" aria-label="Deliveries by hour">
      <Table.Thead>
        <Table.Tr>
          {['Hour', 'Delivered', 'Failed', 'Other'].map((title) => (
            <Table.Th key={title} scope="col">
              {title}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {some.map((hour) => (
          <Table.Tr key={hour.start}>
            <Table.Th scope="row">
              {timeOf(hour)}
              {hour.counted === 'in part' && ' (in part)'}
            </Table.Th>
            {hour.counted === 'none' ? (
              <Table.Td colSpan={3}>Not counted</Table.Td>
            ) : (
              <>
                <Table.Td>{hour.delivered}</Table.Td>
                <Table.Td>{hour.failed}</Table.Td>
                <Table.Td>{hour.other}</Table.Td>
              </>
            )}
          </Table.Tr>
        ))}
        {some.length === 0 && (
          <Table.Tr>
            <Table.Td colSpan={4}>No deliveries</Table.Td>
          </Table.Tr>
        )}
      </Table.Tbody>
    </Table>
  );
}

const hourFormat = new Intl.DateTimeFormat('en', { weekday: 'short', hour: '2-digit', minute: '2-digit' });
const timeFormat = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit' });
const timeOf = ({ start }: HealthHour): string => hourFormat.format(start);
