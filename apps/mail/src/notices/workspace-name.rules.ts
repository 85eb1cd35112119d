const NAME_MAX = 40;
/** Fewer than a telephone number has that can be called from elsewhere. */
const DIGITS_MAX = 6;

/**
 * The name of a workspace as a mail of the product shows it, or null if nothing of it is left. Who makes a workspace chooses the name, and
 * could have us send it to anybody: it has no address of a page or of a person, no telephone number, one line and at most 40 characters.
 */
export function shownWorkspaceName(name: string): string | null {
  const words = name
    .toWellFormed()
    // Full-width forms of dots, slashes and digits become those of ASCII.
    .normalize('NFKC')
    // Mail programs make a link of `evil.com`, also without a scheme.
    .replaceAll(/\.(?=\S)/g, ' ')
    .replaceAll(/[^\p{L}\p{M}\p{N}&'’(),. -]+/gu, ' ');
  const isNumber = (words.match(/\p{N}/gu)?.length ?? 0) > DIGITS_MAX;
  const line = (isNumber ? words.replaceAll(/\p{N}+/gu, ' ') : words).replaceAll(/\s+/g, ' ').trim();
  const characters = [...line];
  const shown =
    characters.length > NAME_MAX ? `${characters.slice(0, NAME_MAX).join('').trim()}…` : characters.join('');
  return /[\p{L}\p{N}]/u.test(shown) ? shown : null;
}
