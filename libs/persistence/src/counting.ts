import type { Execute } from './execute.ts';
import { COUNT_CAP, type ListDefinition } from './list.ts';
import { askedOfAll, countedOf, CUT, leftOf, metOf, wayOf, type Matching } from './matching.ts';
import { nameOf } from './row-statements.ts';

/** So few rows can all be asked: 0.2 s where each is asked for a word. */
const FEW = 40_000;
/** So many rows at this end of a sort tell how common matches are along it. */
const SAMPLED = 5_000;
/** Where one in so many matches, there soon are more than anybody counts. */
const SPARSE = 8;
/** No further: what is common here may be nowhere beyond. */
const FURTHEST = 100_000;

/** How many rows match, and how they are gathered with the least work. What both need is looked for once. */
export class Counting {
  #least: Promise<Matching> | undefined;

  constructor(
    private readonly list: ListDefinition<unknown>,
    private readonly matching: Matching,
    private readonly sort: { by: string; order: 'asc' | 'desc' },
    private readonly execute: Execute,
  ) {}

  /**
   * What matches as it is to be gathered: where rows are few that other filters leave, these are asked, and nothing is
   * gathered that an index finds among all rows.
   */
  least(): Promise<Matching> {
    return (this.#least ??= this.#findLeast());
  }

  /** Answers up to one more than `COUNT_CAP`. */
  async matches(): Promise<number> {
    const least = await this.least();
    const isWalked = wayOf(least) === 'walked' && !least.isGathered;
    return (isWalked ? await this.#alongTheSort() : undefined) ?? this.#count(least.total);
  }

  async #findLeast(): Promise<Matching> {
    const { list, matching } = this;
    if (wayOf(matching) !== 'walked' || !matching.isNarrowed || matching.isOwnSet) return matching;
    const left = await this.#count(leftOf(list, matching, FEW + 1));
    return left > FEW ? matching : askedOfAll(list, matching);
  }

  /** How many match where they are so common at this end that there are more than anybody counts. */
  async #alongTheSort(): Promise<number | undefined> {
    if ((await this.#met(SAMPLED)) * SPARSE < SAMPLED) return undefined;
    const matches = await this.#met(FURTHEST);
    return matches > COUNT_CAP ? matches : undefined;
  }

  #met(most: number): Promise<number> {
    const rows = metOf(this.list, this.matching, { ...this.sort, most });
    return this.#count(countedOf(`select 1 from ${rows} where ${this.matching.asked} ${CUT}`));
  }

  async #count(counted: string): Promise<number> {
    const text = `select (${counted}) as n`;
    const [row] = await this.execute<{ n: number }>(nameOf(this.list, text), text, this.matching.values);
    return row?.n ?? 0;
  }
}
