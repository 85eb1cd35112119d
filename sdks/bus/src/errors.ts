/** Thrown by a handler for an event that no repetition would process: it becomes a dead letter at once. */
export class UnprocessableEventError extends Error {
  override readonly name = 'UnprocessableEventError';
}
