/** `flowarden.json`: what the command does where its arguments say nothing. */
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Severity } from '../../analysis/model/rule.ts';
import { StartError } from '../../infra/process/start-error.ts';
import { decodeWritten } from '../../text/decode-written.ts';
import { formatNumber } from '../../text/format.ts';
import { didYouMean } from '../../text/nearest-name.ts';
import { repositoryFolder } from '../git/repository-folder.ts';
import { pathBetween } from '../system-path.ts';
import { CONFIG_KEYS, SCHEMA_KEY, wrongValue } from './config-keys.ts';
import { whyNotReplaceable } from './replaceable.ts';
import { isReportPlace } from './report-place.ts';

/** Name of the file. */
export const CONFIG_NAME = 'flowarden.json';

const CONFIG_BYTES_MAX = 1024 * 1024;

/** Checked contents; paths are relative to the working folder. */
export interface CommandConfig {
  readonly paths: readonly string[];
  readonly exclude: readonly string[];
  /** Folder that `exclude` is relative to. */
  readonly folder: string;
  readonly formats: readonly string[];
  readonly failOn: Severity | undefined;
  readonly baseline: string | undefined;
  readonly policy: string | undefined;
  readonly trust: string | undefined;
  readonly environment: string | undefined;
  readonly includeLogicApps: boolean;
}

/** Arguments that choose the file. */
export interface ConfigChoice {
  /** Path of the file; undefined: the nearest one. */
  readonly file: string | undefined;
  readonly isOff: boolean;
}

/**
 * Reads the chosen file, or the nearest one from the working folder up to the root of the repository; null without one.
 * @throws StartError (exit 2) that names every wrong key and value
 */
export async function readConfig(choice: ConfigChoice, workingFolder: string): Promise<CommandConfig | null> {
  if (choice.isOff) return null;
  const file = choice.file === undefined ? nearest(workingFolder) : resolve(workingFolder, choice.file);
  if (file === null) return null;
  const config = checked(file, parse(file, await readText(file)), workingFolder);
  for (const format of config.formats) await requirePlace(file, format, workingFolder);
  return config;
}

/** @throws StartError (exit 2) for a report outside the repository, and for one that would replace a source */
async function requirePlace(file: string, format: string, workingFolder: string): Promise<void> {
  const [, ...rest] = format.split('=');
  const path = resolve(workingFolder, rest.join('='));
  if (rest.length === 0) return;
  const reject = (problem: string): never => {
    const named = `${JSON.stringify(file)}: "formats" ${problem}: ${JSON.stringify(path)}.`;
    throw new StartError(`${named} For another place, use the option --format.`, 2);
  };
  if (!(await isReportPlace(path, dirname(file))))
    reject('may only name files in the repository, and none in .git');
  const reason = await whyNotReplaceable(path);
  if (reason !== null) reject(`must not replace a source, and ${reason}`);
}

function nearest(workingFolder: string): string | null {
  const root = repositoryFolder(workingFolder);
  for (let folder = workingFolder; ; folder = dirname(folder)) {
    const file = join(folder, CONFIG_NAME);
    if (existsSync(file)) return file;
    if (folder === root || dirname(folder) === folder) return null;
  }
}

async function readText(file: string): Promise<string> {
  try {
    const found = await stat(file);
    // A link to a device has no size and no end.
    if (!found.isFile()) throw new Error('it is not a file.');
    if (found.size <= CONFIG_BYTES_MAX) return decodeWritten(await readFile(file));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StartError(`The configuration ${JSON.stringify(file)} cannot be read: ${reason}`, 2, { cause });
  }
  throw new StartError(`${JSON.stringify(file)} has more than ${formatNumber(CONFIG_BYTES_MAX)} bytes.`, 2);
}

function parse(file: string, text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  } catch (cause) {
    throw new StartError(`${JSON.stringify(file)} is not JSON: ${(cause as Error).message}.`, 2, { cause });
  }
  throw new StartError(`${JSON.stringify(file)} must hold one JSON object.`, 2);
}

type Key = keyof typeof CONFIG_KEYS;
const KEYS = Object.keys(CONFIG_KEYS) as Key[];

function checked(
  file: string,
  values: Readonly<Record<string, unknown>>,
  workingFolder: string,
): CommandConfig {
  const problems = Object.entries(values).flatMap(([key, value]) => problemOf(key, value) ?? []);
  if (problems.length > 0) throw new StartError(`${JSON.stringify(file)}: ${problems.join('\n')}`, 2);
  const { paths = [], exclude = [], formats = [], failOn, environment } = values as ConfigValues;
  const { baseline, policy, trust, includeLogicApps = false } = values as ConfigValues;
  const folder = dirname(file);
  const shown = (path: string): string => pathBetween(workingFolder, resolve(folder, path)) || '.';
  return {
    paths: paths.map(shown),
    exclude,
    folder,
    formats: formats.map((format) => {
      const [name, ...rest] = format.split('=');
      return rest.length === 0 ? format : `${name}=${shown(rest.join('='))}`;
    }),
    failOn,
    baseline: baseline === undefined ? undefined : shown(baseline),
    policy: policy === undefined ? undefined : shown(policy),
    trust: trust === undefined ? undefined : shown(trust),
    environment,
    includeLogicApps,
  };
}

/** Values of a file without problems. */
interface ConfigValues {
  readonly paths?: readonly string[];
  readonly exclude?: readonly string[];
  readonly formats?: readonly string[];
  readonly failOn?: Severity;
  readonly baseline?: string;
  readonly policy?: string;
  readonly trust?: string;
  readonly environment?: string;
  readonly includeLogicApps?: boolean;
}

function problemOf(key: string, value: unknown): string | null {
  if (key === SCHEMA_KEY) return null;
  const known = KEYS.find((name) => name === key);
  if (known === undefined)
    return `There is no key "${key}".${didYouMean(key, KEYS)} Known: ${KEYS.join(', ')}.`;
  const wanted = wrongValue(known, value);
  return wanted === null ? null : `"${key}" must be ${wanted}.`;
}
