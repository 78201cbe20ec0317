/** Checks the file store periodically, and logs its first state and each change. */

import type { Logger } from '../logging/log.ts';
import type { Blobs } from './open-blobs.ts';

/** Interval at which a core checks that files can be stored. */
const FILES_LOOK_MS = 30_000;

/** Watch over the store. */
export interface FilesWatch {
  /** Returns the result of the latest check; true before the first. */
  areWell(): boolean;
  stop(): void;
}

/** Starts the watch. A failing store does not prevent the start: synchronous validations do not need it. */
export function watchFiles(
  blobs: Pick<Blobs, 'check'>,
  log: Logger,
  everyMs: number = FILES_LOOK_MS,
): FilesWatch {
  let areWell = true;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  async function look(): Promise<void> {
    const failure = await blobs.check().then(
      () => null,
      (error: unknown) => error,
    );
    if (isStopped) return;
    if (failure !== null && areWell) {
      log.error(
        { err: failure },
        'files cannot be stored: asynchronous runs and projects are rejected. Look at FLOWARDEN_S3_BUCKET, its region, endpoint and credentials',
      );
    } else if (failure === null && !areWell) log.info({}, 'files can be stored again');
    areWell = failure === null;
    timer = setTimeout(() => void look(), everyMs).unref();
  }
  void look();
  return {
    areWell: () => areWell,
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
