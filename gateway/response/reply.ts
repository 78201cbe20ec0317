/** Form of the answer to one request, decided once at its start, and its writing. */
import type { Response } from 'express';
import type { MessageName } from '../../src/contract/messages/facts.ts';
import type { WireCase } from '../../src/contract/wire-case.ts';
import type { ErrorCode } from '../../src/errors.ts';
import { breakMarkers } from '../../src/text/log-commands.ts';
import { type Presenter, presenter } from '../contract/present.ts';
import type { Export } from '../endpoint/exported-list.ts';
import type { ServerEvent } from '../endpoint/server-event.ts';
import { GATEWAY_LIMITS } from '../limits.ts';
import { joinedPieces, piecesOf, writePieces } from './answer-writer.ts';
import { closeUnreadBody, type UnreadBody } from './body-close.ts';
import { compress, type Pieces, takesGzip } from './compression.ts';
import { ERROR_MESSAGE } from './error-message.ts';
import { writeEvents } from './event-stream.ts';
import { EXPORT_CONTENT_TYPES, exportPieces } from './export-writer.ts';
import type { JsonType } from './negotiate.ts';
import type { Problem } from './problem.ts';

/** State of an answer before it is made. */
export interface Reply extends UnreadBody {
  readonly requestId: string;
  readonly startedAtMs: number;
  /** Spelling that the request selects; null when it selects none. */
  wireCase: WireCase | null;
  /**
   * Preferred spelling of the caller's key or organisation; null when there is none, or the caller is not identified
   * yet.
   */
  preferredCase: WireCase | null;
  /** Spelling of the endpoint if none is selected. */
  defaultCase: WireCase;
  type: JsonType;
  /** Pattern of the path, for metrics and logs; never the path itself. */
  route: string | null;
  /** Error code of the answer. */
  code: ErrorCode | null;
  /** Trace of the request; null when tracing is off. */
  traceId: string | null;
  /** Organisation that the core has admitted; null before that, and for anonymous callers. */
  organisation: string | null;
  /** Counts the bytes of the answer until they have been sent. @throws AppError `concurrency_limited` */
  readonly hold: (bytes: number) => void;
  /**
   * Returns whether the gateway is about to stop; called when the answer is written, not when the request arrives.
   */
  readonly isDraining: () => boolean;
  /** True if a long answer may be compressed: it shows no secret beside text that its caller chooses. */
  mayCompress: boolean;
  /** Bytes of an answer whose length was not known in advance. */
  bytesOut: number | null;
  bodyAbandoned: boolean;
}

/** Header with the status of a validation. */
export const VALIDATION_STATUS = 'X-Service-Validation-Status';

const PROBLEM_PRESENTERS = {
  camel: presenter(ERROR_MESSAGE, 'camel'),
  snake: presenter(ERROR_MESSAGE, 'snake'),
} as const satisfies Readonly<Record<WireCase, unknown>>;

/** Returns the reply of a response. */
export function replyOf(response: Response): Reply {
  return response.locals.reply as Reply;
}

/** Returns the spelling of names in the answer. */
export function wireCaseOf(response: Response): WireCase {
  const { wireCase, preferredCase, defaultCase } = replyOf(response);
  return wireCase ?? preferredCase ?? defaultCase;
}

/** Sends a presented body. */
export function sendJson(response: Response, status: number, body: unknown): void {
  response.setHeader('X-Service-Case', wireCaseOf(response));
  linkNextPage(response, body);
  // Pipelines print answers to their logs, where names from untrusted files must not become commands.
  sendText(response, status, replyOf(response).type, breakMarkers(JSON.stringify(body)));
}

/** Adds the address of the next page to the answer of a list. Source: RFC 8288. */
function linkNextPage(response: Response, body: unknown): void {
  const { nextCursor, next_cursor: cursor = nextCursor } = (body ?? {}) as Record<string, unknown>;
  if (response.req.method !== 'GET' || typeof cursor !== 'string') return;
  const { pathname, searchParams } = new URL(response.req.originalUrl, 'http://localhost');
  searchParams.set('cursor', cursor);
  response.setHeader('Link', `<${pathname}?${searchParams}>; rel="next"`);
}

/**
 * Sends a large JSON body while it is generated. `bytes` are reserved for it. Resolves when it has been sent.
 * Rejects with the error of `pieces`.
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
  replyOf(response).bytesOut = await writePieces(response, encoded(response, pieces));
}

/** Sends an export while it is read. Resolves when it has been sent. Rejects with the error of its parts. */
export async function sendExport(response: Response, exported: Export, message: MessageName): Promise<void> {
  replyOf(response).hold(GATEWAY_LIMITS.exportBytesHeld);
  begin(response, 200);
  const wireCase = wireCaseOf(response);
  response.setHeader('X-Service-Case', wireCase);
  response.setHeader('Content-Type', `${EXPORT_CONTENT_TYPES[exported.format]}; charset=utf-8`);
  const pieces = exportPieces(exported, message, wireCase);
  replyOf(response).bytesOut = await writePieces(response, encoded(response, pieces));
}

