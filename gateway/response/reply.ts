/** How the answer to one request shall look, decided once at its start, and the writing of it. */
import type { Response } from 'express';
import type { WireCase } from '../../src/contract/wire-case.ts';
import type { ErrorCode } from '../../src/errors.ts';
import { breakMarkers } from '../../src/text/log-commands.ts';
import { presenter } from '../endpoint/present.ts';
import { GATEWAY_LIMITS } from '../limits.ts';
import { ErrorResponse } from '../routes/service/service-schema.ts';
import { piecesOf, writePieces } from './answer-writer.ts';
import { closeUnreadBody } from './body-close.ts';
import type { JsonType } from './negotiate.ts';
import type { Problem } from './problem.ts';

/** What is known about the answer before it is made. */
export interface Reply {
  readonly requestId: string;
  readonly startedAtMs: number;
  /** The spelling that the request asks for; null when it does not say. */
  wireCase: WireCase | null;
  /** The spelling that its key or organisation has decided on; null when neither has, or nobody is known yet. */
  preferredCase: WireCase | null;
  /** The spelling of the endpoint when nobody says one. */
  defaultCase: WireCase;
  type: JsonType;
  /** The pattern of the path, for metrics and logs; never the path itself. */
  route: string | null;
  /** The code of the error that it is answered with. */
  code: ErrorCode | null;
  /** The trace that the request belongs to; null when nobody collects traces. */
  traceId: string | null;
  /** The organisation that the core has admitted; null before that, and for anonymous callers. */
  organisation: string | null;
  /** Counts the bytes of the answer until they have left. @throws AppError `concurrency_limited` */
  readonly hold: (bytes: number) => void;
  /** Whether the gateway is about to stop; asked when the answer is written, not when the request came. */
  readonly isDraining: () => boolean;
  /** Bytes of an answer whose length was not known before it was written. */
  bytesOut: number | null;
  /** Whether the rest of the body is not worth waiting for. */
  bodyAbandoned: boolean;
}

/** The header that says how far a validation is. */
export const VALIDATION_STATUS = 'X-Service-Validation-Status';

const PROBLEM_PRESENTERS = {
  camel: presenter(ErrorResponse, 'camel'),
  snake: presenter(ErrorResponse, 'snake'),
} as const satisfies Readonly<Record<WireCase, unknown>>;

/** The reply that belongs to a response. */
export function replyOf(response: Response): Reply {
  return response.locals.reply as Reply;
}

/** The spelling of names in the answer. */
export function wireCaseOf(response: Response): WireCase {
  const { wireCase, preferredCase, defaultCase } = replyOf(response);
  return wireCase ?? preferredCase ?? defaultCase;
}

/** Sends a body that has been presented. */
export function sendJson(response: Response, status: number, body: unknown): void {
  response.setHeader('X-Service-Case', wireCaseOf(response));
  // Pipelines print answers to their logs, where names from strangers' files must not become commands.
  sendText(response, status, replyOf(response).type, breakMarkers(JSON.stringify(body)));
}

/**
 * Sends a large JSON body as it is made. `bytes` are those that are held for it. Resolves when it has left.
 * Rejects with what `pieces` throws.
 */
export async function sendJsonPieces(
  response: Response,
  status: number,
  pieces: Iterable<string>,
  bytes: number,
): Promise<void> {
  replyOf(response).hold(bytes);
  begin(response, status);
  response.setHeader('X-Service-Case', wireCaseOf(response));
  response.setHeader('Content-Type', `${replyOf(response).type}; charset=utf-8`);
  replyOf(response).bytesOut = await writePieces(response, pieces);
}

/** Sends a text of another content type. */
export function sendText(response: Response, status: number, type: string, text: string): void {
  const bytes = Buffer.byteLength(text);
  const isLarge = bytes > GATEWAY_LIMITS.answerPieceBytes;
  if (isLarge) replyOf(response).hold(bytes);
  begin(response, status);
  response.setHeader('Content-Type', `${type}; charset=utf-8`);
  response.setHeader('Content-Length', bytes);
  // As a text it leaves together with the headers, in one piece.
  if (isLarge) void writePieces(response, piecesOf(Buffer.from(text)));
  else response.end(text);
}

/** Sends an answer that has no body. */
export function sendEmpty(response: Response, status: number): void {
  begin(response, status);
  response.end();
}

function begin(response: Response, status: number): void {
  if (replyOf(response).isDraining()) response.set('Connection', 'close');
  response.statusCode = status;
  response.setHeader('Vary', 'Accept, X-Service-Case');
}

/** Sends an error payload with the headers that belong to its status. */
export function sendProblem(response: Response, problem: Problem, baseUrl: string): void {
  const reply = replyOf(response);
  reply.code = problem.code;
  const docsUrl = docsUrlOf(problem.code, baseUrl);
  response.set('Link', `<${docsUrl}>; rel="help"`);
  if (problem.status === 401) response.set('WWW-Authenticate', ['Bearer', 'ApiKey']);
  if (problem.retryAfterSeconds !== null) response.set('Retry-After', String(problem.retryAfterSeconds));
  if (problem.validationStatus !== null) response.set(VALIDATION_STATUS, problem.validationStatus);
  closeUnreadBody(response.req, response, reply.bodyAbandoned);
  const { code, message } = problem;
  sendJson(
    response,
    problem.status,
    PROBLEM_PRESENTERS[wireCaseOf(response)]({ error: { code, message, docsUrl } }),
  );
}

/** The public page about an error code. */
export function docsUrlOf(code: string, baseUrl: string): string {
  return `${baseUrl}/docs/errors#${code}`;
}
