import { describe, expect, it } from '@jest/globals';
import { scenariosIn } from './scenarios.ts';

const outcomes = await scenariosIn('node');

describe('the client library for Node', () => {
  it.each(outcomes)('$id: $title', ({ problems }) => {
    expect(problems).toEqual([]);
  });
});
