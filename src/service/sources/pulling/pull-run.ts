/** One pull: sign in, list, fetch. Each step is stored, so that another process goes on where this one ends. */
import type { Sql } from '../../../infra/database/connections.ts';
import { inTransaction } from '../../../infra/database/database.ts';
import type { Transaction } from '../../../infra/database/transaction.ts';
import type { Logger } from '../../../infra/logging/log.ts';
import { createTenantGuard, type TenantNetworks } from '../../../infra/network/tenant-guard.ts';
import type { Seal } from '../../../infra/sealing/seal.ts';
import { createPlatformClient } from '../../../remotes/http/platform-client.ts';
import { createPowerPlatformRemote } from '../../../remotes/power-platform/power-platform-remote.ts';
import type { Remote } from '../../../remotes/remote.ts';
import { RemoteError } from '../../../remotes/remote-error.ts';
import { createUipathRemote } from '../../../remotes/uipath/uipath-remote.ts';
import { HOUR_MS, SECOND_MS } from '../../../units.ts';
import { PULL_PROBLEMS_MAX, type PullCounts, type PullState, type PullVerdict } from '../pull.ts';
import { addressOfSource, credentialOrigins } from '../source-address.ts';
import { openCredential, type SourceCredential } from '../source-credential.ts';
import { countWanted } from './artefacts-store.ts';
import { fetchArtefacts } from './fetch-artefacts.ts';
import { listSource } from './list-source.ts';
import type { ClaimedPull } from './pull-claims-store.ts';
import type { PullCounters } from './pull-metrics.ts';
import {
  advanceLater,
  endPull,
  findPulledSource,
  listSealed,
  type PulledSource,
  promoteCredential,
  type SealedCredential,
  storeProgress,
} from './pulling-store.ts';
import type { SourceListing } from './store-listing.ts';

/** Longest time of a pull. */
const PULL_MS_MAX = 24 * HOUR_MS;
/** Pauses of a pull by the end of its round: archives wait to be submitted, or others have their turn. */
const PAUSES_MS = { full: 2 * SECOND_MS, time: 0 } as const;
/** Longest pause that a platform requests and a pull waits for; for a longer one it leaves its place to others. */
const HELD_MS_MAX = 10 * SECOND_MS;

/** Dependencies of a pull. */
export interface PullDeps {
  readonly sql: Sql;
  readonly seal: Seal;
  readonly networks: TenantNetworks;
  readonly log: Logger;
  /** Requests in a second; absent: that of the limits. */
  readonly requestsPerSecond?: number;
  /** Absent or null: nothing is counted. */
  readonly counters?: PullCounters | undefined;
}

/** A credential that does not open: it was sealed for another address, or its key is gone. */
const CANNOT_OPEN =
  'The credential cannot be opened: its key or the address of the source has changed. Set it again.';

/**
 * Carries a claimed pull on until it has fetched everything, or too much waits.
 * @returns pause after which it goes on; undefined: this process has nothing more to do for it
 * @throws the reason of the signal, or an unexpected error; the pull then goes on from its rows
 */
export async function runPull(
  deps: PullDeps,
  pull: ClaimedPull,
  stopped: AbortSignal,
): Promise<number | undefined> {
  const { sql } = deps;
  const throttled = new AbortController();
  const overdue = new AbortController();
  const signal = AbortSignal.any([stopped, throttled.signal, overdue.signal]);
  let throttledUntil = new Date(0);
  const progress = createProgress(sql, pull);
  const source = await inTransaction(sql, (inner) => findPulledSource(inner, pull));
  if (source === undefined) return undefined;
  const leftMs = PULL_MS_MAX - (Date.now() - pull.createdAt.getTime());
  const timer = setTimeout(() => overdue.abort(), leftMs);
  try {
    if (leftMs <= 0) return await finishOverdue();
    const known = await inTransaction(sql, (inner) => listSealed(inner, pull));
    for (const [at, sealed] of known.entries()) {
      const isLast = at === known.length - 1;
      try {
        return await withRemote(source, sealed);
      } catch (error) {
        if (isLast || !isRejected(error)) throw error;
        progress.problem(
          `The new credential does not work, the one before is used. ${(error as Error).message}`,
        );
      }
    }
    progress.problem('The source has no credential. Set one.');
    return await finish('failed');
  } catch (error) {
    stopped.throwIfAborted();
    if (overdue.signal.aborted) return await finishOverdue();
    if (throttled.signal.aborted) {
      await progress.throttled(throttledUntil);
      return Math.max(0, throttledUntil.getTime() - Date.now());
    }
    if (!(error instanceof RemoteError)) throw error;
    progress.problem(withRemedy(error));
    return await finishEarly();
  } finally {
    clearTimeout(timer);
  }

  /** Ends the pull before its time: files that were fetched are judged. */
  function finishEarly(): Promise<undefined> {
    return finish(progress.state() === 'fetching' ? 'judging' : 'failed');
  }

  function finishOverdue(): Promise<undefined> {
    progress.problem('The pull took longer than 24 h. The next one goes on from there.');
    return finishEarly();
  }

  async function withRemote(source: PulledSource, sealed: SealedCredential): Promise<number | undefined> {
    const { remote, close } = open(deps, pull, { source, sealed }, (until) => {
      deps.counters?.throttled();
      if (until > throttledUntil) throttledUntil = until;
      if (until.getTime() - Date.now() > HELD_MS_MAX) throttled.abort();
      else void progress.throttled(until);
    });
    try {
      if (progress.state() !== 'fetching') {
        await progress.enter('listing');
        if (pull.isProbe) progress.warn((await remote.probe(signal)).warnings);
        let outcome: PullVerdict = 'complete';
        const conclude = async (inner: Transaction, { problems }: SourceListing) => {
          for (const text of problems) progress.problem(text);
          if (sealed.state === 'next') await promoteCredential(inner, pull, sealed.sealed);
          outcome = problems.length === 0 ? 'complete' : 'incomplete';
          if (pull.isProbe) return storeEnd(inner, outcome);
          progress.toFetch(await countWanted(inner, pull));
          await storeProgress(inner, pull, progress.shown('fetching'));
        };
        const what = { remote, environments: source.environments, observe: progress.parts, conclude };
        await listSource(sql, pull, what, signal);
        if (pull.isProbe) return noteEnd(outcome);
        progress.entered('fetching');
      }
      const end = await fetchArtefacts(sql, pull, { remote, observer: progress }, signal);
      return end === 'done' ? await finish('judging') : PAUSES_MS[end];
    } finally {
      close();
    }
  }

  async function finish(end: PullVerdict | 'judging'): Promise<undefined> {
    await inTransaction(sql, (inner) => storeEnd(inner, end));
    return noteEnd(end);
  }

  async function storeEnd(inner: Transaction, end: PullVerdict | 'judging'): Promise<void> {
    await storeProgress(inner, pull, progress.shown(end === 'judging' ? end : progress.state()));
    if (end === 'judging') await advanceLater(inner, pull);
    else await endPull(inner, pull, end);
  }

  function noteEnd(end: PullVerdict | 'judging'): undefined {
    deps.counters?.ended(end === 'judging' ? 'fetched' : end);
  }
}

