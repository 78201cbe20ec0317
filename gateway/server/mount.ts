/** Mounts endpoints and pages in Express. */
import type { Express, RequestHandler } from 'express';
import type { WireCase } from '../../src/contract/wire-case.ts';
import { AppError } from '../../src/errors.ts';
import type { Method, Route } from '../endpoint/route.ts';
import type { PageServices } from '../pages/page.ts';
import { PAGES } from '../pages/pages.ts';
import { type Reply, replyOf } from '../response/reply.ts';
import { endpointHandler } from './run-endpoint.ts';
import type { GatewayServices } from './services.ts';

/** Mounts every endpoint, and the answer to other methods on its path. */
export function mountRoutes(app: Express, routes: readonly Route[], services: GatewayServices): void {
  // A parameter would take what the paths of others name.
  const paths = [...Map.groupBy(routes, (route) => route.path)].toSorted(([a], [b]) => before(a, b));
  for (const [path, onPath] of paths) {
    for (const route of onPath) {
      const mount = app[EXPRESS_METHODS[route.method]].bind(app);
      // Secrets are shown once, by the call that makes them; what GET shows is safe to compress.
      const mayCompress = route.method === 'GET';
      mount(path, named({ ...route, mayCompress }, endpointHandler(route, services)));
    }
    const methods = onPath.map(({ method }) => method);
    app.all(path, named({ path, defaultCase: onPath[0]?.defaultCase }, otherMethods(methods)));
  }
}

/** Orders paths so that a name comes before a parameter in its place. */
function before(a: string, b: string): number {
  const [first, second] = [a, b].map((path) => path.replaceAll('/:', '/~'));
  return first! < second! ? -1 : 1;
}

const EXPRESS_METHODS = {
  GET: 'get',
  POST: 'post',
  PUT: 'put',
  PATCH: 'patch',
  DELETE: 'delete',
} as const satisfies Readonly<Record<Method, string>>;

/** Mounts every page. */
export function mountPages(app: Express, services: PageServices): void {
  for (const page of PAGES) {
    app.get(page.path, named(page, page.prepare(services)));
    app.all(page.path, named(page, otherMethods(['GET'])));
  }
}

/** Facts of an endpoint or a page that its answers follow. */
interface Named {
  readonly path: string;
  readonly defaultCase?: WireCase | undefined;
  readonly mayCompress?: boolean;
}

function named(
  { path, defaultCase = 'camel', mayCompress = false }: Named,
  handler: RequestHandler,
): RequestHandler {
  return (request, response, next) => {
    Object.assign(replyOf(response), { route: path, defaultCase, mayCompress } satisfies Partial<Reply>);
    return handler(request, response, next);
  };
}

function otherMethods(methods: readonly string[]): RequestHandler {
  const head = methods.includes('GET') ? ['HEAD'] : [];
  const allow = [...methods, ...head, 'OPTIONS'].join(', ');
  return (request, response) => {
    response.set('Allow', allow);
    if (request.method === 'OPTIONS') {
      response.status(204).end();
      return;
    }
    throw new AppError(
      'method_not_allowed',
      `The method ${request.method} is not allowed here; these are: ${allow}.`,
    );
  };
}
