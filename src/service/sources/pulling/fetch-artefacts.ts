/** Fetches what is new or has another marker, a few at a time, and hands the bytes over. They are not unpacked here. */
import { createReadStream } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { postgresBlobs } from '../../../infra/blobs/database-blobs.ts';
import type { Sql } from '../../../infra/database/connections.ts';
import { inTransaction } from '../../../infra/database/database.ts';
import { missReason, type Reason } from '../../../remotes/coverage.ts';
import { fileSink } from '../../../remotes/file-sink.ts';
import { REMOTE_LIMITS } from '../../../remotes/limits.ts';
import { looksLikeZip } from '../../../remotes/looks-like-zip.ts';
import type { Remote } from '../../../remotes/remote.ts';
import { RemoteError } from '../../../remotes/remote-error.ts';
import { MINUTE_MS } from '../../../units.ts';
import {
  countWaiting,
  listWanted,
  storeFetched,
  storeUnfetched,
  WAITING_MAX,
  type WantedArtefact,
} from './artefacts-store.ts';
import { type HeldPull, renewClaim } from './pull-claims-store.ts';
import { advanceLater, type PullKey } from './pulling-store.ts';

/** Artefacts that are looked up at once. */
const BATCH = 20;

/** Time after which a round ends, so that pulls that wait have their turn. */
const ROUND_MS_MAX = MINUTE_MS;

/** End of a round of fetching. `full`: too many archives wait. `time`: others have their turn. */
export type FetchEnd = 'done' | 'full' | 'time';

/** Receiver of the progress of a round. */
export interface FetchObserver {
  fetched(): Promise<void>;
  problem(text: string): void;
}

/** Fetches until nothing is left, too many archives wait, or the time of a round is over. @throws RemoteError when the credential is rejected */
export async function fetchArtefacts(
  sql: Sql,
  pull: PullKey & HeldPull,
  { remote, observer }: { readonly remote: Remote; readonly observer: FetchObserver },
  signal: AbortSignal,
): Promise<FetchEnd> {
  const folder = await mkdtemp(join(tmpdir(), 'flowarden-pull-'));
  const endMs = performance.now() + ROUND_MS_MAX;
  let failures = 0;
  const one = async (artefact: WantedArtefact): Promise<void> => {
    if (failures >= REMOTE_LIMITS.failuresInRowMax) {
      await unfetched(
        artefact,
        'not_yet',
        `It was not tried: ${REMOTE_LIMITS.failuresInRowMax} downloads in a row failed.`,
      );
      return;
    }
    const path = join(folder, artefact.id);
    try {
      await download(remote, artefact, path, signal);
      failures = 0;
      if (await isZip(path)) await handOver(artefact, path);
      else
        await unfetched(artefact, 'unreadable', `${nameOf(artefact)} is no archive, or a damaged one.`, true);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof RemoteError) || error.problem === 'credential_rejected') throw error;
      const reason = missReason(error.problem);
      failures = reason === 'failed' ? failures + 1 : 0;
      await unfetched(artefact, reason, error.message, reason === 'too_large' || reason === 'unreadable');
    } finally {
      await rm(path, { force: true });
    }
    await observer.fetched();
  };

  async function unfetched(artefact: WantedArtefact, reason: Reason, problem: string, isLasting = false) {
    observer.problem(problem);
    await inTransaction(sql, async (inner) => {
      await renewClaim(inner, pull);
      await storeUnfetched(inner, pull, artefact, { reason, problem, isLasting });
    });
  }

  async function handOver(artefact: WantedArtefact, path: string): Promise<void> {
    const blobs = postgresBlobs(sql);
    const blob = await blobs.put(pull.orgId, createReadStream(path), REMOTE_LIMITS.packageBytesMax);
    const isStored = await inTransaction(sql, async (inner) => {
      await renewClaim(inner, pull);
      if (!(await storeFetched(inner, pull, artefact, blob))) return false;
      await inner`select keep_fetched(${pull.orgId}::uuid, ${blob.id}::uuid)`;
      await advanceLater(inner, pull);
      return true;
    });
    if (!isStored) await blobs.delete(pull.orgId, blob.id);
  }

  try {
    for (;;) {
      signal.throwIfAborted();
      if ((await inTransaction(sql, (inner) => countWaiting(inner, pull))) >= WAITING_MAX) return 'full';
      const wanted = await inTransaction(sql, (inner) => listWanted(inner, pull, BATCH));
      if (wanted.length === 0) return 'done';
      if (performance.now() >= endMs) return 'time';
      const queue = wanted.values();
      const workers = Array.from({ length: REMOTE_LIMITS.requestsMax }, async () => {
        for (const artefact of queue) await one(artefact);
      });
      // A download that still runs would write into a folder that is gone.
      const ended = (await Promise.allSettled(workers)).find(({ status }) => status === 'rejected');
      if (ended?.status === 'rejected') throw ended.reason;
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function download(
  remote: Remote,
  { name, version, address }: WantedArtefact,
  path: string,
  signal: AbortSignal,
): Promise<void> {
  const handle = await open(path, 'wx');
  try {
    await remote.fetch({ name, version, place: address }, fileSink(handle), signal);
  } finally {
    await handle.close();
  }
}

async function isZip(path: string): Promise<boolean> {
  const handle = await open(path, 'r');
  try {
    const { size } = await handle.stat();
    return await looksLikeZip(size, async (start, end) => {
      const bytes = Buffer.alloc(end - start);
      const { bytesRead } = await handle.read(bytes, 0, bytes.length, start);
      return bytes.subarray(0, bytesRead);
    });
  } finally {
    await handle.close();
  }
}

const nameOf = ({ name, version }: WantedArtefact) => JSON.stringify(`${name} ${version}`);
