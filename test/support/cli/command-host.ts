/** Process that runs offline commands one after the other, each as if it were alone: with its folder, settings and output. */
import { OFFLINE_COMMANDS } from '../../../src/cli/offline-commands.ts';
import { runCommand } from '../../../src/cli/run-command.ts';
import type { CommandCall, CommandResult } from './run-command.ts';

/** The end of a command that ends its process. */
class Exit extends Error {
  readonly status: number;
  constructor(status: number) {
    super();
    this.status = status;
  }
}

const end = process.exit.bind(process);
process.exit = (status) => {
  throw new Exit(Number(status));
};

/** Collects what is written to the stream. */
function collect(stream: NodeJS.WriteStream): string[] {
  const written: string[] = [];
  stream.write = (text: string | Uint8Array, ...more: readonly unknown[]) => {
    written.push(typeof text === 'string' ? text : Buffer.from(text).toString());
    const done = more.at(-1);
    if (typeof done === 'function') process.nextTick(done as () => void);
    return true;
  };
  return written;
}

async function statusOf(): Promise<number> {
  try {
    await runCommand(OFFLINE_COMMANDS);
    return Number(process.exitCode);
  } catch (error) {
    if (error instanceof Exit) return error.status;
    throw error;
  }
}

async function run({ argv, cwd, env }: CommandCall): Promise<CommandResult> {
  process.chdir(cwd);
  process.argv.splice(2, Number.POSITIVE_INFINITY, ...argv);
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  const [out, err] = [collect(process.stdout), collect(process.stderr)];
  const status = await statusOf();
  process.exitCode = undefined;
  process.removeAllListeners('uncaughtException');
  for (const stream of [process.stdout, process.stderr]) stream.removeAllListeners('error');
  return { status, stdout: out.join(''), stderr: err.join('') };
}

process.on('disconnect', () => end());
process.on('message', async (call: CommandCall) => process.send!(await run(call)));
