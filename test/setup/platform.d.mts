import type { ChildProcess } from 'node:child_process';

export declare const FAST_PASSWORDS: Readonly<Record<string, string>>;
export declare const SHARED_SETTINGS: Readonly<Record<string, string>>;
export declare function untilReady(child: ChildProcess, name: string): Promise<void>;
