/** Places of the fields of a request message in REST, by `google.api.http`: in the path, the query or the body. */

import type { EndpointFacts, MessageName } from '../../src/contract/messages/facts.ts';
import { FIELD_LIMITS } from '../../src/gen/contract/field-limits.ts';
import { MESSAGES } from '../../src/gen/contract/messages.ts';
import { METHODS } from '../../src/gen/contract/methods.ts';
import type { ContractInput } from './contract-input.ts';
import { type Member, requestMembers } from './members.ts';

/** Members of an endpoint's requests. */
export interface EndpointInputs {
  /** Express pattern, with the members of `params`. */
  readonly path: string;
  readonly params: ContractInput;
  readonly query: ContractInput;
  readonly body: ContractInput;
  /** Field with the mask of a change; null for other endpoints. */
  readonly mask: string | null;
  /** True if the request may name the version of the resource. */
  readonly hasEtag: boolean;
}

/** Returns where the fields of an endpoint's requests are. */
export function endpointInputs(endpoint: EndpointFacts): EndpointInputs {
  const { call, method, path, body } = endpoint;
  const { request } = METHODS[call]!;
  const { fields } = MESSAGES[request]!;
  const params = [...path.matchAll(/\{([\w.]+)\}/g)].map(([, field]) => pathMember(request, field!));
  const mask = fields.find(({ type }) => type === 'mask')?.name ?? null;
  const isInPath = ({ owner, field }: Member) =>
    params.some((param) => param.owner === owner && param.field.name === field.name);
  const rest = requestMembers(request).filter(
    (member) => !isInPath(member) && member.field.name !== 'etag' && member.field.name !== body,
  );
  const inBody = body === undefined ? [] : body === '*' ? rest : bodyMembers(request, body, mask !== null);
  const isChange = method === 'PATCH' && mask !== null;
  return {
    path: params.reduce((pattern, { name }) => pattern.replace(/\{[\w.]+\}/, `:${name}`), path),
    params: { members: params },
    query: { members: body === '*' ? [] : queryMembers(endpoint, rest) },
    body: { members: inBody.filter((member) => !isInPath(member)), isChange },
    mask,
    hasEtag: fields.some(({ name }) => name === 'etag'),
  };
}

/** Message with the parameters of lists that are files too. */
const EXPORT_QUERY = 'flowarden.rest.v1.ExportQuery';

/** Returns the parameters of the query. Where a list is a file too, a page of an answer is smaller than one of a file. */
function queryMembers(endpoint: EndpointFacts, members: readonly Member[]): readonly Member[] {
  const isList = endpoint.export !== undefined;
  const own = endpoint.query ?? (isList ? EXPORT_QUERY : undefined);
  const limits = { min: 1, max: FIELD_LIMITS['ListFeedRequest.pageSize'].max };
  const shown = members.map((member) =>
    isList && member.name === 'pageSize' ? { ...member, field: { ...member.field, limits } } : member,
  );
  return [...shown, ...(own === undefined ? [] : requestMembers(own))];
}

/** Returns the members of the field that is the body. `isChange`: without immutable ones. */
function bodyMembers(request: MessageName, body: string, isChange: boolean): readonly Member[] {
  const { type } = MESSAGES[request]!.fields.find(({ name }) => name === body)!;
  return requestMembers(type as MessageName)
    .filter(({ field }) => !(isChange && field.rest?.immutable))
    .map((member) => ({ ...member, steps: [body, ...member.steps] }));
}

/** Longest id in a path. */
const ID_LENGTH_MAX = 64;

function pathMember(request: MessageName, path: string): Member {
  const [name, ...before] = path.split('.').reverse();
  const steps = before.reverse();
  const owner = steps.reduce<MessageName>(
    (message, step) => fieldOf(message, step).type as MessageName,
    request,
  );
  const field = fieldOf(owner, name!);
  const shown = field.rest?.name ?? field.name;
  if (steps.length === 0) return { name: shown, field, steps, owner };
  // It only has to find the resource: the core answers 404 where it has another form.
  const limits = { maxLength: field.limits?.maxLength ?? ID_LENGTH_MAX };
  return { name: shown, field: { ...field, isRequired: true, limits }, steps, owner };
}

function fieldOf(message: MessageName, name: string) {
  return MESSAGES[message]!.fields.find((field) => field.name === name)!;
}
