import { withoutInvisible } from '@parley/contracts';

export const DEFAULT_NAME = 'file';
export const NAME_MAX = 255;

const EXTENSION = /\.[^.\s]{1,20}$/u;

/** The name under which a file is kept and shown: without folders, in NFC, without deceptive characters, up to 255 characters. */
export function fileNameOf(given: string): string {
  const [last = ''] = withoutInvisible(given.toWellFormed()).split(/[/\\]/).slice(-1);
  const name = last.normalize('NFC').trim();
  return name === '' || /^\.+$/.test(name) ? DEFAULT_NAME : shortened(name);
}

function shortened(name: string): string {
  if (name.length <= NAME_MAX) return name;
  const [extension = ''] = EXTENSION.exec(name) ?? [];
  const stem = name.slice(0, NAME_MAX - extension.length);
  // Not in the middle of a character beyond the Basic Multilingual Plane.
  const whole = stem.isWellFormed() ? stem : stem.slice(0, -1);
  return `${whole}${extension}`.trim();
}
