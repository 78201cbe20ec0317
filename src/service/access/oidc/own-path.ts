/** Paths of our own pages, as the identity provider's way back leads to one. */

const BASE = 'http://flowarden.invalid';

/**
 * Returns path and query of a page of ours, else the start: a link must not lead to another host. Resolving removes dots, so
 * what is left may begin with two slashes (`/.//host`), which browsers read as a host: it has to resolve to itself.
 */
export function ownPath(path: string): string {
  const url = resolve(path);
  if (url === undefined || !path.startsWith('/')) return '/';
  const own = `${url.pathname}${url.search}`;
  return resolve(own)?.href === `${BASE}${own}` ? own : '/';
}

/** Resolves a path as a browser does; undefined unless it stays at the origin. */
function resolve(path: string): URL | undefined {
  const url = URL.parse(path, BASE);
  return url?.origin === BASE ? url : undefined;
}
