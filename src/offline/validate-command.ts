/** `flowarden validate`: the same engine as the service, without a server and without a database. */
import { availableParallelism } from 'node:os';
import { parseArgs, styleText } from 'node:util';
import { programVersion } from '../install-root.ts';
import { LIMITS } from '../limits.ts';
import { PLATFORM_NAMES, PLATFORMS, type Platform, platformFromWire } from '../model/platform.ts';
import { ENFORCEMENT_MODES, type EnforcementMode, gate } from '../model/report.ts';
import { BUILTIN_RULESETS, type BuiltinRuleset, isBuiltinRuleset } from '../model/ruleset.ts';
import { type AnalysisPool, createPool } from '../pool.ts';
import { StartError } from '../start-error.ts';
import { buildDocument } from './document.ts';
import { findFiles } from './find-files.ts';
import { judgeFolder } from './judge-folder.ts';
import { runFiles } from './run-files.ts';
import { textReport } from './text-report.ts';

const USAGE = `flowarden validate <file, folder or archive> [options]

  --platform P           ${PLATFORM_NAMES.map((name) => PLATFORMS[name].aliases[0]).join(' | ')}
                         (default: recognised by content)
  --ruleset R            ${Object.keys(BUILTIN_RULESETS).join(' | ')} (default: default)
  --enforcement-mode M   ${ENFORCEMENT_MODES.join(' | ')} (default: warning)
  --format F             text | json (default: text)

Exit code: 0 passed, 1 blocked (only with --enforcement-mode blocking), 2 error.
`;

interface Arguments {
  readonly path: string;
  readonly platform: Platform | undefined;
  readonly ruleset: BuiltinRuleset;
  readonly mode: EnforcementMode;
  readonly format: 'text' | 'json';
}

function refuse(message: string): never {
  throw new StartError(`${message}\n\n${USAGE}`, 2);
}

function oneOf<T extends string>(option: string, value: string, known: readonly T[]): T {
  return (
    known.find((candidate) => candidate === value) ??
    refuse(`--${option} "${value}" is unknown. Known: ${known.join(', ')}.`)
  );
}

function platformArgument(value: string | undefined): Platform | undefined {
  if (value === undefined) return undefined;
  const known = PLATFORM_NAMES.flatMap((name) => [PLATFORMS[name].wire, ...PLATFORMS[name].aliases]).join(
    ', ',
  );
  return platformFromWire(value) ?? refuse(`--platform "${value}" is unknown. Known: ${known}.`);
}

function readArguments(argv: readonly string[]): Arguments | 'help' {
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(argv);
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
  const { values, positionals } = parsed;
  if (values.help) return 'help';
  if (positionals.length !== 1) refuse(`Give one file, folder or archive, not ${positionals.length}.`);
  if (!isBuiltinRuleset(values.ruleset)) oneOf('ruleset', values.ruleset, Object.keys(BUILTIN_RULESETS));
  return {
    path: positionals[0]!,
    platform: platformArgument(values.platform),
    ruleset: values.ruleset as BuiltinRuleset,
    mode: oneOf('enforcement-mode', values['enforcement-mode'], ENFORCEMENT_MODES),
    format: oneOf('format', values.format, ['text', 'json']),
  };
}

function parse(argv: readonly string[]) {
  return parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      platform: { type: 'string' },
      ruleset: { type: 'string', default: 'default' },
      'enforcement-mode': { type: 'string', default: 'warning' },
      format: { type: 'string', default: 'text' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
}

/** As many threads as there are processors and files. */
function startPool(files: number): Promise<AnalysisPool> {
  return createPool({
    threads: Math.max(1, Math.min(availableParallelism(), files)),
    queueMax: LIMITS.engineQueueMax,
    heapMiBMax: LIMITS.threadHeapMiBMax,
    onThreadError: (error) => {
      throw error;
    },
  });
}

const BAR_CHARACTERS = 30;

/** A bar that is redrawn in place; only on a terminal, and not for a single file. */
function progressBar(stream: NodeJS.WriteStream): {
  show(done: number, total: number): void;
  clear(): void;
} {
  let shownAt = 0;
  return {
    show(done, total) {
      if (!stream.isTTY || total < 2 || (performance.now() - shownAt < 50 && done < total)) return;
      shownAt = performance.now();
      const filled = Math.round((done / total) * BAR_CHARACTERS);
      const bar = '█'.repeat(filled) + '░'.repeat(BAR_CHARACTERS - filled);
      stream.write(`\r\x1b[K${bar} ${done} of ${total} files`);
    },
    clear() {
      if (stream.isTTY && shownAt > 0) stream.write('\r\x1b[K');
    },
  };
}

/** Waits until the text is out, or cannot get out: a pipe's buffer is lost when the process ends before that. */
function write(text: string): Promise<void> {
  return new Promise((resolve) => process.stdout.write(text, () => resolve()));
}

/** Runs the command; resolves with the exit code. Throws StartError (exit 2) for what the caller got wrong. */
export async function validateOffline(argv: readonly string[]): Promise<number> {
  const options = readArguments(argv);
  if (options === 'help') {
    await write(USAGE);
    return 0;
  }
  const { files, isProject } = await findFiles(options.path);
  const pool = await startPool(files.length);
  const { platform, ruleset } = options;
  const progress = progressBar(process.stderr);
  const outcomes = await runFiles(pool, files, { platform, ruleset, isProject, onProgress: progress.show });
  progress.clear();
  const across = await judgeFolder(pool, files, outcomes, ruleset);
  await pool.close();
  const document = buildDocument(programVersion(), files, outcomes, across, options.mode);
  await write(
    options.format === 'json'
      ? `${JSON.stringify(document, null, 2)}\n`
      : textReport(document, (format, text) => styleText(format, text, { stream: process.stdout })),
  );
  const blocked =
    document.files.some((file) => file.result?.passed === false) || !gate(across, options.mode).passed;
  return blocked ? 1 : document.passed ? 0 : 2;
}
