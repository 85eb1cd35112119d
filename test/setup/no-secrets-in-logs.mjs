// Fails a run in whose logs there is a token, a password, a client secret, an authorization header or a promise that was rejected
// without a handler; and a run of end-to-end stories that left no log, since then nothing has been searched.
import { rmSync } from 'node:fs';
import { logsFolder, searchLogs } from './logs.mjs';

export default class NoSecretsInLogs {
  #error;
  #ranStories = false;

  onTestResult({ path }, { testResults }) {
    const isStory = path.includes('/test/e2e/');
    this.#ranStories ||= isStory && testResults.some(({ status }) => status === 'passed');
  }

  onRunComplete() {
    const folder = logsFolder();
    const { lines, passwords, findings } = searchLogs(folder);
    rmSync(folder, { recursive: true, force: true });
    if (this.#ranStories && lines === 0) findings.push('no log was kept, so none was searched');
    if (lines > 0)
      console.log(`Findings in ${lines} lines of logs (${passwords} passwords known): ${findings.length}`);
    if (findings.length === 0) return;
    // With --json Jest does not print the errors of reporters.
    console.log(findings.join('\n'));
    this.#error = new Error(`${findings.length} findings in logs`);
  }

  getLastError() {
    return this.#error;
  }
}
