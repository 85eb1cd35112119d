/**
 * A token with another character in its middle, which is never the token itself: a fixed end might be its own end, and the last
 * character of base64 may hold bits that decoding ignores.
 */
export function altered(token: string): string {
  const middle = token.length >> 1;
  return `${token.slice(0, middle)}${token[middle] === 'A' ? 'B' : 'A'}${token.slice(middle + 1)}`;
}
