/** Account of the embedded Postgres. Postgres rejects root, so as root we run it under an unprivileged account. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { StartError } from '../process/start-error.ts';

export interface Account {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/**
 * Returns the account for Postgres, or null when it runs as we do. `ownerUid` is the owner of existing data: once
 * chosen, an account stays, even if a better one appears later.
 */
export function postgresAccount(ownerUid: number | null): Account | null {
  if (process.getuid?.() !== 0) return null;
  const accounts = knownAccounts();
  const account =
    accounts.find(({ uid }) => uid === ownerUid && uid !== 0) ??
    accounts.find(({ name }) => name === 'postgres') ??
    accounts.find(({ name }) => name === 'nobody');
  if (account) return account;
  throw new StartError(
    'Postgres cannot run as root, and this system has neither the account postgres nor nobody. Start flowarden as another user, or set DATABASE_URL.',
  );
}

/**
 * Checks that the account may traverse every folder on the way to `path`. @throws StartError that names the folder
 */
export function requireWayTo(path: string, what: string, account: Account | null): void {
  if (account === null) return;
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (!mayEnter(folder, account)) {
      throw new StartError(
        `Postgres runs as the account ${account.name} when flowarden is started by root, and ${account.name} may not enter ${folder}, on the way to ${what}. Use another place (FLOWARDEN_DATA_DIR for the data), start flowarden as another user, set DATABASE_URL, or run \`chmod o+x ${folder}\`.`,
      );
    }
    if (folder === dirname(folder)) return;
  }
}

/** Part of util-linux, in every Debian, Ubuntu and Fedora. */
const SETPRIV = ['/usr/bin/setpriv', '/bin/setpriv'].find((path) => existsSync(path));

/**
 * Builds the command line that runs a program as an account. Where the system can, it is killed when our process
 * dies; elsewhere the next start ends what outlived us.
 */
export function commandAs(
  account: Account | null,
  deathSignal: 'INT' | 'KILL',
  program: string,
  argv: readonly string[],
): { readonly program: string; readonly argv: string[]; readonly options: { uid?: number; gid?: number } } {
  if (SETPRIV === undefined) {
    return { program, argv: [...argv], options: account ? { uid: account.uid, gid: account.gid } : {} };
  }
  const identity = account ? [`--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups'] : [];
  return {
    program: SETPRIV,
    argv: [...identity, `--pdeathsig=${deathSignal}`, program, ...argv],
    options: {},
  };
}

function mayEnter(folder: string, account: Account): boolean {
  const { mode, uid, gid } = statSync(folder);
  if (uid === account.uid) return (mode & 0o100) !== 0;
  if (gid === account.gid) return (mode & 0o010) !== 0;
  return (mode & 0o001) !== 0;
}

function knownAccounts(): Account[] {
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  return lines.flatMap((line) => {
    const [name, , uid, gid] = line.split(':');
    return name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : [];
  });
}
