/** An action that uses a secret from a vault or the trigger, and shows it in the run history. */
import { isLive } from '../../model/navigate.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';
import { carriersOf } from '../../patterns/power-automate/flow-carriers.ts';
import { actionKey } from '../../patterns/power-automate/flow-keys.ts';
import { triggerOf } from '../../patterns/power-automate/flow-trigger.ts';
import { fetchesSecret, hasSecured } from '../../patterns/power-automate/secured-data.ts';
import { SECRET_NAME_WORDS } from '../../semantics/secretness/secret-words.ts';
import { reaches, secretness } from '../../semantics/secretness/secretness.ts';
import { defineRule } from '../define-rule.ts';

/** Roles that show nothing more: containers show their decision, and PAF-SEC-006 reports copies. */
const SHOWS_NOTHING: ReadonlySet<string> = new Set(['branch', 'loop', 'assign']);

const INPUT = 'input:';

/** Maps keys to the source of their secret: an action that fetches one, or the trigger with an input named like one. */
function sourcesOf(workflow: Workflow): ReadonlyMap<string, Activity> {
  const sources = new Map<string, Activity>();
  for (const activity of workflow.activities)
    if (isLive(activity) && fetchesSecret(activity)) sources.set(actionKey(activity), activity);
  const trigger = triggerOf(workflow);
  if (trigger === undefined) return sources;
  for (const key of workflow.mentions.keys)
    if (key.startsWith(INPUT) && reaches(secretness(key.slice(INPUT.length)), 'likely'))
      sources.set(key, trigger);
  return sources;
}

/** Returns the title of a source for messages. */
function whatOf(key: string, sources: ReadonlyMap<string, Activity>): string {
  const { name } = sources.get(key)!;
  return key.startsWith(INPUT)
    ? `"${key.slice(INPUT.length)}" of the trigger "${name}"`
    : `the secret from "${name}"`;
}

// The platform hides the inputs of an action that uses secured outputs directly, so such a consumer is no finding: only
// an action that reads an unsecured source, or a copy without protection, shows the secret.
export const rule = defineRule('PAF-SEC-005', {
  level: 'workflow',
  words: ['unboundaction', ...SECRET_NAME_WORDS],
  *check(workflow) {
    const sources = sourcesOf(workflow);
    if (sources.size === 0) return;
    const carriers = carriersOf(workflow, sources.keys());
    const hidden = new Set(
      [...sources].filter(([, source]) => hasSecured(source, 'outputs')).map(([key]) => key),
    );
    const reported = new Set<number>();
    for (const expression of workflow.expressions) {
      const user = workflow.activities[expression.owner];
      if (user === undefined || reported.has(user.index) || !isLive(user)) continue;
      if (user.role === 'trigger' || SHOWS_NOTHING.has(user.role) || hasSecured(user, 'inputs')) continue;
      const shown = expression.mentions.find((key) => carriers.has(key) && !hidden.has(key));
      if (shown === undefined) continue;
      reported.add(user.index);
      yield {
        at: expression,
        subject: 'secureInputs',
        message: `"${user.name}" shows ${whatOf(carriers.get(shown)!, sources)} in the run history, because its inputs are not secured.`,
      };
    }
  },
});
