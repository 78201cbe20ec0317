/** The `metadata` field: JSON text in, the normalised pipeline context out. */

import {
  cutContextText,
  PIPELINE_FIELDS,
  type PipelineContext,
  type PipelineField,
} from '../../contract/ci-context.ts';
import { CONTRACT_LIMITS } from '../../contract/limits.ts';
import { AppError } from '../../errors.ts';
import { formatNumber } from '../../text/format.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** The two accepted spellings of a field: `prUrl` and `pr_url`. */
function spellings(field: PipelineField): readonly string[] {
  return [...new Set([field, field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)])];
}

const SPELLINGS = PIPELINE_FIELDS.map((field) => [field, spellings(field)] as const);

/**
 * Reads the submitted metadata. Numbers become texts; other values, unknown members and empty texts are dropped; long texts are cut.
 * @throws AppError `metadata_too_large`, `invalid_metadata`, `conflicting_fields`
 */
export function readPipelineContext(metadata: string): PipelineContext {
  const document = metadata === '' ? {} : parseMetadata(metadata);
  const pipeline = isObject(document.pipeline) ? document.pipeline : {};
  const entries = SPELLINGS.map(([field, names]) => [field, readText(pipeline, names)] as const);
  const context = Object.fromEntries(entries) as Record<PipelineField, string | null>;
  context.provider ??= readText(document, ['provider']);
  return context;
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

/** The text under one of the names; null when there is none, as a pipeline sends a variable that is not set. */
function readText(object: JsonObject, names: readonly string[]): string | null {
  const values = names.filter((name) => Object.hasOwn(object, name)).map((name) => object[name]);
  // A build number or a run id is a number to many pipelines.
  const [first, second] = values
    .map((value) => (typeof value === 'number' ? String(value) : value))
    .filter((value) => typeof value === 'string' && value !== '') as string[];
  if (first === undefined) return null;
  if (second !== undefined && second !== first) {
    const both = names.map((name) => `pipeline.${name}`).join(' and ');
    throw new AppError(
      'conflicting_fields',
      `The metadata has ${both} with different values. Send one of them.`,
      {
        field: 'metadata',
        names: names.join(', '),
      },
    );
  }
  return cutContextText(first);
}
