export function findPgBouncer(): string | undefined;
export function startPgBouncer(
  serverUrl: string,
  users: Readonly<Record<string, string>>,
  port: number,
): Promise<{ url: string; stop(): Promise<void> }>;
