import { Option, type Command } from 'commander';

/** A command as its help shows it. */
interface Described {
  readonly name: string;
  readonly group: string;
  /** What the overview shows; the first words of the description by default. */
  readonly summary?: string;
  readonly description: string;
  readonly example: string;
  readonly options?: readonly Option[];
}

/** Adds a command without an action. */
export function addCommand(
  program: Command,
  { name, group, summary, description, example, options = [] }: Described,
): Command {
  const added = program
    .command(name)
    .helpGroup(group)
    .description(description)
    .addHelpText('after', `\nExample:\n  ${example}`.trimEnd());
  if (summary !== undefined) added.summary(summary);
  for (const option of options) added.addOption(option);
  return added;
}

export const jsonOption = () => new Option('--json', 'Print JSON on a terminal too');