const isRejected = (error: unknown): boolean =>
  error instanceof RemoteError &&
  (error.problem === 'credential_rejected' ||
    error.problem === 'scope_rejected' ||
    error.problem === 'no_parts');

/** Adds what the operator can do about a network or an authority, which the command cannot know. */
function withRemedy({ problem, message }: RemoteError): string {
  if (problem === 'address_not_allowed')
    return `${message} The operator may allow its network with FLOWARDEN_SOURCE_NETWORKS, or you run \`flowarden pull\` inside it.`;
  if (problem === 'certificate')
    return `${message} Ask the operator to trust its authority with NODE_EXTRA_CA_CERTS.`;
  return message;
}

function open(
  { seal, networks, requestsPerSecond }: PullDeps,
  { orgId, sourceId }: ClaimedPull,
  { source, sealed }: { readonly source: PulledSource; readonly sealed: SealedCredential },
  onThrottled: (until: Date) => void,
): { readonly remote: Remote; readonly close: () => void } {
  const address = addressOfSource(source);
  const guard = createTenantGuard(networks, orgId);
  let credential: SourceCredential;
  try {
    credential = openCredential(
      seal,
      { orgId, sourceId, origins: credentialOrigins(address) },
      sealed.sealed,
    );
  } catch (cause) {
    throw new RemoteError('credential_rejected', CANNOT_OPEN, { cause });
  }
  const options = { guard, ...(requestsPerSecond !== undefined && { requestsPerSecond }), onThrottled };
  if (address.kind === 'power-platform') {
    if (credential.kind === 'token') throw new RemoteError('credential_rejected', CANNOT_OPEN);
    return createPowerPlatformRemote(address.platform, credential, options);
  }
  const { orchestrator } = address;
  const client = createPlatformClient({
    ...options,
    base: orchestrator.base,
    tokenUrl: credential.kind === 'token' ? undefined : orchestrator.tokenUrl,
    webPageHint: orchestrator.webPageHint,
    secrets: [credential.kind === 'token' ? credential.token : credential.clientSecret],
  });
  return { remote: createUipathRemote(client, orchestrator, credential), close: client.close };
}

/** Progress of a pull, written as it goes. */
function createProgress(sql: Sql, pull: ClaimedPull) {
  let state: PullState = pull.state;
  let counts: PullCounts = { ...pull.counts, throttledUntil: null };
  const problems = new Set(pull.problems);
  const shown = (next: PullState) => ({ state: next, counts, problems: [...problems] });
  let writing: Promise<void> = Promise.resolve();
  /** Writes one after the other: an older state must not overwrite a newer one. */
  const write = (): Promise<void> => {
    writing = writing.then(() => inTransaction(sql, (inner) => storeProgress(inner, pull, shown(state))));
    return writing;
  };
  return {
    shown,
    state: () => state,
    problem(text: string) {
      // More are not stored.
      if (problems.size < PULL_PROBLEMS_MAX) problems.add(text);
    },
    warn(warnings: readonly string[]) {
      counts = { ...counts, warnings };
    },
    toFetch(toFetch: number) {
      counts = { ...counts, toFetch, fetched: 0 };
    },
    async enter(next: PullState) {
      state = next;
      await write();
    },
    /** Notes a state that is stored already. */
    entered(next: PullState) {
      state = next;
    },
    async parts(partsListed: number, partsKnown: number) {
      counts = { ...counts, partsListed, partsKnown, throttledUntil: null };
      await write();
    },
    async fetched() {
      counts = { ...counts, fetched: (counts.fetched ?? 0) + 1, throttledUntil: null };
      await write();
    },
    async throttled(until: Date) {
      counts = { ...counts, throttledUntil: until.toISOString() };
      await write().catch(() => {});
    },
  };
}
