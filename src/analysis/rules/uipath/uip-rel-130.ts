/** A coded agent whose entry point is not in its code, or cannot be run. */
import { UIPATH_LANGUAGES } from '../../model/rule.ts';
import {
  type CodeFacts,
  codedAgentClues,
  codedAgentsIn,
} from '../../patterns/uipath/side-files/coded-agents.ts';
import { pathInProject } from '../../patterns/uipath/side-files/side-files.ts';
import { pythonModule } from '../../semantics/scripts/python-module.ts';
import { defineRule } from '../define-rule.ts';

interface ModuleFacts extends CodeFacts {
  readonly kind: 'names' | 'step';
  readonly names: readonly string[];
}

/** Names of a module that are looked at; one with more is taken to have any. */
const NAMES_MAX = 300;
const STEP = /^@(?:\w+\.)?step\b/;
const LLAMA_INDEX = /^(?:llama_index|workflows)(?:\.|$)/;

export const rule = defineRule('UIP-REL-130', {
  level: 'project',
  languages: UIPATH_LANGUAGES,
  *gather(workflow) {
    yield* codedAgentClues<ModuleFacts>(workflow, function* ({ functions, sources }, text) {
      const { names, takesAll } = pythonModule(text);
      if (!takesAll && names.size <= NAMES_MAX)
        yield { kind: 'names', line: 1, name: '', names: [...names.keys()] };
      if (![...sources.keys()].some((source) => LLAMA_INDEX.test(source))) return;
      for (const { name, line, isAsync, decorators } of functions)
        if (!isAsync && decorators.some((one) => STEP.test(one)))
          yield { kind: 'step', line, name, names: [] };
    });
  },
  *check(project) {
    for (const { folder, entries, code } of codedAgentsIn<ModuleFacts>(project)) {
      for (const { in: workflow, at, facts } of entries) {
        const path = pathInProject(facts.file);
        if (path === undefined || facts.symbol === '') continue;
        const inFile = code.filter((one) => one.in.file.toLowerCase() === `${folder.toLowerCase()}${path}`);
        const module = inFile.find((one) => one.facts.kind === 'names');
        if (module === undefined || module.facts.names.includes(facts.symbol)) continue;
        const message = `"${facts.file}" defines no "${facts.symbol}": the agent cannot start.`;
        yield { in: workflow, at, subject: facts.symbol, message };
      }
      for (const { in: workflow, at, facts } of code)
        if (facts.kind === 'step')
          yield {
            in: workflow,
            at,
            subject: facts.name,
            message: `The step "${facts.name}" is not declared with "async def": the workflow stops with an error.`,
          };
    }
  },
});
