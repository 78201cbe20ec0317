/** A value that cannot be written to disk is in scope where the job is suspended. */
import { ancestorsOf, isLive } from '../../model/navigate.ts';
import { isUnderNoPersist, isWait } from '../../patterns/uipath/long-running.ts';
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('UIP-REL-027', {
  level: 'project',
  *gather(workflow) {
    const waits = workflow.activities.filter(
      (activity) => isWait(activity) && isLive(activity) && !isUnderNoPersist(workflow, activity),
    );
    if (waits.length === 0) return;
    const scopes = new Set(
      waits.flatMap((wait) => [...ancestorsOf(workflow, wait)].map(({ index }) => index)),
    );
    for (const symbol of [...workflow.arguments, ...workflow.variables])
      if (symbol.owner === -1 || scopes.has(symbol.owner)) yield { at: symbol, text: symbol.type };
  },
  *check(subject, { options }) {
    for (const { at, text, in: workflow } of subject.clues) {
      if (!options.types.includes(text)) continue;
      const message = `"${at.name}" is of type ${text} and in scope where the job is suspended.`;
      yield { in: workflow, at, subject: at.name, message };
    }
  },
});
