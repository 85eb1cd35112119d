import type { ChildProcess } from 'node:child_process';

export function logsFolder(): string;
export function keepLog(child: ChildProcess, name: string): void;
export function rememberPasswords(answer: unknown): void;
export function findSecrets(text: string, passwords?: ReadonlySet<string>): string[];
export function searchLogs(folder?: string): { lines: number; passwords: number; findings: string[] };
