/** `flowarden drift`: says where two places differ, without a server. */
import { print } from '../../infra/logging/output.ts';
import { readConfig } from '../config/config-file.ts';
import { configChoice } from '../validate/arguments.ts';
import { printWhole } from '../validate/write-report.ts';
import { DRIFT_ARGUMENTS, DRIFT_USAGE, type DriftArguments, readDriftArguments } from './arguments.ts';
import type { Drift } from './drift.ts';
import { driftDocument, driftText } from './drift-text.ts';
import { findDrift } from './find-drift.ts';

type Writer = (left: string, right: string, drifts: readonly Drift[]) => string | Promise<string>;

const WRITERS: Readonly<Record<DriftArguments['format'], Writer>> = {
  text: (_left, _right, drifts) => driftText(drifts),
  json: (...drift) => `${JSON.stringify(driftDocument(...drift), null, 2)}\n`,
  // Only this format needs the readers of all platforms, and the picture.
  html: async (...drift) => (await import('./drift-html.ts')).driftHtml(...drift),
};

/** Runs the command; resolves with the exit code. @throws StartError (exit 2) for wrong arguments and places */
export async function driftCommand(argv: readonly string[]): Promise<number> {
  const config = await readConfig(configChoice(argv, DRIFT_ARGUMENTS), process.cwd());
  const options = readDriftArguments(argv, config);
  if (options === 'help') {
    print(DRIFT_USAGE);
    return 0;
  }
  const { left, right, format, leaveOut } = options;
  const drifts = await findDrift(left, right, leaveOut);
  await printWhole(print, await WRITERS[format](left, right, drifts));
  return exitCode(drifts);
}

function exitCode(drifts: readonly Drift[]): number {
  if (drifts.some(({ state }) => state === 'not_comparable')) return 2;
  return drifts.some(({ state }) => state !== 'same' && state !== 'generated') ? 1 : 0;
}
