export type UnreadableMailCode =
  /** More than 1,000 parts. */
  | 'too_many_parts'
  /** More than 50 levels of parts. */
  | 'too_deep'
  /** More than 1,000,000 lines. */
  | 'too_many_lines'
  /** More than 256 KiB of headers. */
  | 'headers_too_large'
  /** More time or memory than a mail may take. */
  | 'too_expensive'
  /** The thread that read it has ended. */
  | 'crashed';

/** Why a mail cannot be read. Its source is kept for a person to look at; a second try has the same end, except after `crashed`. */
export class UnreadableMailError extends Error {
  override readonly name = 'UnreadableMailError';

  constructor(
    readonly code: UnreadableMailCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
