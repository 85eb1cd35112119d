type Variables = Record<string, string>;

export function createdEnv(): Variables;
export function composeServices(): Record<string, { environment?: Record<string, string | null> }>;
export function environmentOf(service: string, env: Variables): Variables;
