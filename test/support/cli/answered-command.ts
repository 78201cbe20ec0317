/** The offline command for tests that answer its requests: like `runCommand`, but the test goes on meanwhile. */
import { type ChildProcess, execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { atProcessEnd } from '../process-end.ts';
import { builtCommand, builtHost } from './built-command.ts';
import type { CommandCall, CommandResult } from './run-command.ts';

let host: ChildProcess | undefined;
let previous: Promise<unknown> = Promise.resolve();

/** Runs a command in a process that stays, after those that were called before. */
export function runAnswered(call: CommandCall): Promise<CommandResult> {
  const script = builtHost();
  if (script === null) return startBuilt(call);
  host ??= startHost(script);
  const result = previous.then(() => callHost(host!, call));
  previous = result.catch(() => {});
  return result;
}

/** Runs a command in a process of its own. */
export function startBuilt({ argv, cwd, env }: CommandCall): Promise<CommandResult> {
  const { promise, resolve } = Promise.withResolvers<CommandResult>();
  const options = { cwd, env: env as NodeJS.ProcessEnv, maxBuffer: 64 * 1024 * 1024 };
  const child = execFile(process.execPath, [builtCommand(), ...argv], options, (_, stdout, stderr) =>
    resolve({ status: child.exitCode, stdout, stderr }),
  );
  return promise;
}

function startHost(script: string): ChildProcess {
  const child = fork(script, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  atProcessEnd(async () => child.disconnect());
  return child;
}

async function callHost(child: ChildProcess, call: CommandCall): Promise<CommandResult> {
  const ended = new AbortController();
  const answer = once(child, 'message', { signal: ended.signal });
  const end = once(child, 'exit', { signal: ended.signal }).then(([code, signal]) => {
    throw new Error(`The host of commands has ended: ${code ?? signal}`);
  });
  child.send(call);
  try {
    const [result] = await Promise.race([answer, end]);
    return result as CommandResult;
  } finally {
    ended.abort();
    await Promise.allSettled([answer, end]);
  }
}
