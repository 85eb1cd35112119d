export function percentile(values: readonly number[], share: number): number;
