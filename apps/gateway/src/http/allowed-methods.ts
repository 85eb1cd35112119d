import { operations, splitRoute } from '@parley/contracts';

const routes = operations.map(({ route }) => {
  const { method, path } = splitRoute(route);
  return { method, pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`) };
});

/** The methods that operations with this URL have, as the header `Allow` lists them; `null` if there is none. */
export function allowedMethods(url: string): string | null {
  const [path = ''] = url.split('?');
  const methods = routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
  if (methods.length === 0) return null;
  return [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].sort().join(', ');
}
