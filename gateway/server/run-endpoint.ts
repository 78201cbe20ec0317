/** Common steps of every request to an endpoint, in the contract's order, around its handler. */
import type { Request, RequestHandler, Response } from 'express';
import { isWireCase, WIRE_CASES, type WireCase } from '../../src/contract/wire-case.ts';
import { AppError } from '../../src/errors.ts';
import { addressGroup } from '../../src/infra/network/address-group.ts';
import { inSpan } from '../../src/infra/telemetry/tracer.ts';
import type { InputValues } from '../contract/contract-input.ts';
import { type Presenter, presenter } from '../contract/present.ts';
import type { CallContext, Core } from '../core/client.ts';
import { type Credentials, organisationOf } from '../core/credentials.ts';
import type { OpenedCall } from '../core/opened-call.ts';
import { cacheSharedRejection } from '../core/shared-rejection.ts';
import { fieldReader } from '../endpoint/fields.ts';
import { queryOf } from '../endpoint/query.ts';
import { type Answer, isForPeople, needsCaller, type Route, takesNoSession } from '../endpoint/route.ts';
import { GATEWAY_LIMITS } from '../limits.ts';
import { basePath } from '../pages/html.ts';
import { beginSignIn } from '../request/begin-sign-in.ts';
import { bodyLimits, bodyReader } from '../request/body.ts';
import { checkLength, hasBody } from '../request/body-headers.ts';
import type { BodyReader } from '../request/body-parser.ts';
import { checkIdempotencyKey, repeatableRequest } from '../request/idempotency.ts';
import { readCredentials } from '../request/read-credentials.ts';
import { holdBody } from '../response/body-close.ts';
import { type PiecesPresenter, piecesPresenter } from '../response/json-pieces.ts';
import { negotiateOther } from '../response/negotiate.ts';
import {
  replyOf,
  sendEmpty,
  sendEvents,
  sendExport,
  sendJson,
  sendJsonPieces,
  sendText,
  sendTextPieces,
  wireCaseOf,
} from '../response/reply.ts';
import type { GatewayServices } from './services.ts';

/** Creates the handler of an endpoint. */
export function endpointHandler(route: Route, services: GatewayServices): RequestHandler {
  const present = presenters(route);
  const presentPieces = piecesPresenters(route);
  const base = basePath(services.baseUrl);
  const otherTypes = Object.keys(route.otherTypes ?? {});
  const readAddress = addressReader(route, services);
  const readBody = tracedBodyReader(route, services);
  const openForBody = bodyOpener(route, services);
  const endpoint = {
    isForPeople: isForPeople(route),
    takesNoSession: takesNoSession(route),
    takesForm: route.body !== null && route.body.kind !== 'json',
  };
  return async (request, response) => {
    if (route.body !== null && hasBody(request)) holdBody(request);
    const browser = beginSignIn(route.signIn, request, response, services.baseUrl);
    const caller = needsCaller(route) ? readCredentials(request, endpoint, services.baseUrl) : null;
    const unopened = callContext(route, caller, services, request, response);
    // A request without a body is rejected by the call itself: opening one first would only take time.
    const opened = route.body === null ? null : await openForBody(request, unopened);
    const organisation = caller && organisationOf(caller);
    if (opened !== null) replyOf(response).organisation = organisation;
    const context = { ...unopened, opened };
    let free: (() => void) | undefined;
    try {
      const { params, query } = await readAddress(request, context);
      const brought = await readBody(request, response);
      ({ free } = brought);
      const input = {
        params,
        query,
        header: (name: string) => headerOf(route, request, name),
        startedAtMs: replyOf(response).startedAtMs,
        wantedType: negotiateOther(request.headers.accept, otherTypes) ?? 'json',
        browser,
        context,
        ...brought,
      };
      const answer = await route.handle(input, services);
      replyOf(response).organisation = organisation;
      setHeaders(route, response, base, answer);
      for (const cookie of answer.cookies ?? []) response.append('Set-Cookie', cookie);
      if (answer.export !== undefined) {
        await sendExport(response, answer.export, route.answers[answer.status]!.message!);
        return;
      }
      if (answer.text !== undefined) {
        sendText(response, answer.status, answer.textType ?? input.wantedType, answer.text);
        return;
      }
      if (answer.pieces !== undefined) {
        const type = answer.textType ?? input.wantedType;
        const bytes = answer.largeBytes ?? GATEWAY_LIMITS.exportBytesHeld;
        await sendTextPieces(response, answer.status, { type, pieces: answer.pieces, bytes });
        return;
      }
      const wireCase = wireCaseOf(response);
      if (answer.events !== undefined) {
        await sendEvents(response, answer.events, present(answer.status, wireCase)!, services.draining);
        return;
      }
      if (answer.largeBytes) {
        const pieces = presentPieces(answer.status, wireCase)(answer.body);
        await sendJsonPieces(response, answer.status, pieces, answer.largeBytes);
        return;
      }
      const write = present(answer.status, wireCase);
      if (write === null) sendEmpty(response, answer.status);
      else sendJson(response, answer.status, write(answer.body));
    } catch (error) {
      unsetHeaders(route, response);
      throw error;
    } finally {
      opened?.cancel();
      free?.();
    }
  };
}

/** Returns a body reader that traces the arrival of the body as a span. */
function tracedBodyReader(route: Route, services: GatewayServices): BodyReader {
  const read = bodyReader(route, services);
  if (route.body === null) return read;
  return (request, response) =>
    inSpan(services.tracer, { name: 'receive body' }, () => read(request, response));
}

