interface Property {
  readonly name: string;
  readonly parameters: string;
  readonly value: string;
}

/** The text of METHOD (RFC 5546) that is put before the title; an invitation needs none. */
const METHODS: Readonly<Record<string, string>> = {
  CANCEL: 'Cancelled: ',
  COUNTER: 'Proposed: ',
  REPLY: 'Reply: ',
};
/** Characters of a calendar that are read for its summary. */
const CALENDAR_MAX = 256 * 1024;
const DATE = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(?:\d{2})?(Z)?)?$/;

/**
 * A text about the first event of a calendar (RFC 5545): its title, time, place, organizer and description. It is empty for a calendar
 * without an event that has one of them.
 */
export function calendarSummary(text: string): string {
  const properties = propertiesOf(text.slice(0, CALENDAR_MAX));
  const method = properties.find(({ name }) => name === 'METHOD')?.value.toUpperCase() ?? '';
  const start = properties.findIndex(
    ({ name, value }) => name === 'BEGIN' && /^V(?:EVENT|TODO)$/i.test(value),
  );
  if (start < 0) return '';
  const end = properties.findIndex(
    ({ name, value }, at) => at > start && name === 'END' && /^V(?:EVENT|TODO)$/i.test(value),
  );
  const event = withoutAlarms(properties.slice(start + 1, end < 0 ? undefined : end));
  const find = (wanted: string) => event.find(({ name }) => name === wanted);
  const value = (wanted: string) => unescaped(find(wanted)?.value ?? '').trim();
  const title = value('SUMMARY');
  const lines = [
    title === '' ? '' : `${METHODS[method] ?? ''}${title}`,
    labelled(
      'When',
      [dateOf(find('DTSTART')), dateOf(find('DTEND') ?? find('DUE'))]
        .filter((date) => date !== '')
        .join(' – '),
    ),
    labelled('Where', value('LOCATION')),
    labelled('Organizer', organizerOf(find('ORGANIZER'))),
  ].filter((line) => line !== '');
  return [lines.join('\n'), value('DESCRIPTION')].filter((part) => part !== '').join('\n\n');
}

const labelled = (label: string, value: string) => (value === '' ? '' : `${label}: ${value}`);

function propertiesOf(text: string): Property[] {
  const lines = text.replaceAll(/\r?\n[ \t]/g, '').split(/\r?\n/);
  return lines.flatMap((line) => {
    const [, name = '', parameters = '', value = ''] =
      /^([\w-]{1,100})((?:;[^;:"]*(?:"[^"]*"[^;:"]*)*)*):(.*)$/.exec(line) ?? [];
    return name === '' ? [] : [{ name: name.toUpperCase(), parameters, value }];
  });
}

/** The properties of the event itself: an alarm in it has a description, too. */
function withoutAlarms(properties: readonly Property[]): Property[] {
  let depth = 0;
  return properties.filter(({ name }) => {
    if (name === 'BEGIN') depth += 1;
    const isOwn = depth === 0;
    if (name === 'END') depth -= 1;
    return isOwn;
  });
}

/** A time with the name of its zone, as the calendar has it: no zone is converted into another one. */
function dateOf(property: Property | undefined): string {
  const [, year, month, day, hours, minutes, utc] = DATE.exec(property?.value.trim() ?? '') ?? [];
  if (property === undefined || year === undefined) return '';
  const zone = utc === undefined ? (/;TZID="?([^;:"]{1,100})/i.exec(property.parameters)?.[1] ?? '') : 'UTC';
  const time = hours === undefined ? '' : ` ${hours}:${minutes ?? '00'}`;
  return `${year}-${month ?? ''}-${day ?? ''}${time}${zone === '' || time === '' ? '' : ` (${zone})`}`;
}

function organizerOf(property: Property | undefined): string {
  if (property === undefined) return '';
  const [, name] = /;CN="?([^;:"]{1,200})/i.exec(property.parameters) ?? [];
  return name ?? property.value.replace(/^mailto:/i, '');
}

function unescaped(value: string): string {
  return value.replaceAll(/\\([nN\\;,])/g, (_, one: string) => (one.toLowerCase() === 'n' ? '\n' : one));
}
