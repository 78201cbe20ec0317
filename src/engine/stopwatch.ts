/** Notices a rule that takes too long. The engine has no clock of its own: whoever runs it gives it one. */
import type { Rule } from '../model/rule.ts';

/** How rules are timed. */
export interface RuleTimer {
  /** Processor time of the thread is best: waiting for a processor is no fault of a rule. */
  nowMs(): number;
  /** Time that one rule may take on one workflow, for each MiB of the upload. */
  readonly ruleMsMax: number;
}

/** Times the rules on one workflow. */
export interface Stopwatch {
  /** From now on the time is this rule's. */
  take(rule: Rule): void;
  /** To be called after each check and each problem. @throws Error when the rule has used up its time */
  stopIfOver(): void;
}

const NO_STOPWATCH: Stopwatch = { take: () => {}, stopIfOver: () => {} };

/** The clock costs more than most checks: the first ones are timed one by one, later ones in groups. */
const CHECKS_BETWEEN_LOOKS = 32;

/**
 * As long as all rules together have not used up the time of one, no single rule can have: until then nothing is
 * measured for each rule. Nearly every workflow ends before that.
 */
export function createStopwatch(timer: RuleTimer | undefined): Stopwatch {
  if (timer === undefined) return NO_STOPWATCH;
  const { nowMs, ruleMsMax } = timer;
  const spentMs = new Map<Rule, number>();
  let sinceMs = nowMs();
  let checks = 0;
  let isPrecise = false;
  let current: Rule | undefined;

  function charge(): number {
    const now = nowMs();
    const total = (spentMs.get(current!) ?? 0) + now - sinceMs;
    spentMs.set(current!, total);
    sinceMs = now;
    return total;
  }

  function isOver(): boolean {
    checks += 1;
    if (checks > CHECKS_BETWEEN_LOOKS && checks % CHECKS_BETWEEN_LOOKS !== 0) return false;
    if (isPrecise) return charge() > ruleMsMax;
    if (nowMs() - sinceMs <= ruleMsMax) return false;
    isPrecise = true;
    sinceMs = nowMs();
    return false;
  }

  return {
    take(rule) {
      if (isPrecise) charge();
      current = rule;
    },
    stopIfOver() {
      if (isOver()) throw new Error(`The rule took longer than ${ruleMsMax} ms.`);
    },
  };
}
