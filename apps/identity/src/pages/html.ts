/** Text that is HTML already: made by {@link html}, never out of what somebody sent. */
export class Html {
  constructor(readonly text: string) {}
}

type Value = string | number | Html | readonly Html[] | null;

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** HTML in which every value is text, unless it is HTML itself; `null` is nothing. Attributes must be quoted. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  let text = parts[0] ?? '';
  values.forEach((value, index) => (text += shown(value) + (parts[index + 1] ?? '')));
  return new Html(text);
}

function shown(value: Value): string {
  if (value === null) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(({ text }) => text).join('\n');
  return String(value).replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
}
