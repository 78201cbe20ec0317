/**
 * Runs rows of the table of guarantees on several hosts, each in namespaces of its own that end with it.
 *
 * Usage: npm run hosts [-- <row>…] [--quick] [--before <commit>]
 *
 * `--quick` does less of everything, to see that it works. `--before` is the commit that a rolling upgrade starts
 * from (default: the one before the newest migration). Ends with 1 when a check fails, with 2 when this machine cannot make hosts.
 */
import { parseArgs } from 'node:util';
import { Interrupted, removeLeftovers, runRow } from './contained-run.ts';
import { hostsAbsent } from './network/rights.ts';
import { ROWS, type RowName } from './rows.ts';

const USAGE = `Usage: npm run hosts [-- <row>…] [--quick] [--before <commit>]. Rows: ${Object.keys(ROWS).join(' ')}\n`;

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      options: { quick: { type: 'boolean', default: false }, before: { type: 'string' } },
      allowPositionals: true,
    });
    const unknown = positionals.filter((name) => !Object.hasOwn(ROWS, name));
    if (unknown.length > 0) throw new Error(`There is no row "${unknown.join('", "')}".`);
    const names = (positionals.length > 0 ? positionals : Object.keys(ROWS)) as RowName[];
    return { names, size: values.quick ? 'quick' : 'full', before: values.before ?? null } as const;
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n${USAGE}`);
    return process.exit(2);
  }
}

const { names, size, before } = readArguments();
removeLeftovers();
const reason = hostsAbsent();
if (reason !== null) {
  process.stderr.write(`\nNO ROW HAS RUN: this machine cannot make hosts. It ${reason}.\n\n`);
  process.exit(2);
}
process.exitCode = await runAll().catch((error: unknown) => {
  process.stderr.write(`\n${error instanceof Interrupted ? error.message : (error as Error).stack}\n`);
  return error instanceof Interrupted ? 130 : 1;
});

async function runAll(): Promise<number> {
  const failed: string[] = [];
  for (const name of names) {
    process.stdout.write(`\n${name}: ${ROWS[name].title}\n`);
    if (!(await runRow(name, { size, before }))) failed.push(name);
  }
  process.stdout.write(failed.length === 0 ? '\nPassed.\n' : `\nFailed: ${failed.join(', ')}.\n`);
  return failed.length === 0 ? 0 : 1;
}
