/** Role as a child process: it reports over IPC when it serves, and ends on SIGTERM. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { INFRA_LIMITS } from '../../infra/limits.ts';
import { processExit, type Running } from '../../infra/process/restart-process.ts';
import { isReadyMessage } from '../../infra/process/role-process.ts';
import { withheldSecrets } from '../../infra/settings/read-settings.ts';
import { confineRole } from './confined-role.ts';

/** Role to run: its name in the logs and its arguments of `node`. */
export interface ProcessRole {
  readonly name: string;
  readonly argv: readonly string[];
  /** True if requests are served without it: it starts after the others, with a migrated database. */
  readonly startsLast: boolean;
  /** Secrets that it does not need: a process that parses untrusted bytes must not have all keys. */
  readonly withheld: readonly string[];
  /** True if it may read only the program and its certificates, write nothing and start nothing. */
  readonly isConfined: boolean;
  /** True if it serves the web app: it starts when that is built. */
  readonly servesWebApp: boolean;
  /** True if it has something to do only once there is a source: it starts then. */
  readonly needsSource: boolean;
}

/** Roles of the product, in the order in which they are stopped. */
export const ROLES: readonly ProcessRole[] = [
  role('gateway', { startsLast: false, isConfined: true, servesWebApp: true, needsSource: false }),
  // It starts the sandbox process for free scans, and checks whether other processes of this machine live.
  role('core', { startsLast: false, isConfined: false, servesWebApp: false, needsSource: false }),
  role('jobs', { startsLast: true, isConfined: false, servesWebApp: false, needsSource: false }),
  // It also checks whether other processes of this machine live.
  role('deliveries', { startsLast: true, isConfined: false, servesWebApp: false, needsSource: false }),
  role('pulls', { startsLast: true, isConfined: false, servesWebApp: false, needsSource: true }),
];

function role(
  name: 'gateway' | 'core' | 'jobs' | 'deliveries' | 'pulls',
  traits: Pick<ProcessRole, 'startsLast' | 'isConfined' | 'servesWebApp' | 'needsSource'>,
): ProcessRole {
  return { name, argv: [entry('../../main'), name], withheld: withheldSecrets(name), ...traits };
}

/** Starts a role. Its output goes to ours. */
export async function startRole(
  role: ProcessRole,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Running> {
  const open = { ...environment, ...Object.fromEntries(role.withheld.map((name) => [name, undefined])) };
  const confined = role.isConfined ? confineRole(role.name, open) : { execArgv: [], environment: open };
  const child = spawn(process.execPath, [...confined.execArgv, ...role.argv], {
    env: confined.environment,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // A Ctrl-C in the terminal reaches only the supervisor, which stops the roles in order.
    detached: true,
  });
  const exited = processExit(child);
  const ready = new Promise<void>((resolve) => {
    child.on('message', (message) => {
      if (isReadyMessage(message)) resolve();
    });
  });
  return {
    ready,
    exited,
    async stop() {
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), INFRA_LIMITS.stopGraceMsMax);
      await exited;
      clearTimeout(timer);
    },
    hurry: () => void child.kill('SIGKILL'),
  };
}

/**
 * Returns the path of a program of ours, relative to this file: TypeScript in a checkout, JavaScript in the package.
 */
function entry(path: string): string {
  const ending = import.meta.filename.endsWith('.ts') ? '.ts' : '.js';
  return fileURLToPath(new URL(`${path}${ending}`, import.meta.url));
}
