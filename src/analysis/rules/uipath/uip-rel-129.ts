/** A call of a model in a coded agent without handling of failures. */
import { UIPATH_LANGUAGES } from '../../model/rule.ts';
import {
  type CodeFacts,
  codedAgentClues,
  codedAgentsIn,
} from '../../patterns/uipath/side-files/coded-agents.ts';
import { defineRule } from '../define-rule.ts';

interface CallFacts extends CodeFacts {
  readonly kind: 'call' | 'tried' | 'policy';
  readonly within: string;
}

/** The graph repeats a step that fails. */
const POLICY = /\b(?:RetryPolicy|retry_policy)\b/;
/** Decorators that repeat or handle: anything but those of traces, tools and guardrails. */
const PLAIN = /^@(?:\w+\.)?(?:traced|tool|guardrail|mockable|step|node|task|entrypoint)\b/;

export const rule = defineRule('UIP-REL-129', {
  level: 'project',
  languages: UIPATH_LANGUAGES,
  *gather(workflow) {
    yield* codedAgentClues<CallFacts>(workflow, function* ({ bareCalls, functions, tried }, text) {
      if (POLICY.test(text)) yield { kind: 'policy', line: 1, name: '', within: '' };
      const guarded = functions.filter(({ decorators }) => decorators.some((one) => !PLAIN.test(one)));
      const names = new Set(guarded.map(({ name }) => name));
      for (const { line, model, within } of bareCalls)
        if (!names.has(within)) yield { kind: 'call', line, name: model, within };
      for (const name of tried) yield { kind: 'tried', line: 1, name, within: '' };
    });
  },
  *check(project) {
    for (const { code } of codedAgentsIn<CallFacts>(project)) {
      const tried = new Set(
        code.filter(({ facts }) => facts.kind === 'tried').map(({ facts }) => facts.name),
      );
      if (code.some(({ facts }) => facts.kind === 'policy')) continue;
      const bare = code.filter(({ facts }) => facts.kind === 'call' && !tried.has(facts.within));
      for (const { in: workflow, at, facts } of bare)
        yield {
          in: workflow,
          at,
          subject: facts.within,
          message: `A failure of the model "${facts.name}" ends the job: no try is around the call.`,
        };
    }
  },
});
