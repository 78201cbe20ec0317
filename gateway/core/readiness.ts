/** Readiness of the service, part by part, from the core's health; cached for a second. */
import { hash } from 'node:crypto';
import {
  healthNameOf,
  healthNameOfToken,
  READY_PARTS,
  type ReadyPart,
} from '../../src/contract/readiness.ts';
import { AppError, type ErrorCode } from '../../src/errors.ts';
import { GATEWAY_LIMITS } from '../limits.ts';
import type { Core } from './client.ts';

/** State of one part that requests need. */
export interface PartState {
  readonly status: 'ok' | 'down' | 'unknown';
  readonly reason: string | null;
}

/** Parts in their published order. */
export const PARTS = ['core', ...READY_PARTS, 'token'] as const;
export type Part = (typeof PARTS)[number];

export interface Readiness {
  readonly parts: Readonly<Record<Part, PartState>>;
  /** Reason why requests cannot be served; null when they can. */
  readonly failure: { readonly code: ErrorCode; readonly message: string } | null;
}

const OK: PartState = { status: 'ok', reason: null };
const UNKNOWN: PartState = { status: 'unknown', reason: null };

/** Error and remedy for each part that is down. */
export const REASONS = {
  database:
    'The database does not answer, or rejects the role of the application. Look at Postgres, DATABASE_URL and the log of the core.',
  schema:
    'The schema of the database does not fit the program. Run `flowarden migrate`: it updates an older schema, and says when the program is too old for a newer one.',
  queue: 'No jobs process is alive: what is done later waits. Start `flowarden jobs`.',
  files:
    'The file store does not answer or rejects our credentials: asynchronous runs and projects are rejected. Look at FLOWARDEN_S3_BUCKET and the log of the core.',
  token:
    'The core does not know FLOWARDEN_GATEWAY_TOKEN of this gateway, and counts all its callers as one address. Give both the same secret.',
} as const satisfies Readonly<Record<Exclude<Part, 'core'>, string>>;

/** Creates the function; its result is cached for `ttlMs`. */
export function createReadiness(
  core: Pick<Core, 'healthOf'>,
  gatewayToken: string | null,
  ttlMs: number = GATEWAY_LIMITS.readinessCacheMs,
): () => Promise<Readiness> {
  let cached: Promise<Readiness> | null = null;
  let expiresAtMs = 0;
  return () => {
    if (cached !== null && performance.now() < expiresAtMs) return cached;
    // Concurrent callers share the query until it ends.
    expiresAtMs = Number.POSITIVE_INFINITY;
    cached = queryParts(core, gatewayToken).finally(() => {
      expiresAtMs = performance.now() + ttlMs;
    });
    return cached;
  };
}

async function queryParts(core: Pick<Core, 'healthOf'>, gatewayToken: string | null): Promise<Readiness> {
  try {
    const [whole, token, ...states] = await Promise.all([
      core.healthOf(''),
      tokenState(core, gatewayToken),
      ...READY_PARTS.map((part) => core.healthOf(healthNameOf(part))),
    ]);
    const known = Object.fromEntries(
      READY_PARTS.map((part, index) => [part, partState(part, states[index]!)]),
    ) as Record<ReadyPart, PartState>;
    return judge(whole, { ...known, token });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { code, message } = error;
    const parts = {
      core: { status: 'down', reason: message },
      database: UNKNOWN,
      schema: UNKNOWN,
      queue: UNKNOWN,
      files: UNKNOWN,
      token: UNKNOWN,
    } as const;
    return { parts, failure: { code, message } };
  }
}

function partState(part: ReadyPart, state: string): PartState {
  if (state === 'SERVING') return OK;
  return state === 'NOT_SERVING' ? { status: 'down', reason: REASONS[part] } : UNKNOWN;
}

/** Returns whether the core knows this gateway's token; a gateway without a token counts as known. */
async function tokenState(core: Pick<Core, 'healthOf'>, gatewayToken: string | null): Promise<PartState> {
  if (gatewayToken === null) return OK;
  const state = await core.healthOf(healthNameOfToken(hash('sha256', gatewayToken)));
  return state === 'SERVING' ? OK : { status: 'down', reason: REASONS.token };
}

/** Combines the core's own decision with the parts that explain it. */
function judge(whole: string, known: Readonly<Record<Exclude<Part, 'core'>, PartState>>): Readiness {
  if (whole === 'SERVING') return { parts: { core: OK, ...known }, failure: null };
  const cause = [known.database, known.schema].find(({ status }) => status === 'down');
  if (cause?.reason) {
    return {
      parts: { core: OK, ...known },
      failure: { code: 'database_unavailable', message: cause.reason },
    };
  }
  const reason = `The core answers, but it is not ready: ${whole}.`;
  const parts = { core: { status: 'down', reason }, ...known } as const;
  return { parts, failure: { code: 'engine_unavailable', message: reason } };
}
