import { describe, expect, it } from '@jest/globals';
import { axisEnd, chartEnd, shareInWords, summarize } from './usage.ts';

const minutes = (...counts: [number, number][]) =>
  counts.map(([requests, refused]) => ({
    minute: '2026-11-21T06:30:00.000Z',
    requests,
    rate_limited: refused,
  }));

describe('the usage of an hour', () => {
  it('is summed up', () => {
    expect(summarize(minutes([3, 0], [60, 7], [0, 0]))).toEqual({ total: 63, busiest: 60, refused: 7 });
    expect(summarize([])).toEqual({ total: 0, busiest: 0, refused: 0 });
  });

  it('is told as a share of the limit', () => {
    expect([0, 1, 41, 600].map((requests) => shareInWords(requests, 600))).toEqual([
      '0 (0 %)',
      '1 (below 1 %)',
      '41 (7 %)',
      '600 (100 %)',
    ]);
  });

  it('is drawn below a round number', () => {
    expect([0, 1, 3, 5, 6, 11, 21, 51, 300].map(axisEnd)).toEqual([1, 1, 5, 5, 10, 20, 50, 100, 500]);
  });

  it('is drawn with the limit once a fifth of it is used', () => {
    expect(chartEnd(minutes([11, 0]), 60)).toBe(20);
    expect(chartEnd(minutes([12, 0]), 60)).toBe(100);
    expect(chartEnd(minutes([60, 55]), 60)).toBe(200);
    expect(chartEnd([], 60)).toBe(5);
    expect(chartEnd(minutes([300, 0]), null)).toBe(500);
  });
});
