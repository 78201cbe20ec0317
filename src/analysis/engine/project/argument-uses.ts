/** Arguments that a workflow mentions, and those that it tests before it reads them. */
import { isAnchorLive } from '../../model/navigate.ts';
import type { Workflow } from '../../model/workflow.ts';
import { guardedArguments } from './guarded-arguments.ts';
import { hiddenArguments } from './hidden-arguments.ts';

/** Uses of a workflow's arguments, computed on first access. */
export interface ArgumentUses {
  isMentioned(key: string): boolean;
  isGuarded(key: string): boolean;
  /** Returns whether an expression does more with an argument than hand it on whole. */
  isOpened(key: string): boolean;
}

/** Returns the keys that expressions mention, without those of activities that cannot run. */
function liveMentions(workflow: Workflow): ReadonlySet<string> {
  const { keys, numbers, starts } = workflow.mentions;
  const found = new Set<string>();
  const isHidden = hiddenArguments(workflow);
  for (let i = 0; i < workflow.expressions.length; i += 1) {
    if (starts[i] === starts[i + 1] || !isAnchorLive(workflow, workflow.expressions[i]!)) continue;
    const { owner } = workflow.expressions[i]!;
    for (let at = starts[i]!; at < starts[i + 1]!; at += 1) {
      const key = keys[numbers[at]!]!;
      if (!found.has(key) && !isHidden(key, owner)) found.add(key);
    }
  }
  return found;
}

/** Returns the keys of arguments that live expressions use other than by handing them on whole. */
function openedArguments(workflow: Workflow): ReadonlySet<string> {
  const keys = new Set(workflow.arguments.map(({ key }) => key));
  const found = new Set<string>();
  const isHidden = hiddenArguments(workflow);
  for (const expression of workflow.expressions) {
    const own = expression.mentions.filter((key) => keys.has(key) && !found.has(key));
    if (own.length === 0 || expression.tokens.length === 1 || !isAnchorLive(workflow, expression)) continue;
    for (const key of own) if (!isHidden(key, expression.owner)) found.add(key);
  }
  return found;
}

/** Creates the look-up of a workflow; it reads nothing before first use. */
export function usesOf(workflow: Workflow, hasCallers: boolean): ArgumentUses {
  let mentioned: ReadonlySet<string> | undefined;
  let guarded: ReadonlySet<string> | undefined;
  let opened: ReadonlySet<string> | undefined;
  return {
    isMentioned: (key) => hasCallers && (mentioned ??= liveMentions(workflow)).has(key),
    isGuarded: (key) => hasCallers && (guarded ??= guardedArguments(workflow)).has(key),
    isOpened: (key) => hasCallers && (opened ??= openedArguments(workflow)).has(key),
  };
}
