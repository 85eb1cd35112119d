/** What a server offers (RFC 5321 section 4.1.1.1). */
export interface Offer {
  /** Bytes of the largest mail (RFC 1870), or null for no limit. */
  readonly sizeMax: number | null;
  /** Whether addresses may have letters beyond ASCII (RFC 6531). */
  readonly hasUtf8: boolean;
  /** Names of the SASL mechanisms (RFC 4954), in capital letters. */
  readonly mechanisms: ReadonlySet<string>;
}

/** Reads the answer to EHLO. One to HELO offers nothing. */
export function parseEhlo(answer: string): Offer {
  const lines = answer
    .split(/\r?\n/)
    .slice(1)
    .map((line) => line.slice(4).toUpperCase().split(/[ =]+/));
  const parameters = (keyword: string) =>
    lines.filter(([name]) => name === keyword).map((line) => line.slice(1));
  const size = Number(parameters('SIZE')[0]?.[0] ?? 0);
  return {
    sizeMax: size > 0 ? size : null,
    hasUtf8: parameters('SMTPUTF8').length > 0,
    mechanisms: new Set(parameters('AUTH').flat()),
  };
}
