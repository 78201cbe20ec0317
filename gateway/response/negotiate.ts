/** Negotiation of an answer's spelling and content type by the headers and the query. */

import { isWireCase, WIRE_CASES, type WireCase } from '../../src/contract/wire-case.ts';
import { AppError } from '../../src/errors.ts';

/** Content types that every JSON answer is offered as; the bytes are the same. */
export const JSON_TYPES = ['application/json', 'text/json', 'text/plain'] as const;
export type JsonType = (typeof JSON_TYPES)[number];

interface MediaRange {
  readonly type: string;
  readonly quality: number;
  readonly parameters: ReadonlyMap<string, string>;
}

/** Returns the first spelling in the header, `Accept` or the query; null when there is none. */
export function negotiateCase(
  caseHeader: string | undefined,
  accept: string | undefined,
  caseQuery: unknown,
): WireCase | null {
  const ranges = /case/i.test(accept ?? '') ? mediaRanges(accept!) : [];
  const fromAccept = ranges.find(({ parameters }) => parameters.has('case'));
  const candidates = [
    ['The header X-Service-Case', caseHeader],
    ['The parameter case of Accept', fromAccept?.parameters.get('case')],
    ['The query parameter case', caseQuery],
  ] as const;
  const named = candidates.find(([, value]) => value !== undefined);
  if (named === undefined) return null;
  const [where, value] = named;
  if (typeof value === 'string' && isWireCase(value)) return value;
  throw new AppError('invalid_field', `${where} must be one of: ${WIRE_CASES.join(', ')}.`);
}

/** Returns the offered type that `Accept` prefers; an unknown one gets `application/json` rather than an error. */
export function negotiateType(accept: string | undefined): JsonType {
  if (accept === undefined || accept === '*/*') return 'application/json';
  const ranges = mediaRanges(accept);
  let best: JsonType = 'application/json';
  let bestQuality = qualityOf(best, ranges);
  for (const type of JSON_TYPES) {
    const quality = qualityOf(type, ranges);
    if (quality <= bestQuality) continue;
    best = type;
    bestQuality = quality;
  }
  return best;
}

/** Returns the non-JSON type that `Accept` ranks above JSON; null when there is none. */
export function negotiateOther(accept: string | undefined, offered: readonly string[]): string | null {
  if (accept === undefined || offered.length === 0) return null;
  const ranges = mediaRanges(accept);
  const named = ranges.filter(({ type, quality }) => offered.includes(type) && quality > 0);
  const json = Math.max(0, ...ranges.filter(({ type }) => isJsonType(type)).map(({ quality }) => quality));
  const best = named.reduce<MediaRange | null>(
    (first, range) => (first === null || range.quality > first.quality ? range : first),
    null,
  );
  return best === null || best.quality < json ? null : best.type;
}

function isJsonType(type: string): boolean {
  return (JSON_TYPES as readonly string[]).includes(type);
}

/** Returns the quality of a type by its most specific matching range. */
function qualityOf(type: JsonType, ranges: readonly MediaRange[]): number {
  const family = `${type.slice(0, type.indexOf('/'))}/*`;
  for (const wanted of [type, family, '*/*']) {
    const range = ranges.find((candidate) => candidate.type === wanted);
    if (range) return range.quality;
  }
  return 0;
}

function mediaRanges(accept: string): MediaRange[] {
  return accept.split(',').map((part) => {
    const [type = '', ...rest] = part.split(';').map((piece) => piece.trim());
    const parameters = new Map(
      rest.map((piece) => {
        const [name = '', value = ''] = piece.split('=', 2);
        return [name.trim().toLowerCase(), value.trim().replace(/^"(.*)"$/, '$1')] as const;
      }),
    );
    const quality = Number(parameters.get('q') ?? 1);
    return { type: type.toLowerCase(), quality: Number.isFinite(quality) ? quality : 0, parameters };
  });
}
