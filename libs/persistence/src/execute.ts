/** Runs one prepared statement. */
export type Execute = <Row>(name: string, text: string, values: readonly unknown[]) => Promise<Row[]>;
