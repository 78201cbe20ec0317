/** Fetches packages into a folder, a few at a time, and looks at what came. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { missReason, type Reason } from '../../remotes/coverage.ts';
import { fileSink } from '../../remotes/file-sink.ts';
import { REMOTE_LIMITS } from '../../remotes/limits.ts';
import type { Remote, RemoteArtefact } from '../../remotes/remote.ts';
import { RemoteError } from '../../remotes/remote-error.ts';
import { comparable } from '../../text/comparable-path.ts';
import { reasonInPackage } from './package-content.ts';
import type { PullRecord, RecordedPackage } from './pull-record.ts';
import { makeFolder, pulledPaths } from './pulled-file.ts';
import { isWhole, type UnpackedMembers, unpackFiles } from './unpack-files.ts';

/** Verdicts about the content: with the same version they stay. */
const CONTENT_REASONS: readonly unknown[] = ['compiled', 'unsupported_kind'];
/** Saves of a whole pull: after the end of the process the next pull goes on from the last one. */
const SAVES_MAX = 50;
/** Packages between two saves, at least. */
const SAVED_MIN = 10;

/** Options of a fetch. */
export interface FetchOptions {
  readonly remote: Remote;
  /** Folder that they go to. */
  readonly folder: string;
  /** End of their names, with the dot. */
  readonly extension: string;
  readonly artefacts: readonly RemoteArtefact[];
  /** Record of the last pull into the folder. */
  readonly last: PullRecord | null;
  /** Version of this program. */
  readonly program: string;
  /** Records what is known so far. */
  readonly save: (packages: readonly RecordedPackage[]) => Promise<void>;
  readonly signal: AbortSignal;
}

/** Result of a fetch. */
export interface FetchedPackages {
  readonly packages: readonly RecordedPackage[];
  /** Packages that were fetched and stored now. */
  readonly newCount: number;
  /** Sentences about what failed. */
  readonly problems: readonly string[];
}

/**
 * Fetches what has another version than last time. A package that cannot be fetched does not end it; a rejected
 * credential, a full disk and the caller's end do. What came before is saved all the same.
 */