/** Sends a text of another content type. */
export function sendText(response: Response, status: number, type: string, text: string): void {
  const bytes = Buffer.byteLength(text);
  const isLarge = bytes > GATEWAY_LIMITS.answerPieceBytes;
  if (isLarge) replyOf(response).hold(bytes);
  begin(response, status);
  response.setHeader('Content-Type', `${type}; charset=utf-8`);
  if (isCompressed(response, bytes)) {
    void writePieces(response, compress(response, piecesOf(Buffer.from(text)))).then((sent) => {
      replyOf(response).bytesOut = sent;
    });
    return;
  }
  response.setHeader('Content-Length', bytes);
  // A text leaves together with the headers, in one packet.
  if (isLarge) void writePieces(response, piecesOf(Buffer.from(text)));
  else response.end(text);
}

/** Returns whether an answer of this size is compressed; null: its size is not known, and large. */
function isCompressed(response: Response, bytes: number | null): boolean {
  return replyOf(response).mayCompress && takesGzip(response.req, bytes);
}

/** Returns the pieces as they are sent. */
function encoded(response: Response, pieces: Pieces): Pieces {
  return isCompressed(response, null) ? compress(response, pieces) : pieces;
}

/** Text that is made while it is sent. */
export interface PiecewiseText {
  /** Content type. */
  readonly type: string;
  readonly pieces: Iterable<string>;
  /** Bytes that are reserved for it. */
  readonly bytes: number;
}

/**
 * Sends a text while it is made; a short one leaves with its length. Resolves when it has been sent. Rejects with the
 * error of `pieces`.
 */
export async function sendTextPieces(
  response: Response,
  status: number,
  { type, pieces, bytes }: PiecewiseText,
): Promise<void> {
  const parts = joinedPieces(pieces);
  const { value: first = '' } = parts.next();
  const { value: second } = parts.next();
  if (second === undefined) return sendText(response, status, type, first);
  replyOf(response).hold(bytes);
  begin(response, status);
  response.setHeader('Content-Type', `${type}; charset=utf-8`);
  replyOf(response).bytesOut = await writePieces(
    response,
    encoded(response, chained([first, second], parts)),
  );
}

function* chained(...lists: readonly Iterable<string>[]): Generator<string> {
  for (const list of lists) yield* list;
}

/** Streams events until they end; their failure ends the stream, as its answer has begun. */
export async function sendEvents(
  response: Response,
  events: AsyncIterable<ServerEvent>,
  present: Presenter,
  draining: AbortSignal,
): Promise<void> {
  begin(response, 200);
  response.setHeader('X-Service-Case', wireCaseOf(response));
  await writeEvents(response, events, present, draining).catch(() => {});
}

/** Sends an answer without a body. */
export function sendEmpty(response: Response, status: number): void {
  begin(response, status);
  response.end();
}

function begin(response: Response, status: number): void {
  if (replyOf(response).isDraining()) response.set('Connection', 'close');
  response.statusCode = status;
  response.setHeader('Vary', 'Accept, Accept-Encoding, X-Service-Case');
}

/** Sends an error with the headers of its status. */
export function sendProblem(response: Response, problem: Problem, baseUrl: string): void {
  const reply = replyOf(response);
  reply.code = problem.code;
  const docsUrl = docsUrlOf(problem.code, baseUrl);
  response.set('Link', `<${docsUrl}>; rel="help"`);
  if (problem.status === 401) response.set('WWW-Authenticate', ['Bearer', 'ApiKey']);
  if (problem.retryAfterSeconds !== null) response.set('Retry-After', String(problem.retryAfterSeconds));
  if (problem.validationStatus !== null) response.set(VALIDATION_STATUS, problem.validationStatus);
  // The answer that failed may have been about to be compressed.
  response.removeHeader('Content-Encoding');
  closeUnreadBody(response.req, response, reply);
  const { code, message } = problem;
  sendJson(
    response,
    problem.status,
    PROBLEM_PRESENTERS[wireCaseOf(response)]({ error: { code, message, docsUrl } }),
  );
}

/** Returns the URL of the public page about an error code. */
export function docsUrlOf(code: string, baseUrl: string): string {
  return `${baseUrl}/docs/errors#${code}`;
}
