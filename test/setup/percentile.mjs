/** The value that a share of the numbers (0 to 1) does not exceed, by nearest rank; 0 without numbers. */
export function percentile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}
