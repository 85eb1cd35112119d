export function valuesOf(text: string, registry: string, digests: Record<string, string>): string;
