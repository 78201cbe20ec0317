/** The event that a job runs for. Source: "Variables" and "Webhook events and payloads" of GitHub's documentation. */
import { readFileSync } from 'node:fs';

/** Facts of the event that the action uses. */
export interface JobEvent {
  /** `owner/name`. */
  readonly repository: string;
  readonly commit: string;
  readonly ref: string;
  /** Number of the pull request; undefined for other events. */
  readonly pullRequest: number | undefined;
  /** The pull request comes from another repository: its job has no token that may write. */
  readonly isFork: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

interface Payload {
  readonly pull_request?: {
    readonly number?: unknown;
    readonly head?: { readonly repo?: { readonly full_name?: unknown } | null };
  };
}

/** Reads the event from the variables of the job and the file of its payload. */
export function readEvent(environment: Environment): JobEvent {
  const { GITHUB_REPOSITORY: repository = '', GITHUB_SHA: commit = '', GITHUB_REF: ref = '' } = environment;
  const { pull_request: pullRequest } = payloadOf(environment.GITHUB_EVENT_PATH);
  const number = pullRequest?.number;
  return {
    repository,
    commit,
    ref,
    pullRequest: typeof number === 'number' ? number : undefined,
    // The repository of a deleted fork is null.
    isFork: pullRequest !== undefined && pullRequest.head?.repo?.full_name !== repository,
  };
}

function payloadOf(path: string | undefined): Payload {
  if (path === undefined || path === '') return {};
  try {
    return (JSON.parse(readFileSync(path, 'utf8')) ?? {}) as Payload;
  } catch {
    return {};
  }
}
