/** Schemas of answers in the OpenAPI document, made from the contract's messages. */
import type { ReferenceObject, SchemaObject } from 'openapi3-ts/oas31';
import type { FieldFacts, MessageName } from '../../src/contract/messages/facts.ts';
import type { WireCase } from '../../src/contract/wire-case.ts';
import { MESSAGE_PROSE } from '../../src/gen/contract/message-prose.ts';
import { MESSAGES } from '../../src/gen/contract/messages.ts';
import { aboutMember, answerMembers, isMessage, listField, type Member } from '../contract/members.ts';
import { wireName } from '../contract/wire-case.ts';

type Schema = SchemaObject | ReferenceObject;

/** Returns the reference to the schema with this name. */
export type Refer = (name: string, message: MessageName) => ReferenceObject;

/** Returns the name of the schema of a message; undefined: it is inlined. */
export function schemaName(message: MessageName): string | undefined {
  return MESSAGES[message]!.schema;
}

/** Describes an object with all members of a message. */
export function answerSchema(message: MessageName, wireCase: WireCase, refer: Refer): SchemaObject {
  const members = answerMembers(message).filter(
    ({ field }) => wireCase === 'snake' || !field.rest?.snakeAlone,
  );
  const properties = members.map((member) => [
    wireName(member.name, wireCase),
    memberSchema(member, wireCase, refer),
  ]);
  const required = members.filter(({ field }) => !field.rest?.snakeAlone);
  const { about } = schemaName(message) === undefined ? {} : MESSAGE_PROSE[message]!;
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    required: required.map(({ name }) => wireName(name, wireCase)),
    additionalProperties: false,
    ...(about === undefined ? {} : { description: about }),
  };
}

function memberSchema(member: Member, wireCase: WireCase, refer: Refer): Schema {
  const { field } = member;
  const description = aboutMember(member);
  const schema = valueSchema(field, wireCase, refer);
  const shown = field.isNullable ? orNull(schema) : schema;
  return description === undefined ? shown : { ...shown, description };
}

function orNull(schema: Schema): Schema {
  const { type } = schema as SchemaObject;
  if (typeof type !== 'string') return { anyOf: [schema, { type: 'null' }] };
  return { ...schema, type: [type, 'null'] };
}

function valueSchema(field: FieldFacts, wireCase: WireCase, refer: Refer): Schema {
  const element = elementSchema(field, wireCase, refer);
  if (field.many === 'list') return { type: 'array', items: element };
  if (field.many !== 'map') return element;
  return { type: 'object', propertyNames: { type: 'string' }, additionalProperties: element };
}

/** Forms of types that are no messages. */
const FORMS: Readonly<Record<string, SchemaObject>> = {
  text: { type: 'string' },
  int32: { type: 'integer', format: 'int32' },
  int64: { type: 'integer', format: 'int64' },
  double: { type: 'number' },
  bool: { type: 'boolean' },
  time: { type: 'string', format: 'date-time' },
};

function elementSchema({ type, limits = {}, rest }: FieldFacts, wireCase: WireCase, refer: Refer): Schema {
  if (rest?.json === 'value') return {};
  if (rest?.json === 'object')
    return { type: 'object', propertyNames: { type: 'string' }, additionalProperties: {} };
  const inner = listField(type);
  if (inner !== undefined) return valueSchema(inner, wireCase, refer);
  if (isMessage(type)) {
    const name = rest?.schema ?? schemaName(type);
    return name === undefined ? answerSchema(type, wireCase, refer) : refer(name, type);
  }
  const form = FORMS[type]!;
  if (limits.format === 'uuid') return { ...form, format: 'uuid' };
  // Without an upper limit it is the position in a file or a queue, which begins with 1.
  return limits.min === undefined || limits.max !== undefined ? form : { ...form, minimum: limits.min };
}
