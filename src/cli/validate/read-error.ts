/** Messages for file system errors: an unread file must never count as passed. */
import { StartError } from '../../infra/process/start-error.ts';

const HINTS: Readonly<Record<string, string>> = {
  ENOENT: 'There is no such file or folder. Check the path.',
  ENOTDIR: 'A part of the path is a file, not a folder. Check the path.',
  ELOOP: 'Its symbolic links lead in a circle. Remove the link.',
  ENAMETOOLONG: 'The path is too long for this system. Check the path.',
};

/** Shells of Windows give a command the pattern itself, and others do where no file matches. */
const PATTERN_HINT =
  'No file has this name. PowerShell and cmd do not expand "*" and "?", and other shells not where nothing matches: name the folder, or in PowerShell (Get-Item *.xaml).';

const RIGHTS_HINT = 'Check the path and its rights.';

/** Describes why `path`, or a file below it that the cause names, cannot be read. Exit code 2. */
export function cannotRead(path: string, cause: unknown): StartError {
  if (cause instanceof StartError) return cause;
  const { code = String(cause), path: below = path } = cause as NodeJS.ErrnoException;
  const isPattern = code === 'ENOENT' && /[*?]/.test(below);
  const hint = isPattern ? PATTERN_HINT : (HINTS[code] ?? RIGHTS_HINT);
  return new StartError(`Cannot read ${JSON.stringify(below)} (${code}). ${hint}`, 2, { cause });
}
