import type { UsageMinute } from '@parley/contracts/console';
import { VisuallyHidden } from '@mantine/core';
import { useId, useState } from 'react';
import { chartEnd } from './usage.ts';
import classes from './usage.module.css';

interface MinutesChartProps {
  minutes: readonly UsageMinute[];
  /** Requests per minute that the plan allows; null for any number. */
  limit: number | null;
}

const WIDTH = 720;
const HEIGHT = 240;
const LEFT = 44;
const BOTTOM = 24;
const TOP = 12;
const plotWidth = WIDTH - LEFT;
const plotHeight = HEIGHT - BOTTOM - TOP;

const clock = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const timeOf = ({ minute }: UsageMinute): string => clock.format(new Date(minute));

/** Bars of requests per minute, with the limit as a line; the same numbers follow as a table for screen readers. */
export function MinutesChart({ minutes, limit }: MinutesChartProps) {
  const id = useId();
  const [pointed, setPointed] = useState<UsageMinute | null>(null);
  const end = chartEnd(minutes, limit);
  const y = (value: number) => TOP + plotHeight * (1 - value / end);
  const step = plotWidth / minutes.length;
  const x = (index: number) => LEFT + index * step;
  return (
    <figure className={classes.chart}>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-labelledby={id}
        onMouseLeave={() => setPointed(null)}
      >
        <title
          id={id}
        >{`Requests per minute in the last hour${limit === null ? '' : `, against a limit of ${limit}`}`}</title>
        {[0, end / 2, end].map((value) => (
          <g key={value}>
            <line className={classes.grid} x1={LEFT} x2={WIDTH} y1={y(value)} y2={y(value)} />
            <text className={classes.tick} x={LEFT - 8} y={y(value) + 4} textAnchor="end">
              {value.toLocaleString('en')}
            </text>
          </g>
        ))}
        {minutes.map((minute, index) => (
          <g key={minute.minute} onMouseEnter={() => setPointed(minute)}>
            <rect className={classes.hit} x={x(index)} y={TOP} width={step} height={plotHeight} />
            <rect
              className={classes.bar}
              x={x(index) + 1}
              width={step - 2}
              y={y(minute.requests)}
              height={y(0) - y(minute.requests)}
              rx={2}
            />
            <rect
              className={classes.refused}
              x={x(index) + 1}
              width={step - 2}
              y={y(minute.requests + minute.rate_limited)}
              height={y(0) - y(minute.rate_limited)}
              rx={2}
            />
            {index % 15 === 0 && (
              <text className={classes.tick} x={x(index)} y={HEIGHT - 6}>
                {timeOf(minute)}
              </text>
            )}
          </g>
        ))}
        {limit !== null && limit <= end && <LimitLine y={y(limit)} limit={limit} />}
      </svg>
      <figcaption className={classes.legend}>
        {pointed === null ? (
          <>
            <span className={classes.keyBar}>Requests</span>
            <span className={classes.keyRefused}>Refused with 429</span>
            {limit !== null && limit > end && (
              <span>The limit of {limit.toLocaleString('en')} is far above</span>
            )}
          </>
        ) : (
          <strong>
            {timeOf(pointed)}: {pointed.requests} requests
            {pointed.rate_limited > 0 && `, ${pointed.rate_limited} refused`}
          </strong>
        )}
      </figcaption>
      <MinutesTable minutes={minutes} />
    </figure>
  );
}

function MinutesTable({ minutes }: { minutes: readonly UsageMinute[] }) {
  return (
    <VisuallyHidden>
      <table>
        <caption>Minutes with requests</caption>
        <thead>
          <tr>
            <th scope="col">Minute</th>
            <th scope="col">Requests</th>
            <th scope="col">Refused</th>
          </tr>
        </thead>
        <tbody>
          {minutes
            .filter(({ requests, rate_limited: refused }) => requests + refused > 0)
            .map((minute) => (
              <tr key={minute.minute}>
                <th scope="row">{timeOf(minute)}</th>
                <td>{minute.requests}</td>
                <td>{minute.rate_limited}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </VisuallyHidden>
  );
}

function LimitLine({ y, limit }: { y: number; limit: number }) {
  return (
    <g>
      <line className={classes.limit} x1={LEFT} x2={WIDTH} y1={y} y2={y} />
      <text className={classes.limitText} x={WIDTH} y={y - 5} textAnchor="end">
        Limit {limit.toLocaleString('en')}
      </text>
    </g>
  );
}
