/** Remote of the replay server, with a clock that never waits. */
import { createAddressGuard } from '../../../src/infra/network/address-guard.ts';
import type { Clock } from '../../../src/remotes/http/pace.ts';
import {
  createPlatformClient,
  type PlatformClientOptions,
} from '../../../src/remotes/http/platform-client.ts';
import { listPart } from '../../../src/remotes/list-part.ts';
import type { ByteSink, Remote, RemoteArtefact, RemotePart } from '../../../src/remotes/remote.ts';
import { readOrchestratorAddress } from '../../../src/remotes/uipath/orchestrator-address.ts';
import type { OrchestratorCredential } from '../../../src/remotes/uipath/orchestrator-tokens.ts';
import { createUipathRemote } from '../../../src/remotes/uipath/uipath-remote.ts';
import type { Replay } from './orchestrator.ts';

/** Clock whose time passes only by pauses, which it writes down in milliseconds. */
export interface SteppedClock extends Clock {
  readonly pauses: number[];
}

export function steppedClock(at = new Date('2026-03-01T00:00:00Z')): SteppedClock {
  let nowMs = 0;
  const pauses: number[] = [];
  return {
    pauses,
    nowMs: () => nowMs,
    date: () => new Date(at.getTime() + nowMs),
    async pause(ms, signal) {
      signal.throwIfAborted();
      pauses.push(ms);
      nowMs += ms;
    },
    random: () => 0.5,
  };
}

export const APPLICATION: OrchestratorCredential = {
  kind: 'application',
  clientId: 'client-1',
  clientSecret: 'secret-1',
};

/** Creates the remote of a replayed tenant. */
export function replayRemote(
  replay: Pick<Replay, 'url'>,
  credential: OrchestratorCredential = APPLICATION,
  options: Partial<PlatformClientOptions> = {},
): { readonly remote: Remote; readonly clock: SteppedClock; readonly close: () => void } {
  const problems: string[] = [];
  const address = readOrchestratorAddress({ url: replay.url, isOnPremises: true }, problems);
  if (address === undefined) throw new Error(problems.join('\n'));
  const clock = steppedClock();
  const client = createPlatformClient({
    base: address.base,
    tokenUrl: address.tokenUrl,
    webPageHint: address.webPageHint,
    guard: createAddressGuard({ allowsHttp: true, allowedNetworks: ['127.0.0.0/8'] }),
    clock,
    requestsPerSecond: 1000,
    secrets: credential.kind === 'token' ? [credential.token] : [credential.clientSecret],
    ...options,
  });
  return { remote: createUipathRemote(client, address, credential), clock, close: client.close };
}

export const NEVER: AbortSignal = new AbortController().signal;

/** Sink that keeps the bytes. */
export function memorySink(): ByteSink & { bytes(): Buffer; readonly starts: number } {
  let chunks: Uint8Array[] = [];
  let starts = 0;
  return {
    async start() {
      starts += 1;
      chunks = [];
    },
    async write(chunk) {
      chunks.push(Uint8Array.from(chunk));
    },
    bytes: () => Buffer.concat(chunks),
    get starts() {
      return starts;
    },
  };
}

/** Lists everything that can be listed. */
export async function listAll(remote: Remote): Promise<{
  parts: readonly RemotePart[];
  artefacts: readonly RemoteArtefact[];
  problems: readonly string[];
}> {
  const parts = await remote.parts(NEVER);
  const problems: string[] = [];
  const rows = [];
  for (const part of parts) {
    if (part.problem !== undefined) {
      problems.push(part.problem);
      continue;
    }
    try {
      const listing = await listPart(remote, part, NEVER);
      rows.push(...listing.rows);
      if (listing.problem !== undefined) problems.push(listing.problem);
    } catch (error) {
      problems.push((error as Error).message);
    }
  }
  return { parts, artefacts: remote.select(parts, rows), problems };
}
