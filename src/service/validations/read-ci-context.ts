/** The `metadata` field: JSON text in, the normalised pipeline context out. */

import {
  MAKER_FIELDS,
  PIPELINE_FIELDS,
  type PipelineContext,
  type PipelineField,
} from '../../contract/ci-context.ts';
import { CONTRACT_LIMITS } from '../../contract/limits.ts';
import { AppError } from '../../errors.ts';
import { formatNumber } from '../../text/format.ts';
import { truncate } from '../../text/truncate.ts';
import { cutContextText } from '../access/trust/context-text.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** Member that is read: of the contract, or about who made a change. */
type ReadField = PipelineField | (typeof MAKER_FIELDS)[number];

/** The two accepted spellings of a field: `prUrl` and `pr_url`. */
function spellings(field: PipelineField): readonly string[] {
  return [...new Set([field, field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)])];
}

const SPELLINGS = PIPELINE_FIELDS.map((field) => [field, spellings(field)] as const);

/** A place in the metadata where a member of the context may stand. */
interface Place {
  /** Path of the members, as errors name them. */
  readonly prefix: '' | 'pipeline.';
  readonly members: JsonObject;
}

/**
 * Reads the submitted metadata in either form: `pipeline` is an object with the context, or a text that names the provider,
 * with the context beside it. Long texts are cut; empty ones and null are variables that a pipeline has not set. Members that
 * are not understood are named in `ignored`.
 * @throws AppError `metadata_too_large`, `invalid_metadata`, `conflicting_fields`
 */
export function readPipelineContext(metadata: string): PipelineContext {
  const document = metadata === '' ? {} : parseMetadata(metadata);
  const top: Place = { prefix: '', members: document };
  const inner: Place = { prefix: 'pipeline.', members: isObject(document.pipeline) ? document.pipeline : {} };
  const ignored = [top, inner].flatMap(unknownIn);
  const context = Object.fromEntries(
    SPELLINGS.map(([field, names]) => [
      field,
      agreed(field, textsIn(document, [inner, top], field, names)) ?? null,
    ]),
  ) as Record<PipelineField, string | null>;
  const makers = MAKER_FIELDS.flatMap((field) => {
    const text = agreed(field, textsIn(document, [inner, top], field, [field]));
    return text === undefined ? [] : [[field, text] as const];
  });
  const known = { ...context, ...Object.fromEntries(makers) };
  return ignored.length === 0
    ? known
    : { ...known, ignored: ignored.slice(0, CONTRACT_LIMITS.metadataIgnoredNamesMax) };
}

/** A text with its path in the metadata. */
interface FoundText {
  readonly path: string;
  readonly text: string;
}

/** Lists the texts that are given for a member, the deciding one first. */
function textsIn(
  document: JsonObject,
  [inner, top]: readonly [Place, Place],
  field: ReadField,
  names: readonly string[],
): readonly FoundText[] {
  const [inPipeline, atTop] = [textsOf(inner, names), textsOf(top, names)];
  if (field !== 'provider') return [...inPipeline, ...atTop];
  if (!isObject(document.pipeline)) return [...textsOf(top, ['pipeline']), ...atTop];
  // Beside an object, the provider at the top is a member of its own: it names the calling system where the object does not.
  return inPipeline.length > 0 ? inPipeline : atTop;
}

function textsOf({ prefix, members }: Place, names: readonly string[]): readonly FoundText[] {
  return names.flatMap((name) => {
    const value = Object.hasOwn(members, name) ? members[name] : null;
    const path = prefix + name;
    if (typeof value === 'number' || typeof value === 'boolean')
      throw invalidMetadata(`has a ${typeof value} in ${path}, which is a text`);
    return typeof value === 'string' && value !== '' ? [{ path, text: value }] : [];
  });
}

/** Returns the one text that is given for a member; undefined if there is none. @throws AppError `conflicting_fields` */
function agreed(field: ReadField, texts: readonly FoundText[]): string | undefined {
  const [first] = texts;
  if (first === undefined) return undefined;
  const other = texts.find(({ text }) => text !== first.text);
  if (other === undefined) return cutContextText(first.text);
  throw new AppError(
    'conflicting_fields',
    `The metadata has ${first.path} and ${other.path} with different values for ${field}. Send one of them.`,
    { field: 'metadata', names: `${first.path}, ${other.path}` },
  );
}

const KNOWN = new Set([...SPELLINGS.flatMap(([, names]) => names), ...MAKER_FIELDS]);

/** Lists the members of a place that are not understood: unknown names, and lists or objects where a text belongs. */
function unknownIn({ prefix, members }: Place): readonly string[] {
  return Object.entries(members)
    .filter(([name, value]) => {
      if (prefix === '' && name === 'pipeline') return Array.isArray(value);
      return !KNOWN.has(name) || (typeof value === 'object' && value !== null);
    })
    .map(([name]) => prefix + truncate(name, CONTRACT_LIMITS.metadataIgnoredCharactersMax));
}

function parseMetadata(text: string): JsonObject {
  const bytes = Buffer.byteLength(text);
  if (bytes > CONTRACT_LIMITS.metadataBytesMax) {
    const [actual, limit] = [bytes, CONTRACT_LIMITS.metadataBytesMax].map(formatNumber);
    throw new AppError(
      'metadata_too_large',
      `The metadata has ${actual} bytes of UTF-8; the limit is ${limit}.`,
      { field: 'metadata', bytes: String(bytes), limitBytes: String(CONTRACT_LIMITS.metadataBytesMax) },
    );
  }
  const document = parseJson(text);
  if (isObject(document)) return document;
  throw invalidMetadata('is JSON but not an object');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw invalidMetadata('is not JSON', { cause });
  }
}

function invalidMetadata(what: string, options?: ErrorOptions): AppError {
  const advice = 'Send a JSON object such as {"provider":"ci","pipeline":{"branch":"main"}}.';
  return new AppError('invalid_metadata', `The metadata ${what}. ${advice}`, { field: 'metadata' }, options);
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
