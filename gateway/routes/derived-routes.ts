/** REST endpoints that only call a method of the core, made from the contract. */
import type { EndpointFacts, MessageName } from '../../src/contract/messages/facts.ts';
import type { ErrorCode } from '../../src/errors.ts';
import { ENDPOINT_PROSE } from '../../src/gen/contract/endpoint-prose.ts';
import { ENDPOINTS } from '../../src/gen/contract/endpoints.ts';
import { MESSAGES } from '../../src/gen/contract/messages.ts';
import { METHODS } from '../../src/gen/contract/methods.ts';
import type { InputValues } from '../contract/contract-input.ts';
import { coreMethod, scopeSentence } from '../contract/core-methods.ts';
import { type EndpointInputs, endpointInputs } from '../contract/endpoint-inputs.ts';
import { presenter } from '../contract/present.ts';
import { messageOf, type SentValue } from '../contract/request-message.ts';
import { snakeName } from '../contract/wire-case.ts';
import { READ_TIME } from '../core/client.ts';
import { ETAG, etagHeaders, etagOf, IF_MATCH } from '../endpoint/etag.ts';
import { EXPORT_HEADERS, EXPORT_TYPES, exportAnswer, exportFormat } from '../endpoint/export.ts';
import type { ExportFormat, ListPage } from '../endpoint/exported-list.ts';
import { HIDDEN, HIDDEN_HEADERS } from '../endpoint/hidden.ts';
import type { PageRequest } from '../endpoint/paging.ts';
import type { Answer, AnswerShape, Route, RouteMethod, TagName } from '../endpoint/route.ts';
import { SHAPED_ANSWERS } from './shaped-answers.ts';

/** Endpoints in the order of the proto files. */
export const DERIVED_ROUTES: readonly Route[] = Object.values(ENDPOINTS).map(derivedRoute);

function derivedRoute(endpoint: EndpointFacts): Route {
  const { call, operationId, method, tag, errors, isSnake } = endpoint;
  const otherTypes = otherTypesOf(endpoint);
  const { summary, about } = ENDPOINT_PROSE[operationId]!;
  const inputs = endpointInputs(endpoint);
  return {
    method,
    path: inputs.path,
    operationId,
    tag: tag as TagName,
    summary,
    description: [about, scopeSentence(call)].filter((sentence) => sentence !== '').join(' '),
    access: accessOf(call),
    params: inputs.params,
    query: inputs.query,
    body: bodyOf(endpoint, inputs),
    ...(inputs.hasEtag ? { headers: IF_MATCH } : {}),
    ...(isSnake ? { defaultCase: 'snake' } : {}),
    ...(Object.keys(otherTypes).length === 0 ? {} : { otherTypes }),
    answers: { [endpoint.status]: answerShape(endpoint) },
    errors: errors as readonly ErrorCode[],
    handle: handlerOf(endpoint, inputs),
  };
}

/** Returns the types of an answer that `Accept` can select, besides JSON. */
function otherTypesOf({ operationId, export: file }: EndpointFacts): Readonly<Record<string, string>> {
  const { otherFormats = {} } = SHAPED_ANSWERS[operationId] ?? {};
  const own = Object.values(otherFormats).map(({ type, about }) => [type, about]);
  return { ...(file === undefined ? {} : EXPORT_TYPES), ...Object.fromEntries(own) };
}

/** Returns who may call the method. */
function accessOf(path: string): RouteMethod {
  const { admits } = METHODS[path]!;
  if (admits === 'anybody') return { path, isForAnybody: true };
  return admits === 'people' ? { path, isForPeople: true, withoutSession: false } : { path };
}

function bodyOf({ body, operationId, isSnake }: EndpointFacts, inputs: EndpointInputs): Route['body'] {
  if (body === undefined) return null;
  const { bodyExample } = ENDPOINT_PROSE[operationId]!;
  return {
    kind: 'json',
    spelling: isSnake ? 'snake' : 'camel',
    schema: inputs.body,
    ...(bodyExample && { example: bodyExample }),
  };
}

/** Message that an endpoint answers with; null: there is no body. */
function answerMessage({ call, answerBody, shape }: EndpointFacts): MessageName | null {
  if (shape !== undefined) return shape;
  const { answer } = METHODS[call]!;
  const { fields } = MESSAGES[answer]!;
  if (answerBody === undefined) return fields.length === 0 ? null : answer;
  return fields.find(({ name }) => name === answerBody)!.type as MessageName;
}

