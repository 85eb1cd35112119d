/**
 * Control and format characters, and what no font shows: they reorder or hide text. Joiners and variation selectors stay, which emoji
 * and scripts are written with.
 */
const INVISIBLE =
  /(?!\u200C|\u200D|\uFE0E|\uFE0F)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\uFFFD]/gu;

/** A name without characters by which it looks like another one: `invoice\u202Egpj.exe` looks like a picture. */
export function withoutInvisible(text: string): string {
  return text.replaceAll(INVISIBLE, '');
}
