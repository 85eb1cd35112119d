// The text of a macro: variables in double braces, with what stands in for one without a value.

/** Variables whose values every record and its caller have, or lack. */
export const MACRO_VARIABLES = [
  'contact.name',
  'contact.first_name',
  'contact.email',
  'contact.phone',
  'contact.company',
  'user.name',
  'user.first_name',
  'user.email',
  'number',
  'subject',
  'status',
  'priority',
  'assignee.name',
  'team.name',
] as const;

/** Variables of custom fields: of the record, and of its contact. */
const CUSTOM = /^(?:contact\.)?custom\.(.{1,255})$/u;

const VARIABLE = /\{\{([^{}]*)\}\}/gu;

/** Values of the variables of a text by their names; what is missing has no value. */
export type MacroValues = Readonly<Record<string, string | undefined>>;

const nameOf = (inside: string): string => (inside.split('|', 1)[0] ?? '').trim();
const fallbackOf = (inside: string): string => {
  const bar = inside.indexOf('|');
  return bar === -1 ? '' : inside.slice(bar + 1).trim();
};

/** The names of the variables of a text, each once. */
export const variablesOf = (text: string): string[] => [
  ...new Set([...text.matchAll(VARIABLE)].map(([, inside = '']) => nameOf(inside))),
];

const isVariable = (name: string): boolean =>
  (MACRO_VARIABLES as readonly string[]).includes(name) || CUSTOM.test(name);

/** What is wrong with the variables of a text, or `null`. */
export function macroTextProblem(text: string): string | null {
  const unknown = variablesOf(text).find((name) => !isVariable(name));
  if (unknown !== undefined) return `has an unknown variable: {{${unknown}}}`;
  return text.replaceAll(VARIABLE, '').includes('{{') ? 'has {{ without }}' : null;
}

/** Puts values in the place of variables, once: a value that looks like a variable stays as it is. */
export const renderMacro = (text: string, values: MacroValues): string =>
  text.replaceAll(VARIABLE, (_, inside: string) => {
    const name = nameOf(inside);
    const value = Object.hasOwn(values, name) ? (values[name] ?? '') : '';
    return value.trim() === '' ? fallbackOf(inside) : value;
  });
