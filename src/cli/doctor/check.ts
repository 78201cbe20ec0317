/** Results of the checks of `flowarden doctor`. */

/** Names of the checks, in their order. */
export const CHECKS = [
  'settings',
  'database',
  'account',
  'walls',
  'schema',
  'pooler',
  'clock',
  'programs',
  'pepper',
  'targets',
  'core',
  'bucket',
  'mail',
] as const;

/** Name of a check. */
export type CheckName = (typeof CHECKS)[number];

/** State of a check: only `failed` ends the command with 1. */
export type CheckState = 'ok' | 'warning' | 'failed' | 'skipped';

/** Result of a check: what is so, and for a problem what to do. */
export interface CheckResult {
  readonly check: CheckName;
  readonly state: CheckState;
  readonly text: string;
}

/** Creates the functions that make results of one check. */
export function resultsOf(check: CheckName): Readonly<Record<CheckState, (text: string) => CheckResult>> {
  const inState = (state: CheckState) => (text: string) => ({ check, state, text });
  return {
    ok: inState('ok'),
    warning: inState('warning'),
    failed: inState('failed'),
    skipped: inState('skipped'),
  };
}

/** Returns why something failed: the innermost cause, without credentials of an address. */
export function reasonOf(error: unknown): string {
  let inner = error;
  while (inner instanceof Error && inner.cause instanceof Error) inner = inner.cause;
  const text = inner instanceof Error ? inner.message || inner.name : String(inner);
  return text
    .replaceAll(/:\/\/[^\s/@]*@/g, '://…@')
    .trimEnd()
    .replace(/\.$/, '');
}
