/** Bytes per second. Throws if a response is not 201. */
export function upload(
  target: { url: string; headers?: Readonly<Record<string, string>> },
  load: { count: number; size: number; parallel: number },
): Promise<number>;
