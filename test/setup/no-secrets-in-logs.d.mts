export default class NoSecretsInLogs {
  onRunComplete(): void;
  getLastError(): Error | undefined;
}
