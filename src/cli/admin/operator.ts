/** Common parts of the operator's commands: the owner's connection, the operator's identity, and errors. */

import { userInfo } from 'node:os';
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import type { AuditActor } from '../../contract/audit.ts';
import { AppError, ERRORS } from '../../errors.ts';
import type { Sql } from '../../infra/database/connections.ts';
import { connectOwner, disconnect } from '../../infra/database/database.ts';
import { requireServableSchema } from '../../infra/database/servable-schema.ts';
import { storedSecret } from '../../infra/embedded-postgres/data-folder.ts';
import { runningUrl } from '../../infra/embedded-postgres/embedded-postgres.ts';
import { databaseFault } from '../../infra/process/database-fault.ts';
import { StartError } from '../../infra/process/start-error.ts';
import { type Config, requireSetting } from '../../infra/settings/config.ts';
import { SETTINGS } from '../../infra/settings/setting-table.ts';

/** Help text about the database. */
export const DATABASE_HINT =
  'Works on the database of DATABASE_URL; without it, on that of the running `flowarden serve` (FLOWARDEN_DATA_DIR).';

/** Returns the owner's URL of the database: the setting, else that of the `serve` on the data folder. */
export function ownerUrl(config: Config): string {
  const url = config.databaseUrl ?? fromDataFolder(() => runningUrl(config.dataDir));
  if (url !== null) return url;
  throw new StartError(
    `DATABASE_URL is not set, and no \`flowarden serve\` has a database in ${config.dataDir} at the moment. Start it, or set DATABASE_URL to ${SETTINGS.DATABASE_URL.allowed}.`,
    2,
  );
}

/** Returns the secret that keys are hashed with: the setting, else that of the `serve` which owns the database. */
export function keyPepper(config: Config): string {
  if (config.keyPepper !== null || config.databaseUrl !== null) return requireSetting(config, 'keyPepper');
  ownerUrl(config);
  return fromDataFolder(() => storedSecret(config.dataDir, 'key-pepper'));
}

function fromDataFolder<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StartError(
      `The data folder cannot be read: ${reason}. Be the user that \`flowarden serve\` runs as, or set DATABASE_URL.`,
      1,
      { cause },
    );
  }
}

/** Runs the work over a connection of the database's owner, which sees every organisation. */
export async function asOwner<Result>(
  config: Config,
  work: (owner: Sql) => Promise<Result>,
): Promise<Result> {
  const owner = connectOwner(ownerUrl(config), 1, config.databasePooler);
  try {
    await requireServableSchema(owner);
    return await work(owner);
  } catch (cause) {
    throw databaseFault(cause) ?? cause;
  } finally {
    await disconnect(owner);
  }
}

/** Returns the operator's identity in the audit log: the account of this process. */
export function operatorActor(): AuditActor {
  const id = accountName();
  return { kind: 'operator', id, name: id, email: null };
}

function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    // Containers often run accounts that are not in the user database.
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}

/** Converts errors that the operator can fix to a StartError; other errors pass unchanged. */
export async function curable<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    if (!(cause instanceof AppError) || ERRORS[cause.code].http >= 500) throw cause;
    throw new StartError(cause.message, 1, { cause });
  }
}

/** Parses the arguments and options of a command; rejects unknown options. */
export function readArguments<const Options extends ParseArgsOptionsConfig>(
  argv: readonly string[],
  options: Options,
  reject: (message: string) => never,
) {
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: true, strict: true });
  } catch (error) {
    return reject(error instanceof Error ? error.message : String(error));
  }
}

/** Returns the start of a day in UTC, such as 2026-11-21; null for any other text. */
export function dayOf(text: string): Date | null {
  const day = new Date(`${text}T00:00:00Z`);
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(day.getTime()) ? day : null;
}

/** Creates the function that ends a command with invalid arguments, and prints its usage. */
export function rejecting(usage: string): (message: string) => never {
  return (message) => {
    throw new StartError(`${message}\n\n${usage}`, 2);
  };
}
