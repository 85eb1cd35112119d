import { emailKey } from '@parley/contracts';

/**
 * A pattern of an e-mail address as LIKE wants it. Only `*` is a wildcard to callers; `%`, `_` and `\\` mean themselves.
 * @param order of the characters: an index of addresses written backwards also finds `*@example.com`
 */
export function addressPattern(filter: string, order: 'forwards' | 'backwards' = 'forwards'): string {
  const characters = [...emailKey(filter)];
  return (order === 'forwards' ? characters : characters.reverse())
    .join('')
    .replaceAll(/[\\%_]/g, '\\$&')
    .replaceAll('*', '%');
}
