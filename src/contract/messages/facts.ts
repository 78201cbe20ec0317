/** Types of the generated tables in `src/gen/contract`: what the proto files say of methods, messages and fields. */

/** Full name of a message, such as `flowarden.v1.Environment`. */
export type MessageName = `flowarden.${'v1' | 'rest.v1'}.${string}`;

/** Type of a field, of the elements of a list or of the values of a map. */
export type FieldType =
  | 'text'
  | 'bytes'
  | 'int32'
  | 'int64'
  | 'double'
  | 'bool'
  | 'time'
  | 'mask'
  | MessageName;

/** Limits of a value, as `buf.validate` states them. */
export interface ValueLimits {
  readonly min?: number;
  readonly max?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxBytes?: number;
  /** Closed set of values. */
  readonly values?: readonly string[];
  readonly pattern?: string;
  readonly format?: 'uuid' | 'email';
}

/** Facts about a field. */
export interface FieldFacts {
  /** Name in messages, in camelCase. */
  readonly name: string;
  readonly type: FieldType;
  readonly many?: 'list' | 'map';
  /** True if absence differs from the default value. */
  readonly hasPresence?: true;
  /** True if a request must have it. */
  readonly isRequired?: true;
  /** Limits of the value, or of each element. */
  readonly limits?: ValueLimits;
  /** Limits of the names in a map. */
  readonly keys?: ValueLimits;
  readonly minItems?: number;
  readonly maxItems?: number;
  /** True if answers of REST show its absence as null. */
  readonly isNullable?: true;
  /** True if a request of REST may send null. */
  readonly isClearable?: true;
  /** Form in REST beyond that. */
  readonly rest?: RestField;
}

/** Form of a field in REST; see `proto/flowarden/options/v1/options.proto`. */
export interface RestField {
  readonly outputOnly?: true;
  readonly immutable?: true;
  readonly hidden?: true;
  readonly name?: string;
  readonly inline?: true;
  readonly without?: readonly string[];
  readonly nullBelow?: number;
  readonly json?: 'value' | 'object';
  readonly snakeAlone?: true;
  readonly schema?: string;
  readonly default?: string;
  readonly code?: string;
  readonly must?: string;
  readonly neverEmpty?: true;
  readonly anyCharacter?: true;
}

/** Facts about a message. */
export interface MessageFacts {
  readonly fields: readonly FieldFacts[];
  /** Name of its schema in the OpenAPI document; absent: the schema is inlined. */
  readonly schema?: string;
  /** Fields whose members stand at the end in REST. */
  readonly last?: readonly string[];
  /** True if REST shows the list of its only field in its place. */
  readonly isList?: true;
}

/** Callers that a method admits. */
export type AdmittedCallers = 'callers' | 'people' | 'peers' | 'anybody';

/** Requirements of a method. */
export interface MethodFacts {
  readonly admits: AdmittedCallers;
  readonly scopes: readonly string[];
  readonly budget?: string;
  readonly feature?: string;
  readonly needsFreshSignIn?: true;
  /** Rights of callers that are narrowed to teams; absent: none. */
  readonly teams?: 'read' | 'act';
  readonly request: MessageName;
  readonly answer: MessageName;
}

/** REST endpoint that only calls its method. */
export interface EndpointFacts {
  /** Path of the method. */
  readonly call: string;
  readonly operationId: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path with fields of the request in braces. */
  readonly path: string;
  readonly tag: string;
  readonly status: number;
  /** Field of the request that is the body; `*`: all that are not in the path. */
  readonly body?: string;
  /** Field of the answer that is the body. */
  readonly answerBody?: string;
  readonly errors: readonly string[];
  /** Address of a new resource, with members of the answer in braces. */
  readonly location?: string;
  readonly isSnake?: true;
  /** Name of the file with the whole list. */
  readonly export?: string;
  /** True if search engines must not list the answer. */
  readonly isHidden?: true;
  /** Message that the answer is shown as, if it is not that of the call. */
  readonly shape?: MessageName;
  /** Message with parameters of the query that only the gateway reads. */
  readonly query?: MessageName;
}

/** Prose and examples of a message. */
export interface MessageProse {
  readonly about?: string;
  readonly fields?: Readonly<Record<string, string>>;
  /** Members of an example, in camelCase. */
  readonly example?: Readonly<Record<string, unknown>>;
}

/** Prose and examples of an endpoint. */
export interface EndpointProse {
  readonly summary: string;
  readonly about: string;
  readonly answer: string;
  readonly location?: string;
  readonly bodyExample?: Readonly<Record<string, unknown>>;
  readonly example?: Readonly<Record<string, unknown>>;
}
