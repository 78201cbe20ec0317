/** Types of the TypeScript client, made from the OpenAPI document: one interface a schema, one entry an operation. */

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly description?: string;
  readonly format?: string;
}

interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

interface Operation {
  readonly operationId: string;
  readonly summary?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: Schema }>> }>
  >;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
  };
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
const nameOf = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1);
const quoted = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));
const comment = (text: string | undefined, indent: string): string =>
  text === undefined ? '' : `${indent}/** ${text.replaceAll('*/', '* /').replace(/\s+/g, ' ')} */\n`;

/** Writes the type of a schema. */
function typeOf(schema: Schema, indent: string): string {
  if (schema.$ref !== undefined) return nameOf(schema.$ref);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.anyOf !== undefined) return schema.anyOf.map((part) => typeOf(part, indent)).join(' | ');
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
  const written = types.map((type) => simpleType(type, schema, indent));
  return written.length === 0 ? 'unknown' : [...new Set(written)].join(' | ');
}

function simpleType(type: string, schema: Schema, indent: string): string {
  switch (type) {
    case 'string':
      return schema.format === 'binary' ? 'Blob' : 'string';
    case 'integer':
    case 'number':
      return 'number';
    case 'boolean':
    case 'null':
      return type;
    case 'array': {
      const item = typeOf(schema.items ?? {}, indent);
      return /[ |]/.test(item) && !item.startsWith('{') ? `readonly (${item})[]` : `readonly ${item}[]`;
    }
    default:
      return objectType(schema, indent);
  }
}

function objectType({ properties, required = [], additionalProperties }: Schema, indent: string): string {
  if (properties === undefined) {
    const value = typeof additionalProperties === 'object' ? typeOf(additionalProperties, indent) : 'unknown';
    return `Readonly<Record<string, ${value}>>`;
  }
  const inner = `${indent}  `;
  const members = Object.entries(properties).map(
    ([name, schema]) =>
      `${comment(schema.description, inner)}${inner}readonly ${quoted(name)}${required.includes(name) ? '' : '?'}: ${typeOf(schema, inner)};\n`,
  );
  return `{\n${members.join('')}${indent}}`;
}

/** Writes the parameters of one place as an object type; undefined when there are none. */
function parametersType(
  { components }: Document,
  { parameters = [] }: Operation,
  place: Parameter['in'],
): string | undefined {
  const own = parameters
    .map((parameter) =>
      parameter.$ref === undefined ? parameter : components.parameters[nameOf(parameter.$ref)]!,
    )
    .filter((parameter) => parameter.in === place);
  if (own.length === 0) return undefined;
  const properties = Object.fromEntries(
    own.map(({ name, schema, description }) => [
      name,
      { ...schema, ...(description === undefined ? {} : { description }) },
    ]),
  );
  const required = own.filter((parameter) => parameter.required).map(({ name }) => name);
  return objectType({ properties, required }, '    ');
}

/** Writes what an operation takes and returns. */
function operationType(document: Document, operation: Operation): string {
  const content = operation.requestBody?.content ?? {};
  const body = content['application/json']?.schema;
  const form = content['multipart/form-data']?.schema;
  // 422 is a result that blocks; other errors are thrown.
  const results = Object.entries(operation.responses)
    .filter(([status]) => status.startsWith('2') || status === '422')
    .map(([, { content: answer }]) => answer?.['application/json']?.schema)
    .map((schema) => (schema === undefined ? 'undefined' : typeOf(schema, '    ')));
  const members: readonly (readonly [string, string | undefined])[] = [
    ['path', parametersType(document, operation, 'path')],
    ['query', parametersType(document, operation, 'query')],
    ['body', body === undefined ? undefined : typeOf(body, '    ')],
    ['form', form === undefined ? undefined : typeOf(form, '    ')],
    ['result', [...new Set(results)].filter((type) => type !== 'ErrorResponse').join(' | ')],
    ['item', listOf(document, operation)?.item],
  ];
  const lines = members.flatMap(([name, type]) =>
    type === undefined ? [] : [`    readonly ${name}: ${type};\n`],
  );
  return `${comment(operation.summary, '  ')}  readonly ${operation.operationId}: {\n${lines.join('')}  };\n`;
}

/** Finds the member of an operation's answer that has the entries of a page; undefined when its answers are no pages. */
function listOf(
  { components }: Document,
  { responses }: Operation,
): { readonly member: string; readonly item: string } | undefined {
  const { $ref } = responses['200']?.content?.['application/json']?.schema ?? {};
  const { properties = {} } = $ref === undefined ? {} : components.schemas[nameOf($ref)]!;
  if (!('nextCursor' in properties || 'next_cursor' in properties)) return undefined;
  const list = Object.entries(properties).find(([, { items }]) => items !== undefined);
  return list === undefined ? undefined : { member: list[0], item: typeOf(list[1].items!, '') };
}

/** Returns the text of `clients/typescript/src/api.ts`. */
export function clientTypes(openApi: object): string {
  const document = openApi as Document;
  const schemas = Object.entries(document.components.schemas).map(
    ([name, schema]) => `${comment(schema.description, '')}export type ${name} = ${typeOf(schema, '')};\n`,
  );
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation === undefined ? [] : [{ path, method, operation }];
    }),
  );
  const types = operations.map(({ operation }) => operationType(document, operation));
  const table = operations.map(({ path, method, operation }) => {
    const list = listOf(document, operation)?.member;
    const entries = [
      `method: '${method.toUpperCase()}'`,
      `path: '${path}'`,
      `isRepeatable: ${isRepeatable(method, document, operation)}`,
      ...(list === undefined ? [] : [`list: '${list}'`]),
    ];
    return `  ${operation.operationId}: { ${entries.join(', ')} },\n`;
  });
  return `/** The REST API as types. Generated by \`npm run generate\` from the OpenAPI document; do not edit. */

${schemas.join('\n')}
/** Input and output of each operation, by its name in the OpenAPI document. */
export interface Operations {
${types.join('')}}

/** An operation: method, path, whether it may be sent twice with one Idempotency-Key, and where the entries of a page are. */
interface OperationEntry {
  readonly method: string;
  readonly path: string;
  readonly isRepeatable: boolean;
  readonly list?: string;
}

/** Every operation. */
export const OPERATIONS: Readonly<Record<keyof Operations, OperationEntry>> = {
${table.join('')}};
`;
}

function isRepeatable(method: string, { components }: Document, { parameters = [] }: Operation): boolean {
  const takesKey = parameters.some(
    (parameter) =>
      (parameter.$ref === undefined ? parameter : components.parameters[nameOf(parameter.$ref)]!).name ===
      'Idempotency-Key',
  );
  return method === 'get' || method === 'delete' || takesKey;
}
