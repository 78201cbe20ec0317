/** A process with many workflows and without any test case. */

import { isNamedBeside, startsFromOutside } from '../../patterns/uipath/project/beside-process.ts';
import { projectFileOf } from '../../patterns/uipath/project-file.ts';
import { defineRule } from '../define-rule.ts';

const VERIFIES = /^(?:Verify|Assert)/;

export const rule = defineRule('UIP-CMP-003', {
  level: 'project',
  *gather({ kind, activities }) {
    const test = activities.find(({ type }) => VERIFIES.test(type));
    if (test !== undefined || kind === 'uipath-coded-workflow')
      yield { at: test ?? { at: 0, owner: -1, name: '' } };
  },
  *check(project, { options: { workflowsMin } }) {
    const file = projectFileOf(project);
    if (file === undefined || !project.isWhole || startsFromOutside(project) || project.clues.length > 0)
      return;
    const isTested = file.references.some(({ kind, detail }) => kind === 'test-case' && detail !== 'Process');
    const isNamed = (path: string): boolean => isNamedBeside(path.slice(project.root.length));
    if (isTested || project.workflows.some((each) => isNamed(each.file))) return;
    const workflows = project.workflows.filter(({ kind }) => kind === 'uipath-workflow');
    if (workflows.length < workflowsMin) return;
    yield {
      in: file,
      at: file.start,
      subject: 'test cases',
      message: `The project "${file.name}" has ${workflows.length} workflows and no test case.`,
    };
  },
});
