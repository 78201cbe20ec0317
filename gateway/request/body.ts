/** Registry of body parsers: one for each kind of body that a route may declare. */
import type { Route } from '../endpoint/route.ts';
import type { BodyLimits, BodyTimes, FormLimits } from './body-limits.ts';
import {
  type BodyParser,
  type BodyReader,
  type BodyServices,
  NO_FILE,
  type RouteBodies,
} from './body-parser.ts';
import { formParser } from './form-body.ts';
import { jsonParser } from './json-body.ts';
import { streamParser } from './stream-body.ts';

type DeclaredBody = NonNullable<Route['body']>;

/** Parsers by kind: `application/json`, `multipart/form-data` in memory, `multipart/form-data` as it arrives. */
const PARSERS: { readonly [Kind in keyof RouteBodies]: BodyParser<RouteBodies[Kind]> } = {
  json: jsonParser,
  form: formParser,
  stream: streamParser,
};

/** Returns the limits of an endpoint's body. */
export function bodyLimits(body: DeclaredBody, times: BodyTimes): BodyLimits | FormLimits {
  return parserOf(body).limits(body, times);
}

/** Creates the body reader of an endpoint. */
export function bodyReader({ body }: Route, services: BodyServices): BodyReader {
  return body === null ? async () => ({ body: {}, ...NO_FILE }) : parserOf(body).reader(body, services);
}

/** Returns the parser of a body's kind, which TypeScript cannot relate to the body by itself. */
function parserOf({ kind }: DeclaredBody): BodyParser<DeclaredBody> {
  return PARSERS[kind] as BodyParser<DeclaredBody>;
}
