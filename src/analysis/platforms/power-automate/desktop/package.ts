/** Finds the Robin script in the package of a desktop flow: Base64 of a zip, or of the script itself. */
import { isUtf8 } from 'node:buffer';
import { AppError } from '../../../../errors.ts';
import { type Archive, type InputFile, openFile } from '../../input-file.ts';
import { isRobin } from './recognise.ts';

/** Endings of a script's name, the usual one first. */
const SCRIPT_NAMES = ['script.robin', '.robin'];
/** Maximum number of members searched if no name is that of a script. */
const MEMBERS_MAX = 20;

/** Decodes a script. The designer writes UTF-16LE without a byte-order mark, others UTF-8. */
function scriptText({ bytes }: InputFile): string {
  return bytes.toString(isUtf8(bytes) && !bytes.includes(0) ? 'utf8' : 'utf16le');
}

function scriptIn(archive: Archive): string | undefined {
  for (const ending of SCRIPT_NAMES) {
    const path = archive.paths.find((entry) => entry.toLowerCase().endsWith(ending));
    if (path !== undefined) return scriptText(archive.open(path));
  }
  for (const path of archive.paths.slice(0, MEMBERS_MAX)) {
    const member = archive.open(path);
    const script = member.syntax === 'zip' ? scriptIn(member.archive()) : robinIn(member);
    if (script !== undefined) return script;
  }
  return undefined;
}

function robinIn(file: InputFile): string | undefined {
  if (file.syntax !== 'other') return undefined;
  const script = scriptText(file);
  return isRobin(script) ? script : undefined;
}

/**
 * Unpacks the script of a package.
 *
 * Throws `archive_unsafe` or `archive_too_large` for a zip that must not be unpacked, `unparsable_file` when no script is in it.
 */
export function unpackScript(packed: string): string {
  const file = openFile('package.zip', Buffer.from(packed, 'base64'));
  const script = file.syntax === 'zip' ? scriptIn(file.archive()) : robinIn(file);
  if (script !== undefined) return script;
  throw new AppError(
    'unparsable_file',
    'The package of the desktop flow has no script.robin. Export the flow or its solution again.',
  );
}
