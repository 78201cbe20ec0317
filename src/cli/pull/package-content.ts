/** Content of a fetched package: files that Flowarden reads, or the reason why not. */
import { recogniseArtefact } from '../../analysis/platforms/artefacts/recognise-artefact.ts';
import { openFile } from '../../analysis/platforms/input-file.ts';
import { recognise } from '../../analysis/platforms/read-workflows.ts';
import { AppError } from '../../errors.ts';
import type { Reason } from '../../remotes/coverage.ts';

/** Returns why a package cannot be judged; undefined: it can. */
export function reasonInPackage(name: string, bytes: Uint8Array): Reason | undefined {
  const file = openFile(name, bytes);
  if (file.syntax !== 'zip') return 'unreadable';
  try {
    recognise(file);
    return undefined;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'archive_too_large') return 'too_large';
    if (error.code !== 'unsupported_file_type') return 'unreadable';
    return recogniseArtefact(file) === 'compiled-package' ? 'compiled' : 'unsupported_kind';
  }
}
