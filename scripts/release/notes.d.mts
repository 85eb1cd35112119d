export function notesOf(
  changelog: string,
  release: { registry: string; digests: Record<string, string>; nodeImage: string },
): string;
