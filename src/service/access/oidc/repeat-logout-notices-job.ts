/** Carries out logout notices that failed where they arrived, also after that process has ended. */
import { inTransaction } from '../../../infra/database/database.ts';
import type { JobTask } from '../../../infra/queue/task.ts';
import { carryOutWaitingNotice, deleteWaitingNotice, listWaitingNotices } from './waiting-notices-store.ts';

/** Task that runs every minute. A failed notice is retried in the next run and does not stop the others. */
export const repeatLogoutNotices: JobTask<'repeat-logout-notices'> = async ({ sql, log, signal }) => {
  for (const notice of await inTransaction(sql, listWaitingNotices)) {
    if (signal.aborted) return;
    const token = notice.tokenHash.toString('hex');
    try {
      const ended = await inTransaction(sql, (inner) => carryOutWaitingNotice(inner, notice));
      log.info({ token, ended }, 'a logout notice that had failed was carried out');
    } catch (error) {
      if (notice.expiresAt > new Date()) {
        log.warn({ err: error, token }, 'a logout notice failed again and is repeated');
        continue;
      }
      log.error({ err: error, token }, 'a logout notice could not be carried out');
      await inTransaction(sql, (inner) => deleteWaitingNotice(inner, notice.tokenHash));
    }
  }
};