function answerShape(endpoint: EndpointFacts): AnswerShape {
  const { answer, location, example } = ENDPOINT_PROSE[endpoint.operationId]!;
  const message = answerMessage(endpoint);
  const headers = {
    ...(location && { Location: location }),
    ...(hasEtag(message) ? ETAG : {}),
    ...(endpoint.export === undefined ? {} : EXPORT_HEADERS),
    ...(endpoint.isHidden ? HIDDEN_HEADERS : {}),
  };
  return {
    description: answer,
    message,
    ...(example && { example }),
    ...(Object.keys(headers).length === 0 ? {} : { headers }),
  };
}

function hasEtag(message: MessageName | null): boolean {
  return message !== null && MESSAGES[message]!.fields.some(({ name }) => name === 'etag');
}

function handlerOf(endpoint: EndpointFacts, inputs: EndpointInputs): Route['handle'] {
  const { call, operationId, status, answerBody, location, export: exportName, isHidden } = endpoint;
  const method = coreMethod(call);
  const message = answerMessage(endpoint);
  const isVersioned = hasEtag(message);
  const show = location === undefined || message === null ? null : presenter(message, 'camel');
  const { shape: shaped, otherFormats = {} } = SHAPED_ANSWERS[operationId] ?? {};
  const shape = (answer: unknown, request: object) =>
    shaped === undefined ? answer : shaped(answer as never, request as never);
  return async ({ params, query, body, header, context, wantedType }, { core, baseUrl }): Promise<Answer> => {
    const request = requestOf(endpoint, inputs, { params, query, body } as Sent);
    if (inputs.hasEtag) request.etag = etagOf(header('If-Match'));
    const read = async (paging: Partial<PageRequest> = {}) =>
      (await core.call(method, { ...request, ...paging } as never, context, READ_TIME)) as Values;
    const other = Object.entries(otherFormats).find(
      ([name, { type }]) => query.format === name || wantedType === type,
    );
    if (other !== undefined)
      return { status, ...(await other[1].write(read as never, { core, baseUrl, context })) };
    const format =
      exportName === undefined ? null : exportFormat(query.format as ExportFormat | undefined, wantedType);
    if (format !== null) {
      const readShaped = async (paging: PageRequest) => shape(await read(paging), request) as ListPage;
      return exportAnswer(format, exportName!, query, readShaped);
    }
    const answer = await read();
    if (message === null) return { status };
    const shown = shape(answerBody === undefined ? answer : answer[answerBody], request);
    const headers = {
      ...(show && { Location: located(location!, show(shown)) }),
      ...(isVersioned ? etagHeaders(shown as { readonly etag: string }) : {}),
      ...(isHidden ? HIDDEN : {}),
    };
    return { status, body: shown, headers };
  };
}

type Values = Readonly<Record<string, unknown>>;

/** Checked values of a request, by the names of their members. */
interface Sent {
  readonly params: InputValues;
  readonly query: InputValues;
  readonly body: InputValues;
}

function requestOf(
  { call, method, body: bodyField }: EndpointFacts,
  inputs: EndpointInputs,
  { params, query, body }: Sent,
): Record<string, unknown> {
  const inBody = sentValues(inputs.body, body);
  // Without a mask, an absent field stays as it is and an empty one is cleared.
  const isPlainChange = method === 'PATCH' && inputs.mask === null;
  const changes = isPlainChange ? inBody.map(emptyForNull) : inBody;
  const sent = [...changes, ...sentValues(inputs.query, query), ...sentValues(inputs.params, params)];
  const request = messageOf(METHODS[call]!.request, sent, bodyField);
  if (inputs.mask !== null) request[inputs.mask] = inBody.map(({ member }) => snakeName(member.field.name));
  return request;
}

function sentValues({ members }: EndpointInputs['body'], values: InputValues): readonly SentValue[] {
  return members
    .filter(({ name }) => values[name] !== undefined)
    .map((member) => ({ member, value: values[member.name] }));
}

function emptyForNull({ member, value }: SentValue): SentValue {
  return { member, value: value === null && member.field.type === 'text' ? '' : value };
}

/** Fills the members of an answer into an address. */
function located(address: string, answer: unknown): string {
  return address.replace(/\{([\w.]+)\}/g, (_match, path: string) =>
    String(path.split('.').reduce<unknown>((value, name) => (value as Values)[name], answer)),
  );
}
