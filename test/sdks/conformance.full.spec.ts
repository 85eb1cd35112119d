import { describe, expect, it } from '@jest/globals';
import { presentLanguages } from './languages.mjs';
import { scenariosIn } from './scenarios.ts';

const FORMS = { python: ['python', 'python-async'], ruby: ['ruby'], php: ['php'] };

// One after the other: times are measured.
for (const form of ['node', ...presentLanguages().flatMap((language) => FORMS[language])]) {
  const outcomes = await scenariosIn(form);
  describe(`the client library for ${form}`, () => {
    it.each(outcomes)('$id: $title', ({ problems }) => {
      expect(problems).toEqual([]);
    });
  });
}
