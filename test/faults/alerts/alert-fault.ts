import type { Stage } from './stage.ts';

/** Repairs what is broken. */
export type Heal = () => unknown;

/** A fault of a running platform, and the alerts that tell of it. */
export interface AlertFault {
  readonly name: string;
  /** What is broken; where the fault itself cannot be provoked from outside, by what means instead. */
  readonly title: string;
  readonly alerts: readonly string[];
  /** Breaks something, under load, until the function that it answers is called. */
  begin(stage: Stage): Promise<Heal>;
}
