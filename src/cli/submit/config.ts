/** Environment of `flowarden submit`: address and credentials of the service, and the CI job around it. */
import { readFileSync, statSync } from 'node:fs';
import { MIB } from '../../units.ts';
import { type CiEvent, ciSystemOf, type KnownContext, type Variables } from './ci-systems.ts';
import { codingAgentOf } from './coding-agents.ts';
import { type TokenOrigin, tokenOriginOf } from './identity-token.ts';

/** Job of a CI system. */
export interface CiJob {
  /** Name of the CI system. */
  readonly provider: string;
  readonly context: KnownContext;
  /** Path of the repository at its forge, such as `acme/robots`. */
  readonly repository: string | undefined;
  readonly branch: string | undefined;
  /** Identity of the run of the job, the same for each submission in it. */
  readonly runId: string;
}

/** Environment of the command. */
export interface SubmitConfig {
  readonly server: string | undefined;
  readonly apiKey: string | undefined;
  readonly orgId: string | undefined;
  /** Used without an API key; null: the job has no identity token. */
  readonly identity: TokenOrigin | null;
  /** Null outside of a known CI system. */
  readonly job: CiJob | null;
  /** Coding agent that runs the command; undefined: none says so. */
  readonly agent: string | undefined;
}

/** Largest payload of an event that is read; GitHub's own limit is 25 MiB, real ones have some 20 KiB. */
const EVENT_BYTES_MAX = 8 * MIB;

/** Reads the environment; unset and empty variables are undefined. */
export function submitConfig(environment: Variables = process.env): SubmitConfig {
  const variables = Object.fromEntries(Object.entries(environment).filter(([, value]) => value));
  return {
    server: variables.FLOWARDEN_URL,
    apiKey: variables.FLOWARDEN_API_KEY,
    orgId: variables.FLOWARDEN_ORG_ID,
    identity: tokenOriginOf(variables),
    job: jobOf(variables),
    agent: codingAgentOf(variables),
  };
}

function jobOf(variables: Variables): CiJob | null {
  const system = ciSystemOf(variables);
  if (system === null) return null;
  const event = system.eventPath === undefined ? {} : readEvent(variables[system.eventPath]);
  const context: KnownContext = system.contextOf(variables, event);
  return {
    provider: system.provider,
    context,
    repository: context.repository,
    branch: context.branch,
    runId: [system.provider, ...system.run.map((name) => variables[name] ?? '')].join('\n'),
  };
}

/** Reads the payload of the event; one that cannot be read only leaves fields of the context empty. */
function readEvent(path: string | undefined): CiEvent {
  try {
    if (path === undefined || statSync(path).size > EVENT_BYTES_MAX) return {};
    const event: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return typeof event === 'object' && event !== null ? event : {};
  } catch {
    return {};
  }
}
