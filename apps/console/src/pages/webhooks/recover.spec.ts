import { describe, expect, it } from '@jest/globals';
import { ApiFailure } from '../../api/errors.ts';
import { recoverAll } from './recover.ts';

type Answer = { recovered: number; has_more: boolean } | ApiFailure;

function recoverWith(answers: Answer[]) {
  const counts: number[] = [];
  const pauses: number[] = [];
  const result = recoverAll({
    request: () => {
      const answer = answers.shift();
      if (answer === undefined) return Promise.reject(new Error('one request too many'));
      return answer instanceof ApiFailure ? Promise.reject(answer) : Promise.resolve(answer);
    },
    onProgress: (count) => counts.push(count),
    pause: (seconds) => {
      pauses.push(seconds);
      return Promise.resolve();
    },
  });
  return { result, counts, pauses };
}

const full = { recovered: 10_000, has_more: true };
const refused = new ApiFailure(429, null, 12);

describe('a recovery', () => {
  it('goes on until nothing is left, and tells how far it is', async () => {
    const { result, counts, pauses } = recoverWith([full, full, { recovered: 3, has_more: false }]);
    expect(await result).toBe(20_003);
    expect([counts, pauses]).toEqual([[10_000, 20_000, 20_003], []]);
  });

  it('waits for as long as the rate limit asks for', async () => {
    const { result, pauses } = recoverWith([full, refused, { recovered: 1, has_more: false }]);
    expect(await result).toBe(10_001);
    expect(pauses).toEqual([12]);
  });

  it('ends with any other failure, after what was done has been told', async () => {
    const failure = new ApiFailure(500, null);
    const { result, counts } = recoverWith([full, failure]);
    await expect(result).rejects.toBe(failure);
    expect(counts).toEqual([10_000]);
  });

  it('does not wait for ever', async () => {
    const { result, pauses } = recoverWith(Array.from({ length: 6 }, () => refused));
    await expect(result).rejects.toBe(refused);
    expect(pauses).toHaveLength(5);
  });
});
