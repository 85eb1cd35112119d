import { hasAddress, hasDate } from './attributions.ts';
import { withoutRules } from './line-forms.ts';
import { HEADER_LABELS } from './phrases.ts';
import type { QuoteLine } from './quote-line.ts';

/** Characters before the colon of a label, and lines of a block: recipients wrap over many. */
const LABEL_MAX = 24;
const LINES_MAX = 16;
/** Lines that one value wraps over. */
const WRAPPED_MAX = 5;

/**
 * How many lines a block of headers has that begins at the line, as Outlook puts one above a quotation; 0 if there is none. It names a
 * sender, a date that is one, and a recipient or a subject; without an address in it all four, so that prose with words before colons
 * is none. A line below another header begins no block.
 */
export function headerBlockLength(lines: readonly QuoteLine[], at: number): number {
  if (labelOf(lines[at - 1]?.text ?? '') !== null) return 0;
  const level = lines[at]?.level ?? 0;
  const values = new Map<string, string>();
  let label: string | null = null;
  let wrapped = 0;
  let length = 0;
  for (let next = at; next < lines.length && next < at + LINES_MAX; next += 1) {
    const line = lines[next];
    if (line === undefined || line.level !== level) break;
    if (line.text === '') {
      // A program that makes text of HTML leaves blank lines between the headers.
      if (label === null || labelOf(lines[next + 1]?.text ?? '') === null) break;
      continue;
    }
    const header = labelOf(line.text);
    if (header !== null) {
      label = header.label;
      wrapped = 0;
      if (!values.has(label)) values.set(label, header.value);
    } else {
      wrapped += 1;
      if (label === null || wrapped > WRAPPED_MAX) break;
      if (isComplete(values)) break;
      values.set(label, `${values.get(label) ?? ''} ${line.text}`);
    }
    if (header !== null || !isComplete(values)) length = next - at + 1;
  }
  return isComplete(values) ? length : 0;
}

function isComplete(values: ReadonlyMap<string, string>): boolean {
  const from = values.get('from');
  const date = values.get('date');
  if (from === undefined || date === undefined || !hasDate(date)) return false;
  const to = values.get('to');
  const isAddressed = hasAddress(from) || (to !== undefined && hasAddress(to));
  return isAddressed ? to !== undefined || values.has('subject') : to !== undefined && values.has('subject');
}

/** The header that a line begins with: `From: …`, `*Von:* …`, `De : …`, `发件人：…`. */
function labelOf(text: string): { label: string; value: string } | null {
  const colon = text.slice(0, LABEL_MAX + 4).search(/[:：]/);
  if (colon < 1) return null;
  const name = withoutRules(text.slice(0, colon)).toLowerCase();
  const label = HEADER_LABELS.get(name);
  return label === undefined ? null : { label, value: withoutRules(text.slice(colon + 1)) };
}
