import { SingleBar } from 'cli-progress';

export interface Progress {
  update(done: number): void;
  /** Makes room for a line; the bar appears again below it. */
  clear(): void;
  stop(): void;
}

/** A progress bar on standard error until it stops; none without a terminal or anything to do. */
export function showProgress(label: string, total: number, output = process.stderr): Progress {
  const nothing = () => undefined;
  if (!output.isTTY || total === 0) return { update: nothing, clear: nothing, stop: nothing };
  const bar = new SingleBar({
    format: `${label} {bar} {percentage} % | {value} of {total}`,
    stream: output,
    barCompleteChar: '█',
    barIncompleteChar: '░',
    barsize: 30,
    // The settings of the terminal stay as they are: what Ctrl-C ends could not restore them.
    linewrap: true,
    clearOnComplete: true,
  });
  bar.start(total, 0);
  return {
    update: (done) => bar.update(done),
    clear: () => void output.write('\r\u001B[K'),
    stop: () => bar.stop(),
  };
}
