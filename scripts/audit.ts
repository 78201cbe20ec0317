/**
 * Checks the packages of an installation against the registry's known vulnerabilities.
 *
 * Usage: npm run audit. Exit code 0: none that is high or critical; 1: some, printed; 2: the registry did not respond.
 */
import { spawnSync } from 'node:child_process';

const TIME_MS_MAX = 60_000;
const SEVERE = ['high', 'critical'] as const;

/** Output of `npm audit --json`. */
interface AuditAnswer {
  readonly vulnerabilities?: Readonly<
    Record<string, { readonly severity: string; readonly range: string; readonly fixAvailable: unknown }>
  >;
  readonly message?: string;
  readonly error?: { readonly summary?: string };
}

/** Returns the lines to print for npm's output, and the exit code. */
export function verdict(text: string): { readonly code: 0 | 1 | 2; readonly lines: readonly string[] } {
  const answer = parse(text);
  if (answer?.vulnerabilities === undefined) {
    const reason = answer?.message ?? answer?.error?.summary ?? 'it did not answer in time';
    const lines = [`Nothing was checked: the package registry could not be queried (${reason}).`];
    return {
      code: 2,
      lines: [...lines, 'Use a registry that supports audits: npm_config_registry=https://… npm run audit'],
    };
  }
  const found = Object.entries(answer.vulnerabilities);
  const severe = found.filter(([, { severity }]) => SEVERE.some((one) => one === severity));
  const lines = severe.map(
    ([name, { severity, range, fixAvailable }]) =>
      `${severity}: ${name} ${range}${fixAvailable ? ', and there is a newer one' : ''}`,
  );
  return severe.length > 0
    ? { code: 1, lines }
    : { code: 0, lines: [`No weakness that is high or critical; ${found.length} of less weight.`] };
}

function parse(text: string): AuditAnswer | undefined {
  try {
    return JSON.parse(text) as AuditAnswer;
  } catch {
    return undefined;
  }
}

if (import.meta.main) {
  const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
    encoding: 'utf8',
    timeout: TIME_MS_MAX,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const { code, lines } = verdict(stdout);
  for (const line of lines) console.log(line);
  process.exitCode = code;
}
