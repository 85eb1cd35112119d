export interface SyncResult {
  changes: number;
  /** Time from the first change to the last. */
  seconds: number;
  polls: number;
  /** Requests of the polls, and records that they read. */
  requests: number;
  reads: number;
  /** Records that there are at the end. */
  records: number;
  /** Records that the copy lacks, has in an older form, or has although they do not exist. */
  missing: number;
  stale: readonly { copied: unknown; actual: unknown }[];
  unexpected: number;
}

export function syncDuringChanges(
  platform: { url: string; headers: Record<string, string> },
  options: {
    list?: 'tickets' | 'conversations' | 'contacts';
    changes: number;
    writers: number;
    seed: number;
    pauseMs: number;
  },
): Promise<SyncResult>;
