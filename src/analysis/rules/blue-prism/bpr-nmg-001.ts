/** A process, object or page whose name does not follow the convention. */
import { defineRule } from '../../model/rule.ts';
import { compileUserPattern } from '../../patterns/user-pattern.ts';

export const rule = defineRule({
  id: 'BPR-NMG-001',
  version: 1,
  title: 'Naming convention of process, object, page',
  platforms: ['blue-prism'],
  category: 'naming',
  severity: 'low',
  confidence: 'high',
  kind: 'issue',
  preset: 'strict',
  why: 'Names that follow one convention show in the Control Room what a process is for and whose it is.',
  fix: 'Rename it, and change the processes that call it.',
  compliance: ['MAINT'],
  controls: ['CWE-1099'],
  options: {
    process: {
      default: '',
      about: 'Pattern of names of processes.',
      stricter: 'equal',
      isPattern: true,
    },
    object: {
      default: '',
      about: 'Pattern of names of objects.',
      stricter: 'equal',
      isPattern: true,
    },
    page: {
      default: '',
      about: 'Pattern of names of pages.',
      stricter: 'equal',
      isPattern: true,
    },
    deny: {
      default: '',
      about: 'Pattern that no name may match, such as `(?i)(copy of|test|old)$`.',
      stricter: 'equal',
      isPattern: true,
    },
  },
  needsOneOf: ['process', 'object', 'page', 'deny'],
  level: 'workflow',
  *check(workflow, { options }) {
    const { kind, name } = workflow;
    const isWrong = (text: string, pattern: string): boolean =>
      (pattern !== '' && !compileUserPattern(pattern).test(text)) ||
      (options.deny !== '' && compileUserPattern(options.deny).test(text));
    const what = kind === 'blue-prism-process' ? 'process' : kind === 'blue-prism-object' ? 'object' : null;
    if (what !== null && isWrong(name, options[what]))
      yield {
        at: { at: 0, owner: -1, name },
        subject: what,
        message: `The name of the ${what} "${name}" does not follow the convention.`,
      };
    for (const page of workflow.activities) {
      // Every process begins on a page with the same name.
      if (page.role !== 'page' || page.name === 'Main Page' || page.name === 'Main') continue;
      if (page.name === 'Initialise' || page.name === 'Clean Up' || !isWrong(page.name, options.page))
        continue;
      yield { at: page, message: `The name of the page "${page.name}" does not follow the convention.` };
    }
  },
  examples: {
    'blue-prism': {
      options: { process: '^Example', page: '^[A-Z]', deny: '(?i)(copy|old)$' },
      bad: [
        '<subsheet subsheetid="p" type="Normal" published="False"><name>read orders</name></subsheet>',
        '<subsheet subsheetid="p" type="Normal" published="False"><name>Orders old</name></subsheet>',
      ],
      good: [
        '<subsheet subsheetid="p" type="Normal" published="False"><name>Read orders</name></subsheet>',
        '<subsheet subsheetid="p" type="Normal" published="False"><name>Copy orders</name></subsheet>',
        '<stage stageid="1" name="old" type="Note"><narrative>x</narrative></stage>',
      ],
    },
  },
});
