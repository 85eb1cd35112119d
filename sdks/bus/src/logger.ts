/** A logger such as that of pino. Fields never contain the data of an event or the URL of the broker. */
export interface Logger {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
