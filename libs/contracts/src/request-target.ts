import { splitRoute, type Method, type Operation } from './operation.ts';

/** Method and target of the request for an operation: path parameters filled in and query appended, both encoded. */
export function requestTarget(
  { route }: Pick<Operation, 'route'>,
  { params = {}, query = {} }: { params?: Record<string, string>; query?: Record<string, unknown> },
): { method: Method; target: string } {
  const { method, path } = splitRoute(route);
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  );
  return { method, target: search.size === 0 ? filled : `${filled}?${search.toString()}` };
}
