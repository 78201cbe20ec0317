/** Spells all names of the API in one case, as `X-Service-Case` selects it. */
import type { OpenAPIObject } from 'openapi3-ts/oas31';
import type { WireCase } from '../../src/contract/wire-case.ts';
import { MESSAGES } from '../../src/gen/contract/messages.ts';
import { snakeName, wireName } from '../contract/wire-case.ts';
import { namesOf } from '../endpoint/fields.ts';
import type { Route } from '../endpoint/route.ts';

/** Returns the endpoints with bodies and answers in the spelling; null: each in its own. */
export function spelledRoutes(routes: readonly Route[], wireCase: WireCase | null): readonly Route[] {
  if (wireCase === null) return routes;
  return routes.map((route) => ({
    ...route,
    defaultCase: wireCase,
    body: route.body === null ? null : { ...route.body, spelling: wireCase },
  }));
}

/** Rewrites the names that descriptions quote in backticks, so that prose and schemas agree. */
export function spellProse(
  document: OpenAPIObject,
  routes: readonly Route[],
  wireCase: WireCase,
): OpenAPIObject {
  const spellings = new Map(
    [...memberNames(routes)].flatMap((name) =>
      [name, snakeName(name)].map((known) => [known, wireName(name, wireCase)] as const),
    ),
  );
  const spell = (text: string) =>
    text.replace(/`[^`]+`/g, (code) => code.replace(/\w+/g, (word) => spellings.get(word) ?? word));
  return mapProse(document, spell) as OpenAPIObject;
}

/** Collects the camelCase names of everything that requests and answers have. */
function memberNames(routes: readonly Route[]): ReadonlySet<string> {
  const inputs = routes.flatMap(({ params, query, body }) =>
    [params, query, ...(body === null ? [] : [body.schema])].flatMap(namesOf),
  );
  const answers = Object.values(MESSAGES).flatMap(({ fields }) =>
    fields.flatMap(({ name, rest }) => (rest?.hidden ? [] : [rest?.name ?? name])),
  );
  return new Set([...inputs, ...answers]);
}

function mapProse(value: unknown, spell: (text: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => mapProse(item, spell));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => {
      // Example values are data.
      if (key === 'example' || key === 'examples') return [key, member];
      const isProse = typeof member === 'string' && (key === 'description' || key === 'summary');
      return [key, isProse ? spell(member) : mapProse(member, spell)];
    }),
  );
}
