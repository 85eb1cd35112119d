export type ComposingErrorCode =
  | 'invalid_address'
  | 'no_recipient'
  | 'html_too_large'
  | 'too_large'
  /** The composed mail cannot be stored until there is room. */
  | 'storage_full';

/** Why a mail cannot be composed. The message is a sentence for the person who wrote the mail. */
export class ComposingError extends Error {
  override readonly name = 'ComposingError';

  constructor(
    readonly code: ComposingErrorCode,
    message: string,
  ) {
    super(message);
  }
}
