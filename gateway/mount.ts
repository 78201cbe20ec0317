/** Endpoints and pages → Express: what each request passes before its handler runs, in the contract's order. */
import type { Express, Request, RequestHandler, Response } from 'express';
import { AppError } from '../src/errors.ts';
import { checkAccess } from './access.ts';
import type { CallContext } from './client.ts';
import { type Caller, readCaller } from './credentials.ts';
import { readFields } from './fields.ts';
import { PAGES } from './pages.ts';
import { type Presenter, presenter } from './present.ts';
import { replyOf, sendJson } from './reply.ts';
import type { Route } from './route.ts';
import { ROUTES } from './routes.ts';
import type { GatewayServices } from './services.ts';
import { readUpload, type Upload } from './upload.ts';
import { WIRE_CASES, type WireCase } from './wire-case.ts';

/** Adds every endpoint, and the answer to other methods on its path. */
export function mountRoutes(app: Express, services: GatewayServices): void {
  for (const [path, routes] of Map.groupBy(ROUTES, (route) => route.path)) {
    const allowed = new Set<string>();
    for (const route of routes) {
      const handler = named(path, routeHandler(route, services));
      if (route.method === 'GET') app.get(path, handler);
      else app.post(path, handler);
      allowed.add(route.method);
    }
    app.all(path, named(path, otherMethods([...allowed])));
  }
}

/** Adds every page. */
export function mountPages(app: Express, services: GatewayServices): void {
  for (const page of PAGES) {
    app.get(page.path, named(page.path, page.prepare(services)));
    app.all(page.path, named(page.path, otherMethods(['GET'])));
  }
}

function named(path: string, handler: RequestHandler): RequestHandler {
  return (request, response, next) => {
    replyOf(response).route = path;
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

function routeHandler(route: Route, services: GatewayServices): RequestHandler {
  const present = presenters(route);
  return async (request, response) => {
    const caller = route.access === 'open' ? null : readCaller(request);
    const context = callContext(caller, request, response);
    const { params, query } = await readAddress(route, request, () =>
      checkAccess(route, services.core, context),
    );
    const upload = await uploadOf(route, request, response, services);
    const form = route.form === null ? {} : readFields(route.form, upload.fields);
    const { file, filename } = upload;
    const answer = await route.handle({ params, query, form, file, filename, context }, services);
    if (answer.headers) response.set(answer.headers);
    const body = present(answer.status, replyOf(response).wireCase)(answer.body);
    sendJson(response, answer.status, body);
  };
}

/** What stands in the address. Who may not call learns that before anything about fields or the body. */
async function readAddress(route: Route, request: Request, check: () => Promise<void>) {
  // A call without an upload is checked by the call itself: asking twice would only take time.
  if (route.form !== null) await check();
  try {
    const params = readFields({ schema: route.params, spelling: 'camel' }, request.params);
    // `case` was read before there was a route.
    const { case: _case, ...rawQuery } = request.query;
    const query = readFields({ schema: route.query, spelling: 'camel' }, rawQuery);
    return { params, query };
  } catch (error) {
    await check();
    throw error;
  }
}

async function uploadOf(
  route: Route,
  request: Request,
  response: Response,
  services: GatewayServices,
): Promise<Upload> {
  if (route.form === null) return { file: Buffer.alloc(0), filename: '', fields: {} };
  return readUpload(request, response, services.upload);
}

function callContext(caller: Caller | null, request: Request, response: Response): CallContext {
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort();
  });
  if (request.socket.destroyed) gone.abort();
  return { caller, requestId: replyOf(response).requestId, signal: gone.signal };
}

/** A presenter for each status and spelling, made once. */
function presenters(route: Route): (status: number, wireCase: WireCase) => Presenter {
  const made = new Map(
    Object.entries(route.answers).flatMap(([status, { schema }]) =>
      WIRE_CASES.map((wireCase) => [`${status} ${wireCase}`, presenter(schema, wireCase)] as const),
    ),
  );
  return (status, wireCase) => {
    const present = made.get(`${status} ${wireCase}`);
    if (!present) throw new Error(`${route.operationId} answered with the undocumented status ${status}`);
    return present;
  };
}
