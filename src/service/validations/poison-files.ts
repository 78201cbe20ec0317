/**
 * Rejection of files that have ended the core twice. One huge allocation in a thread ends the whole process, and a caller
 * that sends such a file sends it again.
 *
 * A core records what it analyses; the next core counts what ran when its predecessor died. To save time, only an
 * analysis that is large or has already run for a moment is recorded, and nothing waits for the record: what ends a
 * process takes longer than that. Its answer has what other cores have learnt since the start of this one: where two
 * have died of a content, or may be about to, the analysis is stopped.
 */

import { AppError } from '../../errors.ts';
import type { Sql } from '../../infra/database/connections.ts';
import { inTransaction } from '../../infra/database/database.ts';
import type { Transaction } from '../../infra/database/transaction.ts';
import { uuidV7 } from '../../infra/database/uuid-v7.ts';
import { isGone, ownIdentity } from '../../infra/process/process-identity.ts';
import { KIB } from '../../units.ts';
import { VALIDATION_LIMITS } from './limits.ts';
import {
  countDeaths,
  deletePoisonFile,
  deleteRunningAnalysis,
  insertRunningAnalysis,
  listPoisonFiles,
  listRunningAnalyses,
  lockContent,
  type RunningAnalysis,
  readDeaths,
} from './poison-files-store.ts';

/** Age after which a record of another machine is that of a dead core. */
const POISON_RECORD_MS_MAX = 300_000;

/** Deaths of a core, in a row, while it analysed a content, after which that content is rejected. */
const POISON_DEATHS_MAX = 2;

/** A file of this size is recorded before its analysis; a smaller one only when the analysis lasts longer than the delay. */
const POISON_RECORD_BYTES_MIN = 256 * KIB;

/** Delay before a smaller file is recorded. */
const POISON_RECORD_DELAY_MS = 20;

/** One analysis under watch. */
export interface Watch {
  /** Aborts when the analysis must stop, with the `AppError` to answer. */
  readonly rejected: AbortSignal;
  /** Call it when a thread has begun. */
  started(): void;
  /**
   * Call it when the analysis is over and this process lives. Resolves when nothing is noted any more.
   * @param hasReport only an analysis that went to its end makes the content innocent of earlier deaths
   */
  ended(hasReport: boolean): Promise<void>;
}

export interface PoisonGuard {
  /** @throws AppError `structure_limit_exceeded` for a content that has ended the core twice in a row */
  check(contentSha256: string): Promise<void>;
  watch(contentSha256: string, contentBytes: number): Watch;
}

function rejected(deaths: number): AppError {
  const hours = VALIDATION_LIMITS.poisonHoursMax;
  return new AppError(
    'structure_limit_exceeded',
    `The analysis of this file has ended the service ${deaths} times, so it is not tried again for ${hours} hours. Split the workflow into smaller ones.`,
    { deaths: String(deaths) },
  );
}

function busy(): AppError {
  return new AppError(
    'queue_full',
    'Other cores are analysing this file at the moment, or have just ended while they did. Send it again in a few minutes.',
  );
}

/** A noted analysis with its age. */
type Note = RunningAnalysis & { readonly ageMs: number };

/** Returns whether the process of a note is dead; on another machine by its age, as no analysis may run that long. */
const isDead = (note: Note): boolean => note.ageMs > POISON_RECORD_MS_MAX || isGone(note);

const processOf = ({ host, pid, started }: RunningAnalysis): string => `${host} ${pid} ${started}`;

/**
 * Notes an analysis, unless two cores have died of the content or may be about to. Returns the deaths so far.
 * @throws AppError `queue_full` while the fate of other cores is open
 */
