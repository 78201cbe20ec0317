/** How the answer to one request shall look, decided once at its start, and the writing of it. */
import type { Response } from 'express';
import { closeUnreadBody } from './body-close.ts';
import type { JsonType } from './negotiate.ts';
import { presenter } from './present.ts';
import type { Problem } from './problem.ts';
import { ErrorResponse } from './schemas/service.ts';
import type { WireCase } from './wire-case.ts';

/** What is known about the answer before it is made. */
export interface Reply {
  readonly requestId: string;
  readonly startedAtMs: number;
  wireCase: WireCase;
  type: JsonType;
  /** The pattern of the path, for metrics and logs; never the path itself. */
  route: string | null;
  /** Whether the gateway is about to stop; asked when the answer is written, not when the request came. */
  readonly isDraining: () => boolean;
  /** Whether the rest of the body is not worth waiting for. */
  bodyAbandoned: boolean;
}

const PROBLEM_PRESENTERS = {
  camel: presenter(ErrorResponse, 'camel'),
  snake: presenter(ErrorResponse, 'snake'),
} as const satisfies Readonly<Record<WireCase, unknown>>;

/** The reply that belongs to a response. */
export function replyOf(response: Response): Reply {
  return response.locals.reply as Reply;
}

/** Sends a body that has been presented. */
export function sendJson(response: Response, status: number, body: unknown): void {
  const { type, wireCase, isDraining } = replyOf(response);
  if (isDraining()) response.set('Connection', 'close');
  response.status(status);
  response.set('X-Service-Case', wireCase);
  response.vary('Accept').vary('X-Service-Case');
  response.set('Content-Type', `${type}; charset=utf-8`);
  response.send(Buffer.from(JSON.stringify(body)));
}

/** Sends an error payload with the headers that belong to its status. */
export function sendProblem(response: Response, problem: Problem, baseUrl: string): void {
  const { wireCase, bodyAbandoned } = replyOf(response);
  const docsUrl = docsUrlOf(problem.code, baseUrl);
  response.set('Link', `<${docsUrl}>; rel="help"`);
  if (problem.status === 401) response.set('WWW-Authenticate', ['Bearer', 'ApiKey']);
  if (problem.retryAfterSeconds !== null) response.set('Retry-After', String(problem.retryAfterSeconds));
  closeUnreadBody(response.req, response, bodyAbandoned);
  const { code, message } = problem;
  sendJson(response, problem.status, PROBLEM_PRESENTERS[wireCase]({ error: { code, message, docsUrl } }));
}

/** The public page about an error code. */
export function docsUrlOf(code: string, baseUrl: string): string {
  return `${baseUrl}/docs/errors#${code}`;
}
