/** Express application: the common steps of every request, and its routing. */
import { randomUUID } from 'node:crypto';
import type { OutgoingHttpHeader } from 'node:http';
import express, {
  type ErrorRequestHandler,
  type Express,
  type Request,
  type RequestHandler,
  type Response,
} from 'express';
import { isRequestId } from '../../src/contract/headers/request-id.ts';
import { AppError } from '../../src/errors.ts';
import { addressGroup } from '../../src/infra/network/address-group.ts';
import { queryOf } from '../endpoint/query.ts';
import type { Route } from '../endpoint/route.ts';
import { sendMissingPage, wantsShell } from '../pages/app/app-page.ts';
import { discardBody } from '../request/discard-body.ts';
import { negotiateCase, negotiateType } from '../response/negotiate.ts';
import { problemOf } from '../response/problem.ts';
import { type Reply, replyOf, sendProblem } from '../response/reply.ts';
import type { Reader } from '../response/unread-answers.ts';
import { mountLogoutNotices } from './logout-notices.ts';
import { mountPages, mountRoutes } from './mount.ts';
import { beginSpan } from './request-span.ts';
import { securityHeaders } from './security-headers.ts';
import type { GatewayServices } from './services.ts';
import { mountUnsubscribe } from './unsubscribe.ts';

/** Creates the application for these endpoints. Its only state are its metrics. */
export function createApp(routes: readonly Route[], services: GatewayServices): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('case sensitive routing');
  // The default parser turns brackets into objects; our parameters are plain texts.
  app.set('query parser', 'simple');
  app.use(beginReply(services), ...(services.tracer === null ? [] : [beginSpan(services.tracer)]));
  mountRoutes(app, routes, services);
  mountLogoutNotices(app, services);
  mountUnsubscribe(app, services);
  mountPages(app, { ...services, routes });
  app.use((request, response) => {
    if (wantsShell(request) && sendMissingPage(response, services.webApp)) return;
    const shown = JSON.stringify(request.path.slice(0, 200));
    throw new AppError(
      'route_not_found',
      `No endpoint has the path ${shown}. The API reference is at ${services.baseUrl}/docs/api.`,
    );
  });
  app.use(answerError(services));
  return app;
}

/** Gives the request an id and the answer its fixed headers, and logs and counts the request at its end. */
function beginReply(services: GatewayServices): RequestHandler {
  const { baseUrl, metrics, log, draining } = services;
  const headers = securityHeaders(baseUrl);
  return (request, response, next) => {
    const given = request.headers['x-request-id'];
    const requestId = typeof given === 'string' && isRequestId(given) ? given : randomUUID();
    const reply: Reply = {
      requestId,
      startedAtMs: performance.now(),
      wireCase: null,
      preferredCase: null,
      defaultCase: 'camel',
      type: 'application/json',
      route: null,
      traceId: null,
      code: null,
      bodyAbandoned: false,
      mayCompress: false,
      bytesOut: null,
      organisation: null,
      hold: (bytes) => services.unreadAnswers.hold(response, readerOf(request, reply, services), bytes),
      discardBody: () => {
        const address = addressGroup(services.clientAddressOf(request) ?? '');
        const mayRead = (bytes: number) => !draining.aborted && services.discardBudget(address, bytes);
        return discardBody(request, response, mayRead);
      },
      isDraining: () => draining.aborted,
    };
    response.locals.reply = reply;
    response.setHeader('X-Request-Id', requestId);
    response.setHeader('Cache-Control', 'no-store');
    for (const [name, value] of headers) response.setHeader(name, value);
    metrics.begin();
    response.once('close', () => {
      const { route, traceId, code } = reply;
      const milliseconds = performance.now() - reply.startedAtMs;
      const { method } = request;
      const status = response.writableFinished ? response.statusCode : 499;
      metrics.count({ method, route: route ?? 'none', status, code, seconds: milliseconds / 1000 });
      log[PROBES.has(route) ? 'debug' : 'info'](
        {
          requestId,
          ...(traceId === null ? {} : { traceId }),
          method,
          route,
          status,
          ...(code === null ? {} : { code }),
          milliseconds: Math.round(milliseconds),
          bytesIn: bytesOf(request.headers['content-length']),
          bytesOut: reply.bytesOut ?? bytesOf(response.getHeader('content-length')),
        },
        'answered',
      );
    });
    requireHost(request);
    negotiate(request, reply);
    next();
  };
}

/** Requests of probes: they come every few seconds, and metrics count them. */
const PROBES: ReadonlySet<string | null> = new Set(['/healthz', '/readyz']);

/** Returns the recipient of the answer. */
function readerOf(
  request: Request,
  { organisation }: Reply,
  { clientAddressOf }: Pick<GatewayServices, 'clientAddressOf'>,
): Reader {
  if (organisation !== null) return { kind: 'organisation', name: organisation };
  return { kind: 'address', name: addressGroup(clientAddressOf(request) ?? '') };
}

/** Requires exactly one host, as HTTP/1.1 does (RFC 9112, section 3.2). */
function requireHost({ headersDistinct, httpVersion }: Request): void {
  const hosts = headersDistinct.host?.length ?? 0;
  if (hosts === 1 || (hosts === 0 && httpVersion !== '1.1')) return;
  throw new AppError('invalid_request', `The request has ${hosts} Host headers. Send one.`);
}

/** Parses a Content-Length; null when there is none. */
function bytesOf(length: OutgoingHttpHeader | undefined): number | null {
  return length === undefined ? null : Number(length);
}

/** Negotiates spelling and content type, so that errors have them too. */
function negotiate(request: Request, reply: Reply): void {
  const { accept, 'x-service-case': header } = request.headers;
  reply.type = negotiateType(accept);
  reply.wireCase = negotiateCase(
    typeof header === 'string' ? header : undefined,
    accept,
    queryOf(request).case,
  );
}

/** Answers every error; causes of unexpected ones are only logged. */
function answerError({ log, baseUrl }: GatewayServices): ErrorRequestHandler {
  return (error: unknown, request, response: Response, _next) => {
    const { requestId } = replyOf(response);
    const problem = problemOf(understand(error), requestId);
    // There is no reader: the caller has disconnected, or the answer failed after it had begun.
    if (response.headersSent || request.socket.destroyed) {
      log.info({ requestId, code: problem.code }, 'the caller went away');
      response.destroy();
      return;
    }
    if (problem.status === 500) log.error({ requestId, err: error }, 'unexpected error');
    else if (problem.status > 500) {
      const cause = String((error as AppError).cause ?? 'none');
      log.warn({ requestId, code: problem.code, cause }, problem.message);
    }
    sendProblem(response, problem, baseUrl);
  };
}

/** Converts the error that Express throws for a path like `/%E0`. */
function understand(error: unknown): unknown {
  if (!(error instanceof URIError)) return error;
  return new AppError(
    'invalid_request',
    'The path of the request is not valid percent-encoding.',
    {},
    { cause: error },
  );
}