async function recordAnalysis(transaction: Transaction, analysis: RunningAnalysis): Promise<number> {
  const { contentSha256, engineVersion } = analysis;
  // Cores that note the same content at the same moment see each other.
  await lockContent(transaction, contentSha256);
  const notes = await listRunningAnalyses(transaction, contentSha256, engineVersion);
  const dead = notes.filter(isDead);
  const deadIds = dead.map(({ id }) => id);
  if (deadIds.length > 0) await countDeaths(transaction, deadIds);
  const deaths = await readDeaths(
    transaction,
    contentSha256,
    engineVersion,
    VALIDATION_LIMITS.poisonHoursMax,
  );
  if (deaths >= POISON_DEATHS_MAX) return deaths;
  const others = new Set(notes.filter((note) => !isDead(note)).map(processOf));
  others.delete(processOf(analysis));
  if (deaths + others.size >= POISON_DEATHS_MAX) throw busy();
  await insertRunningAnalysis(transaction, analysis);
  return deaths;
}

/** Content → crashes of cores that analysed it; those of crashed predecessors are counted first. */
async function loadDeaths(sql: Sql, engineVersion: string): Promise<Map<string, number>> {
  return inTransaction(sql, async (transaction) => {
    const notes = await listRunningAnalyses(transaction);
    const dead = notes.filter(isDead);
    if (dead.length > 0)
      await countDeaths(
        transaction,
        dead.map(({ id }) => id),
      );
    const { poisonHoursMax, poisonFilesMax } = VALIDATION_LIMITS;
    const files = await listPoisonFiles(transaction, engineVersion, poisonHoursMax, poisonFilesMax);
    return new Map(files.map(({ contentSha256, deaths }) => [contentSha256, deaths]));
  });
}

/**
 * Creates the guard of this process and begins to count what its predecessor left.
 * @param onError called with the error of a note that could not be written: an analysis never fails for it
 */
export function createPoisonGuard(
  sql: Sql,
  engineVersion: string,
  onError: (error: unknown) => void,
): PoisonGuard {
  const identity = ownIdentity();
  let loading: Promise<Map<string, number>> | undefined;
  function deathsOf(): Promise<Map<string, number>> {
    loading ??= loadDeaths(sql, engineVersion).catch((error: unknown) => {
      // The next file tries again.
      loading = undefined;
      throw error;
    });
    return loading;
  }
  // Without a database there is nothing to look after yet: the first start makes both at once.
  deathsOf().catch((error: unknown) => {
    if (!(error instanceof AppError && error.code === 'database_unavailable')) onError(error);
  });

  async function clear(contentSha256: string): Promise<void> {
    (await deathsOf()).delete(contentSha256);
    await inTransaction(sql, (transaction) => deletePoisonFile(transaction, contentSha256, engineVersion));
  }

  async function note(analysis: RunningAnalysis): Promise<void> {
    const known = await deathsOf();
    const deaths = await inTransaction(sql, (transaction) => recordAnalysis(transaction, analysis));
    if (deaths > 0) known.set(analysis.contentSha256, deaths);
    if (deaths >= POISON_DEATHS_MAX) throw rejected(deaths);
  }

  return {
    async check(contentSha256) {
      const deaths = (await deathsOf()).get(contentSha256) ?? 0;
      if (deaths >= POISON_DEATHS_MAX) throw rejected(deaths);
    },
    watch(contentSha256, contentBytes) {
      const id = uuidV7();
      const stop = new AbortController();
      let timer: NodeJS.Timeout | undefined;
      let noted: Promise<unknown> | undefined;
      const begin = (): void => {
        noted = note({ id, contentSha256, engineVersion, ...identity }).catch((error: unknown) => {
          if (error instanceof AppError && error.code !== 'database_unavailable') stop.abort(error);
          else onError(error);
        });
      };
      return {
        rejected: stop.signal,
        started() {
          if (contentBytes >= POISON_RECORD_BYTES_MIN) begin();
          else timer = setTimeout(begin, POISON_RECORD_DELAY_MS);
        },
        async ended(hasReport) {
          clearTimeout(timer);
          try {
            await noted;
            const isSuspect = (await deathsOf()).has(contentSha256);
            if (hasReport && !stop.signal.aborted && isSuspect) await clear(contentSha256);
            if (noted === undefined) return;
            await inTransaction(sql, (transaction) => deleteRunningAnalysis(transaction, id));
          } catch (error) {
            onError(error);
          }
        },
      };
    },
  };
}
