/**
 * Refuses files that have ended the core twice. One huge allocation in a thread ends the whole process, and whoever
 * sends such a file sends it again.
 *
 * A core notes what it analyses; the next core counts what its dead predecessor was at. To cost nothing where it
 * matters, only an analysis that is large or has already run for a moment is noted, and nobody waits for the note: what
 * ends a process needs longer than that. Which contents are refused is read once, at the start: a core learns of new
 * ones by dying of them.
 */
import { AppError } from './errors.ts';
import { LIMITS } from './limits.ts';
import { isGone, ownIdentity } from './process-identity.ts';
import type { Sql } from './store/connections.ts';
import { inTransaction } from './store/database.ts';
import {
  countDeaths,
  deletePoisonFile,
  deleteRunningAnalysis,
  insertRunningAnalysis,
  listPoisonFiles,
  listRunningAnalyses,
} from './store/poison-files.ts';
import { uuidV7 } from './store/uuid-v7.ts';

/** One analysis under watch. */
export interface Watch {
  /** A thread has begun. */
  started(): void;
  /** It is over, in whatever way, and this process lives. Resolves when nothing is noted any more. */
  ended(): Promise<void>;
}

export interface PoisonGuard {
  /** @throws AppError `structure_limit_exceeded` for a content that has ended the core twice in a row */
  check(contentSha256: string): Promise<void>;
  watch(contentSha256: string, contentBytes: number): Watch;
}

function refused(deaths: number): AppError {
  const hours = LIMITS.poisonHoursMax;
  return new AppError(
    'structure_limit_exceeded',
    `The analysis of this file has ended the service ${deaths} times, so it is not tried again for ${hours} hours. Split the workflow into smaller ones.`,
    { deaths: String(deaths) },
  );
}

/** Content → deaths of a core while it ran, of which those of the dead predecessors are counted first. */
async function loadDeaths(sql: Sql, engineVersion: string): Promise<Map<string, number>> {
  return inTransaction(sql, async (transaction) => {
    const notes = await listRunningAnalyses(transaction);
    // Of another machine's process only the age tells: no analysis is allowed to run that long.
    const dead = notes.filter((note) => note.ageMs > LIMITS.poisonNoteMsMax || isGone(note));
    if (dead.length > 0)
      await countDeaths(
        transaction,
        dead.map(({ id }) => id),
      );
    const { poisonHoursMax, poisonFilesMax } = LIMITS;
    const files = await listPoisonFiles(transaction, engineVersion, poisonHoursMax, poisonFilesMax);
    return new Map(files.map(({ contentSha256, deaths }) => [contentSha256, deaths]));
  });
}

/**
 * Makes the guard of this process and begins to look after the predecessor.
 * @param onError told of notes that could not be written: an analysis never fails for them
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
    const deaths = await deathsOf();
    if (!deaths.delete(contentSha256)) return;
    await inTransaction(sql, (transaction) => deletePoisonFile(transaction, contentSha256, engineVersion));
  }

  return {
    async check(contentSha256) {
      const deaths = (await deathsOf()).get(contentSha256) ?? 0;
      if (deaths >= LIMITS.poisonDeathsMax) throw refused(deaths);
    },
    watch(contentSha256, contentBytes) {
      const id = uuidV7();
      let timer: NodeJS.Timeout | undefined;
      let noted: Promise<unknown> | undefined;
      const note = (): void => {
        const analysis = { id, contentSha256, engineVersion, ...identity };
        noted = inTransaction(sql, (transaction) => insertRunningAnalysis(transaction, analysis));
        noted.catch(onError);
      };
      return {
        started() {
          if (contentBytes >= LIMITS.poisonNoteBytesMin) note();
          else timer = setTimeout(note, LIMITS.poisonNoteDelayMs);
        },
        async ended() {
          clearTimeout(timer);
          try {
            await clear(contentSha256);
            if (noted === undefined) return;
            await noted;
            await inTransaction(sql, (transaction) => deleteRunningAnalysis(transaction, id));
          } catch (error) {
            onError(error);
          }
        },
      };
    },
  };
}
