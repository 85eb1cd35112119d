/** Longest time that a page waits for the stream before it reads: it then reads again when the stream is there. */
const WAIT_MS = 1_000;

let streamHasStarted: () => void = () => undefined;
const started = new Promise<void>((resolve) => {
  streamHasStarted = resolve;
});
let limit: Promise<void> | undefined;

/** Tells that the event stream of this page was opened or refused. */
export { streamHasStarted };

/** Resolves when the first reads of a page may begin: what was read before the stream had to be read again. */
export function whenStreamHasStarted(): Promise<void> {
  limit ??= new Promise((resolve) => {
    setTimeout(resolve, WAIT_MS);
  });
  return Promise.race([started, limit]);
}
