/** Levels of quotes and lists that are shown: each line repeats them, so that unbounded ones would multiply the text. */
const LEVELS_MAX = 10;

/** Builds a plain text of lines behind quotation marks and indentation, from what a reader of HTML meets. */
export class TextLines {
  private readonly lines: string[] = [];
  /** The line that is written: its parts, as a text that is looked at while it grows would be copied for each of them. */
  private parts: string[] = [];
  private isBlank = true;
  private endsInBlank = false;
  private quotes = 0;
  private lists = 0;
  private marker = '';
  private isBlankDue = false;
  private isCellDue = false;

  /** Adds text whose white space means no more than a blank. */
  flowing(text: string): void {
    const words = text.replaceAll(/[ \t\n\r\f]+/g, ' ');
    const isSpaced = this.parts.length === 0 || this.endsInBlank || this.isCellDue;
    this.add(isSpaced && words.startsWith(' ') ? words.slice(1) : words);
  }

  /** Adds text whose line ends and blanks count. */
  preformatted(text: string): void {
    const [first = '', ...rest] = text.split('\n');
    this.add(first);
    for (const line of rest) {
      this.lineBreak();
      this.add(line);
    }
  }

  /** Ends the line, or leaves an empty one. */
  lineBreak(): void {
    this.startParagraph();
    this.push();
  }

  /** Ends the line if something is in it. */
  block(): void {
    if (!this.isBlank || this.marker !== '') this.push();
    else this.clear();
  }

  /** Ends the line, and puts a blank one before what follows. */
  paragraph(): void {
    // The text of an item begins beside its marker, even in a paragraph.
    if (this.isBlank && this.marker !== '') return;
    this.block();
    this.isBlankDue = !/^[> ]*$/.test(this.lines.at(-1) ?? '');
  }

  openQuote(): void {
    this.paragraph();
    this.startParagraph();
    this.quotes += 1;
  }

  closeQuote(): void {
    this.block();
    this.quotes = Math.max(0, this.quotes - 1);
    this.paragraph();
  }

  openList(): void {
    if (this.lists === 0) this.paragraph();
    else this.block();
    this.lists += 1;
  }

  closeList(): void {
    this.block();
    this.lists = Math.max(0, this.lists - 1);
    if (this.lists === 0) this.paragraph();
  }

  /** Begins an item of a list. */
  item(marker: string): void {
    this.block();
    this.startParagraph();
    this.marker = marker;
  }

  /** Begins a cell of a table: beside the one before it, if that has text on this line. */
  cell(): void {
    this.isCellDue = !this.isBlank;
  }

  end(): string {
    this.block();
    return this.lines.join('\n').replace(/^\n+/, '').trimEnd().replaceAll('\u00A0', ' ');
  }

  private add(text: string): void {
    if (text === '') return;
    if (text.trim() !== '') {
      if (this.isBlank) this.startParagraph();
      if (this.isCellDue) this.parts.push(this.endsInBlank ? '| ' : ' | ');
      this.isCellDue = false;
      this.isBlank = false;
    }
    this.parts.push(text);
    this.endsInBlank = text.endsWith(' ');
  }

  private startParagraph(): void {
    if (this.isBlankDue) this.lines.push(this.prefix('').trimEnd());
    this.isBlankDue = false;
  }

  private push(): void {
    this.lines.push((this.prefix(this.marker) + this.parts.join('')).trimEnd());
    this.marker = '';
    this.clear();
  }

  private clear(): void {
    this.parts = [];
    this.isBlank = true;
    this.endsInBlank = false;
    this.isCellDue = false;
  }

  private prefix(marker: string): string {
    const level = Math.min(this.lists, LEVELS_MAX);
    const indentation = marker === '' ? '  '.repeat(level) : '  '.repeat(Math.max(0, level - 1)) + marker;
    return '> '.repeat(Math.min(this.quotes, LEVELS_MAX)) + indentation;
  }
}
