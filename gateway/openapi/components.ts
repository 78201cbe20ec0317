/** Named schemas of the OpenAPI document, each in the spelling of the endpoints that return it. */
import type { ReferenceObject, SchemaObject } from 'openapi3-ts/oas31';
import type { MessageName } from '../../src/contract/messages/facts.ts';
import type { WireCase } from '../../src/contract/wire-case.ts';
import type { Route } from '../endpoint/route.ts';
import { ERROR_MESSAGE } from '../response/error-message.ts';
import { answerSchema, schemaName } from './answer-schemas.ts';
import { refTo } from './responses.ts';

/** Returns the name of the component for a message in a spelling. */
export type NameOf = (message: MessageName, wireCase: WireCase) => string;

/** Schemas in one spelling by their plain names, and the messages that they describe. */
type Described = Map<string, MessageName>;

/**
 * Builds the components. A schema that endpoints of both spellings return is written twice, the second time as
 * `…Snake`; one that only snake_case endpoints return is written in snake_case under its own name.
 */
export function spelledSchemas(routes: readonly Route[]): {
  readonly schemas: Readonly<Record<string, SchemaObject>>;
  readonly nameOf: NameOf;
} {
  const reached: Record<WireCase, Described> = { camel: new Map(), snake: new Map() };
  for (const { answers, defaultCase = 'camel' } of routes) {
    const roots: MessageName[] = [
      ERROR_MESSAGE,
      ...Object.values(answers).flatMap(({ message }) => message ?? []),
    ];
    for (const message of roots) reach(plainName(message), message, reached[defaultCase], defaultCase);
  }
  const spelled = (name: string, wireCase: WireCase) =>
    wireCase === 'snake' && reached.camel.has(name) ? `${name}Snake` : name;
  const schemas: Record<string, SchemaObject> = {};
  for (const wireCase of ['camel', 'snake'] as const) {
    const refer = (name: string): ReferenceObject => refTo(spelled(name, wireCase));
    for (const [name, message] of reached[wireCase])
      schemas[spelled(name, wireCase)] = answerSchema(message, wireCase, refer);
  }
  return { schemas, nameOf: (message, wireCase) => spelled(plainName(message), wireCase) };
}

function plainName(message: MessageName): string {
  const name = schemaName(message);
  if (name === undefined)
    throw new Error(`${message} is an answer without a name: set (flowarden.options.v1.message).name`);
  return name;
}

/** Collects a schema and the schemas that it refers to. */
function reach(name: string, message: MessageName, reached: Described, wireCase: WireCase): void {
  if (reached.has(name)) return;
  reached.set(name, message);
  answerSchema(message, wireCase, (inner, type) => {
    reach(inner, type, reached, wireCase);
    return refTo(inner);
  });
}
