import type { Method } from './model.mjs';

/** The guide, some text of the block, and why it has no samples. */
export type LeftOut = readonly [guide: string, part: string, reason: string];

export function readGuides(): Promise<Record<string, string>>;
export function guideSamples(
  methods: readonly Method[],
  guides: Readonly<Record<string, string>>,
  leftOut?: readonly LeftOut[],
): Record<string, Record<string, string>>;
