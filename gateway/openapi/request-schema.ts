/** Schemas of requests in the OpenAPI document that the contract describes. */
import type { SchemaObject } from 'openapi3-ts/oas31';
import type { FieldFacts, ValueLimits } from '../../src/contract/messages/facts.ts';
import type { ContractInput } from '../contract/contract-input.ts';
import { aboutMember, isMessage, type Member, requestMembers } from '../contract/members.ts';

/** Describes the object of the members, in camelCase. `isText`: they are in a path or query, which has no null. */
export function requestSchema({ members, isChange = false }: ContractInput, isText: boolean): SchemaObject {
  const properties = members.map((member) => [member.name, memberSchema(member, isText)]);
  const required = members.filter(({ field }) => field.isRequired && !isChange).map(({ name }) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  };
}

function memberSchema(member: Member, isText: boolean): SchemaObject {
  const { field } = member;
  const description = aboutMember(member);
  const schema = valueSchema(field);
  const shown = field.isClearable && !isText ? orNull(schema) : schema;
  const { default: value } = field.rest ?? {};
  return {
    ...shown,
    ...(value === undefined ? {} : { default: JSON.parse(value) }),
    ...(description === undefined ? {} : { description }),
  };
}

function orNull(schema: SchemaObject): SchemaObject {
  const { type, enum: values } = schema;
  return { ...schema, type: [type as 'string', 'null'], ...(values && { enum: [...values, null] }) };
}

function valueSchema(field: FieldFacts): SchemaObject {
  const element = elementSchema(field);
  const { many, minItems, maxItems, keys = {} } = field;
  if (many === 'list') return defined({ type: 'array', items: element, minItems, maxItems });
  if (many !== 'map') return element;
  const propertyNames = defined({ type: 'string', maxLength: keys.maxLength });
  return { type: 'object', propertyNames, additionalProperties: element };
}

function elementSchema({ type, limits = {} }: FieldFacts): SchemaObject {
  if (isMessage(type)) return requestSchema({ members: requestMembers(type) }, false);
  switch (type) {
    case 'bool':
      return { type: 'boolean' };
    case 'time':
      return { type: 'string', format: 'date-time' };
    case 'text':
      return textSchema(limits);
    default:
      return defined({ type: 'integer', minimum: limits.min, maximum: limits.max });
  }
}

function textSchema({ values, format, pattern, minLength, maxLength }: ValueLimits): SchemaObject {
  if (values !== undefined) return { type: 'string', enum: [...values] };
  if (format === 'uuid') return { type: 'string', format };
  return defined({ type: 'string', pattern, minLength, maxLength });
}

function defined(
  schema: { readonly [Name in keyof SchemaObject]: SchemaObject[Name] | undefined },
): SchemaObject {
  return Object.fromEntries(Object.entries(schema).filter(([, value]) => value !== undefined));
}
