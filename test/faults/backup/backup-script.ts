import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const SCRIPT = join(import.meta.dirname, '../../../k8s/components/backup/backup.sh');

/** What the script works on: the database, by the URL of its owner, the folder of the files and that of the backups. */
export interface Place {
  readonly DATABASE_URL: string;
  readonly FILE_DIR: string;
  readonly BACKUP_DIR: string;
  readonly BACKUP_KEEP?: string;
}

/** Runs the script that the CronJob and docker compose run. Resolves with what it prints; rejects with its errors. */
export async function backupScript(place: Place, ...args: string[]): Promise<string> {
  const env = { PATH: process.env['PATH'], ...place };
  const { stdout } = await promisify(execFile)('bash', [SCRIPT, ...args], { env });
  return stdout.trim();
}

/** The name of a backup in what the script prints of it. */
export const nameIn = (printed: string): string => /^\d{8}T\d{6}Z/.exec(printed)?.[0] ?? '';
