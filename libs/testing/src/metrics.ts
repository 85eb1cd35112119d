export interface MetricSample {
  /** Name with the suffix of a histogram: `…_bucket`, `…_sum`, `…_count`. */
  name: string;
  labels: Record<string, string>;
  value: number;
}

const LINE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/;
const LABEL = /([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"/g;

/** The samples of a text in the Prometheus format. Throws for a line that is none. */
export function parseMetrics(text: string): MetricSample[] {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map((line) => {
    const [, name, labels = '', value] = LINE.exec(line) ?? [];
    if (name === undefined) throw new Error(`not a sample: ${line}`);
    const pairs = [...labels.matchAll(LABEL)].map(([, label, text = '']) => [label, text] as const);
    return { name, labels: Object.fromEntries(pairs) as Record<string, string>, value: Number(value) };
  });
}

/** The sum of the samples of a metric that have these labels; `undefined` if there are none. */
export function metricValue(
  samples: readonly MetricSample[],
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number | undefined {
  const found = samples.filter(
    (sample) =>
      sample.name === name &&
      Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
  );
  return found.length === 0 ? undefined : found.reduce((sum, { value }) => sum + value, 0);
}
