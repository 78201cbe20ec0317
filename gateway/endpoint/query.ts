/** Query of a request URL. */
import type { Request } from 'express';

const NONE: Request['query'] = Object.freeze({});

/** Returns the raw query parameters. Parsing is skipped for URLs without a query, as it takes time. */
export function queryOf(request: Request): Request['query'] {
  return request.url.includes('?') ? request.query : NONE;
}