export async function fetchPackages(options: FetchOptions): Promise<FetchedPackages> {
  const { folder, extension, artefacts, last, program } = options;
  const paths = pulledPaths(artefacts, extension);
  const earlierPackages = last === null ? [] : [...last.packages, ...last.unlisted];
  const known = new Map(earlierPackages.map((entry) => [entry.key, entry]));
  const entries = new Map<string, RecordedPackage>();
  const unpacked = new Map<string, UnpackedMembers>();
  /** Artefacts by the paths of their files, as `comparable` writes them. */
  const owners = new Map<string, string>();
  const own = (key: string, members: UnpackedMembers = {}): void => {
    for (const path of Object.keys(members)) owners.set(comparable(path), key);
  };
  for (const { key } of artefacts) own(key, known.get(key)?.members);
  const problems: string[] = [];
  let newCount = 0;
  let fetchedCount = 0;
  const saveEvery = Math.max(SAVED_MIN, Math.ceil(artefacts.length / SAVES_MAX));
  let saved: Promise<unknown> = Promise.resolve();
  let failuresInRow = 0;
  /** Ends the downloads beside one whose failure ends all. */
  const failed = new AbortController();
  const signal = AbortSignal.any([options.signal, failed.signal]);
  /** Packages may be large: one at a time is held in memory. */
  let inspection: Promise<unknown> = Promise.resolve();

  const record = (
    artefact: RemoteArtefact,
    reason: Reason | undefined,
    sha256: string | null = null,
  ): void => {
    const { key, name, version, marker, runs } = artefact;
    // What could not be read now may be there from an earlier pull.
    const members = unpacked.get(key) ?? known.get(key)?.members;
    const path = members === undefined ? paths.get(key)! : Object.keys(members)[0]!;
    const file = reason === undefined || existsSync(join(folder, path)) ? path : null;
    const stored = { file, sha256, ...(members !== undefined && { members }) };
    entries.set(key, { key, name, version, marker, runs, ...stored, reason: reason ?? null });
  };

  async function fetchOne(artefact: RemoteArtefact): Promise<void> {
    if (artefact.reason !== undefined) return record(artefact, artefact.reason);
    const path = paths.get(artefact.key)!;
    const earlier = known.get(artefact.key);
    if (earlier !== undefined && (earlier.marker ?? earlier.version) === artefact.marker) {
      if (CONTENT_REASONS.includes(earlier.reason) && last!.program === program)
        return record(artefact, earlier.reason ?? undefined);
      if (earlier.sha256 !== null && (await isWhole(folder, earlier.members ?? { [path]: earlier.sha256 })))
        return record(artefact, undefined, earlier.sha256);
    }
    if (failuresInRow >= REMOTE_LIMITS.failuresInRowMax || signal.aborted) return record(artefact, 'not_yet');
    try {
      const { reason, sha256 } = await bring(artefact, join(folder, path));
      if (reason === undefined) newCount += 1;
      fetchedCount += 1;
      failuresInRow = 0;
      record(artefact, reason, reason === undefined ? sha256 : null);
      if (fetchedCount % saveEvery === 0) await saveSoFar();
    } catch (error) {
      if (signal.aborted) return record(artefact, 'not_yet');
      if (!(error instanceof RemoteError) || error.problem === 'credential_rejected') throw error;
      const reason = missReason(error.problem);
      failuresInRow = reason === 'failed' ? failuresInRow + 1 : 0;
      problems.push(error.message);
      if (failuresInRow === REMOTE_LIMITS.failuresInRowMax)
        problems.push(
          `${REMOTE_LIMITS.failuresInRowMax} downloads in a row failed: the others were not tried.`,
        );
      record(artefact, reason);
    }
  }

  /** Saves one after the other, each what is known when its turn comes. */
  function saveSoFar(): Promise<unknown> {
    saved = saved.then(() =>
      options.save(artefacts.flatMap(({ key }) => entries.get(key) ?? known.get(key) ?? [])),
    );
    return saved;
  }

  async function bring(artefact: RemoteArtefact, path: string) {
    const part = `${path}.part`;
    await makeFolder(folder, dirname(path));
    await rm(part, { force: true });
    const handle = await open(part, 'wx');
    try {
      await options.remote.fetch(artefact, fileSink(handle), signal);
      await handle.close();
      const read = inspection.then(async () => {
        const bytes = await readFile(part);
        const sha256 = createHash('sha256').update(bytes).digest('hex');
        if (artefact.kind === 'files') {
          const before = known.get(artefact.key)?.members ?? {};
          const { key, group, name } = artefact;
          const isOfOther = (path: string) => (owners.get(path) ?? key) !== key;
          const members = await unpackFiles(bytes, { folder, group, name, before, isOfOther });
          unpacked.set(key, members);
          own(key, members);
          return { reason: undefined, sha256 };
        }
        return { reason: reasonInPackage(`${artefact.name}${extension}`, bytes), sha256 };
      });
      inspection = read.catch(() => {});
      const content = await read;
      // The package before is not left for one that is known to have nothing to judge. What is damaged says nothing.
      if (unpacked.has(artefact.key)) await rm(part);
      else if (content.reason === undefined) await rename(part, path);
      else if (content.reason !== 'unreadable') await rm(path, { force: true });
      return content;
    } finally {
      await handle.close().catch(() => {});
      await rm(part, { force: true });
    }
  }

  const queue = artefacts.values();
  const workers = Array.from({ length: REMOTE_LIMITS.requestsMax }, async () => {
    try {
      for (const artefact of queue) {
        if (failed.signal.aborted) return;
        await fetchOne(artefact);
      }
    } catch (error) {
      failed.abort();
      throw error;
    }
  });
  // A download that still runs would leave a part of a file.
  const end = (await Promise.allSettled(workers)).find(({ status }) => status === 'rejected');
  if (end?.status === 'rejected') {
    await saveSoFar().catch(() => {});
    throw end.reason;
  }
  return { packages: artefacts.map(({ key }) => entries.get(key)!), newCount, problems };
}
