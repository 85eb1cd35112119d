export const EXCEPTIONS: Readonly<Record<string, string>>;
