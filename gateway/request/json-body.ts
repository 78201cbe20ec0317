/** Parser of `application/json` bodies. */
import { isUtf8 } from 'node:buffer';
import type { Request, Response } from 'express';
import { AppError } from '../../src/errors.ts';
import { readMembers } from '../endpoint/json-fields.ts';
import { GATEWAY_LIMITS } from '../limits.ts';
import { gatherBody } from './body-arrival.ts';
import { hasBody } from './body-headers.ts';
import { type BodyLimits, jsonLimits } from './body-limits.ts';
import { type BodyParser, beginBody, NO_FILE, type RouteBodies } from './body-parser.ts';

const JSON_TYPE = /^(?:application\/json|text\/json|application\/[\w.!#$&^-]+\+json)\s*(?:;(.*))?$/i;

/** Parser of JSON objects; a missing body is an empty object. */
export const jsonParser: BodyParser<RouteBodies['json']> = {
  limits: (_body, times) => jsonLimits(times),
  reader(body, { bodyTimes }) {
    const limits = jsonLimits(bodyTimes);
    return async (request, response) => {
      const raw = hasBody(request) ? await readJson(request, response, limits) : {};
      return { body: readMembers(body, raw), ...NO_FILE };
    };
  },
};

async function readJson(
  request: Request,
  response: Response,
  limits: BodyLimits,
): Promise<Readonly<Record<string, unknown>>> {
  beginBody(request, response, checkType);
  const value = parse(await gatherBody(request, response, limits));
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new AppError('invalid_request', 'The body must be a JSON object.');
  }
  checkValues(value);
  return value as Readonly<Record<string, unknown>>;
}

function checkType(type: string): void {
  const parameters = JSON_TYPE.exec(type)?.[1];
  if (!JSON_TYPE.test(type)) {
    const shown = type === '' ? 'missing' : JSON.stringify(type.slice(0, 100));
    throw new AppError(
      'unsupported_content_type',
      `The Content-Type is ${shown}; it must be application/json.`,
    );
  }
  const charset = /charset\s*=\s*"?([^";\s]*)/i.exec(parameters ?? '')?.[1] ?? 'utf-8';
  if (!/^(?:utf-?8|us-ascii)$/i.test(charset)) {
    throw new AppError('unsupported_content_type', 'The body must be UTF-8. Send it without a charset.');
  }
}

function parse(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw new AppError('invalid_request', 'The body is not valid UTF-8.');
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch (cause) {
    // The parser's message quotes the text, which may hold a secret; the position is enough to find the error.
    const place = /at position (\d+)/.exec((cause as Error).message)?.[1];
    const where = place === undefined ? '' : ` at character ${Number(place) + 1}`;
    throw new AppError('invalid_request', `The body is not valid JSON${where}.`, {}, { cause });
  }
}

/** Rejects values that neither the database nor a protobuf message can hold, at any depth. */
function checkValues(root: object): void {
  const open: { readonly value: unknown; readonly depth: number }[] = [{ value: root, depth: 1 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, depth } = next;
    if (typeof value === 'string') checkText(value);
    if (typeof value !== 'object' || value === null) continue;
    if (depth > GATEWAY_LIMITS.jsonDepthMax) {
      const limit = GATEWAY_LIMITS.jsonDepthMax;
      throw new AppError('invalid_request', `The body is nested more than ${limit} levels deep.`);
    }
    for (const [name, member] of Object.entries(value)) {
      checkText(name);
      open.push({ value: member, depth: depth + 1 });
    }
  }
}

function checkText(value: string): void {
  if (value.includes('\0')) throw new AppError('invalid_field', 'The body has a NUL character in a text.');
  if (!value.isWellFormed()) {
    throw new AppError('invalid_field', 'The body has half a character (a lone surrogate) in a text.');
  }
}
