/** `flowarden fix`: mends findings in the files, and proves that nothing else has changed. */
import { createInterface } from 'node:readline/promises';
import { print, printError } from '../../infra/logging/output.ts';
import { plural } from '../../text/format.ts';
import { readConfig } from '../config/config-file.ts';
import { configChoice } from '../validate/arguments.ts';
import { findInputs } from '../validate/inputs.ts';
import { printWhole } from '../validate/write-report.ts';
import { FIX_USAGE, type FixArguments, OPTIONS, readFixArguments } from './arguments.ts';
import { fixDocument, fixText, totalText } from './fix-text.ts';
import { mendFound } from './mend-found.ts';
import type { MendedInput } from './mend-inputs.ts';
import { replaceMended } from './replace-mended.ts';

/** Runs the command; resolves with the exit code. @throws StartError (exit 2) for wrong arguments and files */
export async function fixCommand(argv: readonly string[]): Promise<number> {
  const config = await readConfig(configChoice(argv, OPTIONS), process.cwd());
  const options = readFixArguments(argv, config);
  if (options === 'help') {
    print(FIX_USAGE);
    return 0;
  }
  return mendPaths(options);
}

/**
 * Mends the files of the paths as the arguments say; resolves with the exit code.
 * @param output prints what is done
 */
export async function mendPaths(options: FixArguments, output: typeof print = print): Promise<number> {
  const inputs = await findInputs(options.paths, options.leaveOut);
  const { runs, files } = await mendFound(inputs, options);
  for (const { kind, name } of inputs)
    if (kind === 'archive')
      printError(`flowarden: note: ${JSON.stringify(name)} is an archive, which is not changed.\n`);
  const changed = files.filter(({ mended }) => mended.length > 0);
  if (options.format === 'text') await printWhole(output, files.map(fixText).join('\n'));
  const isWritten = changed.length > 0 && (await mayWrite(options, changed));
  if (isWritten) await replaceMended(changed);
  const end =
    options.format === 'text'
      ? totalText(files, isWritten)
      : `${JSON.stringify(fixDocument(files, isWritten), null, 2)}\n`;
  await printWhole(output, end);
  const failed = runs.flatMap(({ outcomes }) => outcomes.filter(({ status }) => status === 'failed'));
  if (failed.length > 0) {
    printError(`flowarden: ${plural(failed.length, 'file')} could not be judged. See flowarden validate.\n`);
    return 2;
  }
  return changed.length > 0 && !isWritten ? 1 : 0;
}

/** Returns whether the files may be written: by the arguments, or by an answer on the terminal. */
async function mayWrite(
  { isDiff, isYes, format }: FixArguments,
  changed: readonly MendedInput[],
): Promise<boolean> {
  if (isDiff || isYes) return isYes;
  if (format !== 'text' || process.stdin.isTTY !== true || process.stdout.isTTY !== true) {
    printError('flowarden: note: nothing is written without --yes.\n');
    return false;
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const answer = await terminal.question(`Write ${plural(changed.length, 'file')}? [y/N] `);
    return /^y(?:es)?$/i.test(answer.trim());
  } finally {
    terminal.close();
  }
}
