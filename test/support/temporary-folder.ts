/** Folders for one test process, removed when it ends, or by the next one when it was killed. */
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { processStart } from '../../src/infra/process/process-identity.ts';

const PREFIX = 'flowarden-test-';

const made: string[] = [];
process.on('exit', () => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
});

/** A new empty folder, which the account of Postgres may pass through. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
  chmodSync(folder, 0o711);
  made.push(folder);
  removeLeftovers();
  return folder;
}

function removeLeftovers(): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1];
    if (pid === undefined || processStart(Number(pid)) !== null) continue;
    rmSync(join(tmpdir(), name), { recursive: true, force: true });
  }
}
