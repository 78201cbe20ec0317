/** A function of a coded agent whose traces hold the data of persons that it takes. */
import { UIPATH_LANGUAGES } from '../../model/rule.ts';
import { personalFields } from '../../patterns/uipath/orchestration/personal-fields.ts';
import {
  type CodeFacts,
  codedAgentClues,
  codedAgentsIn,
} from '../../patterns/uipath/side-files/coded-agents.ts';
import { defineRule } from '../define-rule.ts';

interface TracedFunction extends CodeFacts {
  readonly parameters: readonly string[];
}

const TRACED = /^@(?:\w+\.)?traced\b/;
/** A constant may be true. */
const HIDES = /\bhide_input *= *(?!False\b)\w|\binput_processor *=/;
/** Texts that persons write about themselves. */
const LETTER = /(?:^|_)(?:e?mail|letter)_(?:body|text|content)$/;

export const rule = defineRule('UIP-SEC-107', {
  level: 'project',
  languages: UIPATH_LANGUAGES,
  *gather(workflow) {
    yield* codedAgentClues<TracedFunction>(workflow, function* ({ functions }) {
      for (const { name, line, decorators, parameters } of functions) {
        const traced = decorators.find((decorator) => TRACED.test(decorator));
        if (traced === undefined || HIDES.test(traced)) continue;
        const personal = personalFields(parameters);
        const named = [
          ...personal.map((field) => field.name),
          ...parameters.filter((one) => LETTER.test(one)),
        ];
        if (named.length > 1 || personal.some(({ isStrong }) => isStrong))
          yield { kind: 'traced', line, name, parameters: named };
      }
    });
  },
  *check(project) {
    for (const { code } of codedAgentsIn<TracedFunction>(project))
      for (const { in: workflow, at, facts } of code) {
        const names = facts.parameters.map((name) => `"${name}"`).join(', ');
        const message = `The traces of "${facts.name}" hold ${names} as they are.`;
        yield { in: workflow, at, subject: facts.name, message };
      }
  },
});
