/** Lines of a call policy, such as `Orders -> Finance/*`, and what they say about a call. */
import { matchesWildcard } from '../../../text/wildcard.ts';
import type { NamedAutomation, NamedCallee } from './call-names.ts';

/** Options of a call policy. */
export interface CallPolicy {
  readonly allowed: readonly string[];
  readonly denied: readonly string[];
  readonly mustBeKnown: boolean;
}

/** Verdict of a policy on a call that it does not accept. */
export type CallProblem = 'denied' | 'not-allowed' | 'unnamed' | 'absent';

const ARROW = '->';
const ANY = '*';

/** Returns the sides of a line. A side that is absent stands for any automation. */
function sidesOf(line: string): readonly [caller: string, callee: string] {
  const at = line.indexOf(ARROW);
  if (at === -1) return [ANY, line.trim()];
  return [line.slice(0, at).trim() || ANY, line.slice(at + ARROW.length).trim() || ANY];
}

const matches = (names: readonly string[], pattern: string): boolean =>
  pattern === ANY || names.some((name) => matchesWildcard(name, pattern));

/** Returns the callees of those lines that are about a caller. */
function calleesFor(lines: readonly string[], { names }: NamedAutomation): readonly string[] {
  return lines.map(sidesOf).flatMap(([caller, callee]) => (matches(names, caller) ? [callee] : []));
}

/** Returns what a policy has against the calls of one automation. A callee that is not sure may be any. */
export function judgeOf(
  { allowed, denied, mustBeKnown }: CallPolicy,
  caller: NamedAutomation,
): (callee: NamedCallee) => CallProblem | undefined {
  const accepted = allowed.length === 0 ? [ANY] : calleesFor(allowed, caller);
  const rejected = calleesFor(denied, caller);
  return ({ names, isSure, isFound }) => {
    if (rejected.some((pattern) => matches(names, pattern))) return 'denied';
    if (!isSure && rejected.length > 0) return 'unnamed';
    if (!accepted.some((pattern) => matches(names, pattern))) return isSure ? 'not-allowed' : 'unnamed';
    return mustBeKnown && !isFound ? 'absent' : undefined;
  };
}
