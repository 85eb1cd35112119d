/** A logger such as that of pino. Fields never contain the data of an event or the URL of the broker. */
export interface Logger {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Where a subscriber has none: what goes wrong is not lost, such as a broker that refuses the password. */
export const standardError: Logger = {
  info: () => undefined,
  warn: (fields, message) => console.warn(message, fields),
  error: (fields, message) => console.error(message, fields),
};
