/** Error responses of the OpenAPI document: components that endpoints with the same codes share. */
import { STATUS_CODES } from 'node:http';
import type { ReferenceObject, ResponseObject } from 'openapi3-ts/oas31';
import type { WireCase } from '../../src/contract/wire-case.ts';
import { ERRORS, type ErrorCode } from '../../src/errors.ts';
import { presenter } from '../contract/present.ts';
import { pascalName } from '../contract/wire-case.ts';
import type { Route } from '../endpoint/route.ts';
import { ERROR_MESSAGE } from '../response/error-message.ts';
import type { NameOf } from './components.ts';
import {
  CASE_HEADER,
  jsonContent,
  limitHeaders,
  type NamedHeader,
  refTo,
  responseHeaders,
} from './responses.ts';
import { errorsOf } from './route-errors.ts';

/** Components, and the references of the operations to them. */
export interface SharedErrors {
  readonly responses: Readonly<Record<string, ResponseObject>>;
  /** Returns the references of an endpoint, by status. */
  referencesOf(route: Route): Readonly<Record<string, ReferenceObject>>;
}

/** Error status of one endpoint. */
interface Failure {
  readonly route: Route;
  readonly status: number;
  /** List of the codes for the description of the response. */
  readonly description: string;
  /** Code that is typical of the endpoint. */
  readonly typical: ErrorCode;
}

/**
 * Builds one component for each status and spelling, with the codes that most endpoints have. The reference of another
 * endpoint overrides the description with its own codes.
 */
export function sharedErrors(routes: readonly Route[], nameOf: NameOf): SharedErrors {
  const groups = Map.groupBy(routes.flatMap(failuresOf), keyOf);
  const names = namesOf(groups, nameOf);
  const responses = Object.fromEntries(
    [...groups].map(([key, group]) => [names.get(key)!, responseOf(group, nameOf)] as const),
  );
  const referenceOf = (failure: Failure): ReferenceObject => {
    const name = names.get(keyOf(failure))!;
    const { description } = failure;
    const own = description === responses[name]?.description ? {} : { description };
    return { $ref: `#/components/responses/${name}`, ...own };
  };
  return {
    responses,
    referencesOf: (route) =>
      Object.fromEntries(failuresOf(route).map((failure) => [failure.status, referenceOf(failure)])),
  };
}

function failuresOf(route: Route): readonly Failure[] {
  const byStatus = Map.groupBy(errorsOf(route), (code) => ERRORS[code].http);
  return [...byStatus].map(([status, codes]) => ({
    route,
    status,
    description: codes
      .toSorted()
      .map((code) => `\`${code}\``)
      .join(', '),
    typical: codes.find((code) => route.errors.includes(code)) ?? codes[0]!,
  }));
}

/** Returns the key of a failure; failures with one key share a component. */
function keyOf({ route, status }: Failure): string {
  return JSON.stringify([status, caseOf(route), limitHeaders(route)]);
}

function caseOf({ defaultCase = 'camel' }: Route): WireCase {
  return defaultCase;
}

/** Names a component after its status and spelling; one of fewer endpoints has the first of them before that. */
function namesOf(
  groups: ReadonlyMap<string, readonly Failure[]>,
  nameOf: NameOf,
): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  for (const [key, [failure]] of [...groups].toSorted(([, a], [, b]) => b.length - a.length)) {
    const { status, route } = failure!;
    const [, ending = ''] = nameOf(ERROR_MESSAGE, caseOf(route)).split('ErrorResponse');
    const plain = (STATUS_CODES[status] ?? String(status)).replaceAll(' ', '') + ending;
    const name = taken.has(plain) ? pascalName(route.operationId) + plain : plain;
    taken.add(name);
    names.set(key, name);
  }
  return names;
}

function responseOf(group: readonly Failure[], nameOf: NameOf): ResponseObject {
  const { route, status } = group[0]!;
  const wireCase = caseOf(route);
  const [commonest] = [...Map.groupBy(group, ({ description }) => description).values()].toSorted(
    (a, b) => b.length - a.length,
  );
  // A header that only some of these endpoints send is absent from the others' answers, as every header may be.
  const headers = Object.assign({}, ...group.map(({ route: { errorHeaders } }) => errorHeaders));
  const typical = [...new Set(group.map((failure) => failure.typical))];
  const examples = Object.fromEntries(typical.map((code) => [code, { value: exampleOf(code, wireCase) }]));
  return {
    description: commonest![0]!.description,
    headers: responseHeaders({ headers }, [CASE_HEADER, ...problemHeaders(status), ...limitHeaders(route)]),
    content: jsonContent({ schema: refTo(nameOf(ERROR_MESSAGE, wireCase)), examples }),
  };
}

function exampleOf(code: ErrorCode, wireCase: WireCase): unknown {
  const docsUrl = `https://flowarden.example/docs/errors#${code}`;
  return presenter(ERROR_MESSAGE, wireCase)({ error: { code, message: ERRORS[code].help, docsUrl } });
}

function problemHeaders(status: number): readonly NamedHeader[] {
  const help: NamedHeader = ['Link', 'Help'];
  if (status === 401) return [help, ['WWW-Authenticate', 'Authenticate']];
  return status === 429 || status === 503 ? [help, ['Retry-After', 'RetryAfter']] : [help];
}
