/** The query of an address. */
import type { Request } from 'express';

const NONE: Request['query'] = Object.freeze({});

/** The parameters of the query as they came. Parsing an address takes time, and few have a query. */
export function queryOf(request: Request): Request['query'] {
  return request.url.includes('?') ? request.query : NONE;
}
