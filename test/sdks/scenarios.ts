import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { operator, operatorEnv } from '../e2e/platform.ts';

export interface Outcome {
  id: string;
  title: string;
  /** What was not as the scenario says. */
  problems: string[];
}

const program = join(import.meta.dirname, '../../sdks/conformance/run.mjs');

/** Runs all scenarios with the library of a language, in a workspace of its own. Throws what the suite printed if it ended early. */
export async function scenariosIn(language: string): Promise<Outcome[]> {
  const { credentials } = await operator.workspace();
  const env = {
    ...process.env,
    DATA_DIR: operatorEnv['DATA_DIR'],
    WORKSPACE_CREDENTIALS: JSON.stringify(credentials),
  };
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [program, language, '--json'],
      { env, maxBuffer: 2 ** 26 },
      (_, stdout, stderr) => {
        if (stdout === '') reject(new Error(`${language}: ${stderr}`));
        else resolve(JSON.parse(stdout) as Outcome[]);
      },
    );
  });
}
