/** A coded agent whose entry point is not in its code. */
import { UIPATH_LANGUAGES } from '../../model/rule.ts';
import {
  type CodeFacts,
  codedAgentClues,
  codedAgentsIn,
} from '../../patterns/uipath/side-files/coded-agents.ts';
import { pathInProject } from '../../patterns/uipath/side-files/side-files.ts';
import { defineRule } from '../define-rule.ts';

interface ModuleFacts extends CodeFacts {
  readonly kind: 'words';
  readonly words: readonly string[];
}

/** Words of a module that are looked at; one with more is taken to have any name. */
const WORDS_MAX = 300;

export const rule = defineRule('UIP-REL-130', {
  level: 'project',
  languages: UIPATH_LANGUAGES,
  *gather(workflow) {
    yield* codedAgentClues<ModuleFacts>(workflow, function* ({ words, hasOtherNames }) {
      if (!hasOtherNames && words.size <= WORDS_MAX)
        yield { kind: 'words', line: 1, name: '', words: [...words] };
    });
  },
  *check(project) {
    for (const { folder, entries, code } of codedAgentsIn<ModuleFacts>(project))
      for (const { in: workflow, at, facts } of entries) {
        const path = pathInProject(facts.file);
        if (path === undefined || facts.symbol === '') continue;
        const module = code.find((one) => one.in.file.toLowerCase() === `${folder.toLowerCase()}${path}`);
        if (module === undefined || module.facts.words.includes(facts.symbol)) continue;
        const message = `"${facts.file}" defines no "${facts.symbol}": the agent cannot start.`;
        yield { in: workflow, at, subject: facts.symbol, message };
      }
  },
});
