import { expect, it } from '@jest/globals';
import { generatePassword } from './password.ts';

it('a generated password has 20 unambiguous characters and never repeats', () => {
  const made = Array.from({ length: 100 }, generatePassword);
  expect(new Set(made).size).toBe(100);
  for (const password of made) expect(password).toMatch(/^[a-km-np-zA-HJ-NP-Z2-9]{20}$/);
});
