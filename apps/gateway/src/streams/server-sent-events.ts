/** Lines of Server-Sent Events (WHATWG HTML, section 9.2). */

/** An event with its data on one line: JSON escapes line ends. */
export const eventMessage = (position: string, data: string): Buffer =>
  Buffer.from(`id: ${position}\ndata: ${data}\n\n`);

/** Tells the client where it is, without an event: it reconnects from there. */
export const positionMessage = (position: string): string => `id: ${position}\n\n`;

/** A line that clients ignore. */
export const HEARTBEAT = ':\n\n';

/** Tells the client how long to wait until it connects again, in milliseconds. */
export const retryMessage = (ms: number): string => `retry: ${Math.round(ms)}\n\n`;
