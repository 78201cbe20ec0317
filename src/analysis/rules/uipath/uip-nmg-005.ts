/** A test case whose name does not follow the convention. */
import { defineRule } from '../../model/rule.ts';
import { lastPathPart } from '../../patterns/texts/file-name.ts';
import { compileUserPattern } from '../../patterns/user-pattern.ts';

const project = (files: string): string =>
  `-- project.json --\n{"name":"Orders","main":"Main.xaml","dependencies":{},"fileInfoCollection":[${files}]}\n-- Main.xaml --\n<Delay />`;
const test = (path: string, type = 'TestCase'): string =>
  `{"editingStatus":"InProgress","testCaseId":"6c471d5e","testCaseType":"${type}","fileName":"${path}"}`;

export const rule = defineRule({
  id: 'UIP-NMG-005',
  version: 1,
  title: 'Test naming convention',
  platforms: ['uipath'],
  category: 'naming',
  severity: 'low',
  confidence: 'high',
  kind: 'issue',
  preset: 'opt-in',
  why: 'Reports of test runs show names of files: only a convention says what failed.',
  fix: 'Rename the test case in the Project panel: Studio changes its registration too.',
  compliance: ['MAINT'],
  controls: ['CWE-1099'],
  options: {
    pattern: {
      default: '',
      about: 'Pattern of the name of every test case, without folder and ending.',
      stricter: 'equal',
      isPattern: true,
    },
  },
  needsOneOf: ['pattern'],
  level: 'project',
  *check({ workflows }, { options }) {
    const pattern = compileUserPattern(options.pattern);
    for (const workflow of workflows) {
      for (const reference of workflow.references) {
        if (reference.kind !== 'test-case' || reference.detail !== 'TestCase') continue;
        const name = lastPathPart(reference.target).replace(/\.(?:xaml|cs)$/i, '');
        if (pattern.test(name)) continue;
        const message = `The name of the test case "${name}" does not follow the convention.`;
        yield { in: workflow, at: reference, subject: reference.target, message };
      }
    }
  },
  examples: {
    uipath: {
      options: { pattern: '^(TC|Test)[_A-Z]' },
      bad: [
        project(test('Tests\\\\LoadsOrders.xaml')),
        project(`${test('TC_Load.xaml')},${test('Tc load.xaml')}`),
      ],
      good: [
        project(`${test('TC_Load.xaml')},${test('Tests\\\\TestOrders.xaml')}`),
        project(''),
        // Near miss: a file that is registered for another reason.
        project(test('Process.xaml', 'Process')),
      ],
    },
  },
});
