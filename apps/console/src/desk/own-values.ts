/** What a field has sent and gets back later, when more has been typed: it must not replace that. */
export class OwnValues {
  readonly #expected: string[] = [];

  sent(value: string): void {
    this.#expected.push(value);
  }

  /** Whether the value that the field gets is one that it has sent; those before it do not come any more. */
  takeBack(value: string): boolean {
    const index = this.#expected.indexOf(value);
    if (index === -1) this.#expected.length = 0;
    else this.#expected.splice(0, index + 1);
    return index !== -1;
  }
}