/** Opens the route's call; resolves when the core has admitted it. Null for an open route. */
async function open({ access }: Route, core: Core, context: CallContext): Promise<OpenedCall | null> {
  return access === 'open' ? null : core.open(access.path, context);
}

/** Opens the call of a request with a body. Its length is checked before the idempotency key. */
function bodyOpener(
  route: Route,
  services: GatewayServices,
): (request: Request, context: CallContext) => Promise<OpenedCall | null> {
  const unlessRejected = needsCaller(route) ? null : cacheSharedRejection();
  return async (request, context) => {
    const openRouteCall = () => open(route, services.core, context);
    try {
      return await (unlessRejected === null ? openRouteCall() : unlessRejected(context, openRouteCall));
    } catch (error) {
      const isBusy = error instanceof AppError && error.code === 'idempotency_in_progress';
      if (isBusy) checkBodyLength(route, request, services);
      throw error;
    }
  };
}

function checkBodyLength({ body }: Route, request: Request, { bodyTimes }: GatewayServices): void {
  if (body !== null) checkLength(request, bodyLimits(body, bodyTimes));
}

/** Reads parameters from the URL. A caller without permission gets that error before any about fields or the body. */
type AddressReader = (
  request: Request,
  context: CallContext,
) => Promise<{ readonly params: InputValues; readonly query: InputValues }>;

function addressReader(route: Route, services: GatewayServices): AddressReader {
  const readParams = fieldReader({ schema: route.params, spelling: 'camel', noun: 'path parameter' });
  const readQuery = fieldReader({ schema: route.query, spelling: 'camel', noun: 'query parameter' });
  return async (request, context) => {
    checkBodyLength(route, request, services);
    try {
      checkIdempotencyKey(route, request);
      const params = readParams(request.params);
      // `case` was read before the route was known.
      const { case: _case, ...rawQuery } = queryOf(request);
      return { params, query: readQuery(rawQuery) };
    } catch (error) {
      if (route.body === null) (await open(route, services.core, context))?.cancel();
      throw error;
    }
  };
}

function headerOf(route: Route, request: Request, name: string): string | undefined {
  if (!Object.hasOwn(route.headers ?? {}, name))
    throw new Error(`${route.operationId} does not document ${name}`);
  return request.get(name);
}

/** Sets the headers of an answer; paths in them get the prefix of the reverse proxy. */
function setHeaders(route: Route, response: Response, base: string, { status, headers = {} }: Answer): void {
  const documented = route.answers[status]?.headers ?? {};
  for (const [name, value] of Object.entries(headers)) {
    if (!Object.hasOwn(documented, name))
      throw new Error(`${route.operationId} ${status} does not document ${name}`);
    response.set(name, name === 'Location' ? `${base}${value}` : value);
  }
}

/** Removes the headers of an answer that was not sent: an error is sent in its place. */
function unsetHeaders({ answers }: Route, response: Response): void {
  if (response.headersSent) return;
  for (const { headers = {} } of Object.values(answers))
    for (const name of Object.keys(headers)) response.removeHeader(name);
}

function callContext(
  route: Route,
  caller: Credentials | null,
  { originOf, clientAddressOf }: GatewayServices,
  request: Request,
  response: Response,
): CallContext {
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort();
  });
  if (request.socket.destroyed) gone.abort();
  return {
    caller,
    address: addressGroup(clientAddressOf(request) ?? ''),
    origin: originOf(request),
    requestId: replyOf(response).requestId,
    repeatable: repeatableRequest(route, request),
    signal: gone.signal,
    onFields(fields) {
      // An export reads further pages after its headers have gone.
      if (response.headersSent) return;
      for (const [name, header] of PASSED_ON) {
        const [value] = fields.get(name);
        if (typeof value === 'string') response.set(header, value);
      }
      const [spelling] = fields.get('x-service-case');
      if (typeof spelling === 'string' && isWireCase(spelling)) replyOf(response).preferredCase = spelling;
    },
  };
}

/** Metadata of the core that is forwarded, and its HTTP headers. */
const PASSED_ON = [
  ['ratelimit-policy', 'RateLimit-Policy'],
  ['ratelimit', 'RateLimit'],
  ['idempotent-replayed', 'Idempotent-Replayed'],
] as const;

/** Returns the writers of large answers, each created at its first use. */
function piecesPresenters({ answers }: Route): (status: number, wireCase: WireCase) => PiecesPresenter {
  const made = new Map<string, PiecesPresenter>();
  return (status, wireCase) => {
    const key = `${status} ${wireCase}`;
    const known = made.get(key) ?? piecesPresenter(answers[status]!.message!, wireCase);
    made.set(key, known);
    return known;
  };
}

/** Creates a presenter for each status and spelling; null for an answer without a body. */
function presenters(route: Route): (status: number, wireCase: WireCase) => Presenter | null {
  const made = new Map(
    Object.entries(route.answers).flatMap(([status, { message }]) =>
      WIRE_CASES.map(
        (wireCase) =>
          [`${status} ${wireCase}`, message === null ? null : presenter(message, wireCase)] as const,
      ),
    ),
  );
  return (status, wireCase) => {
    const present = made.get(`${status} ${wireCase}`);
    if (present === undefined) {
      throw new Error(`${route.operationId} answered with the undocumented status ${status}`);
    }
    return present;
  };
}
