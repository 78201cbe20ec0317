/** A Python file that fails while a step loads it, or lacks the function that a step calls. */
import { PythonFile, pythonFileClues } from '../../patterns/uipath/side-files/python-files.ts';
import { loadProblems, siblingsOf } from '../../patterns/uipath/side-files/python-loading.ts';
import { type PythonStep, pythonStepClues } from '../../patterns/uipath/side-files/python-steps.ts';
import { sideFilesOf, sideText } from '../../patterns/uipath/side-files/side-files.ts';
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('UIP-REL-046', {
  level: 'project',
  *gather(workflow) {
    const code = sideText(workflow, /\.py$/i);
    yield* code === undefined ? pythonStepClues(workflow) : pythonFileClues(code);
  },
  *check(project) {
    const fileOf = sideFilesOf(project);
    const clues = Map.groupBy(project.clues, (clue) => clue.in);
    for (const { at, data, in: workflow } of project.clues) {
      if (workflow.kind === 'uipath-side-file') continue;
      const clue = data as PythonStep;
      const file = clue.files.map(fileOf).find((found) => found !== undefined);
      if (file === undefined) continue;
      const module = new PythonFile(clues.get(file) ?? []);
      if (clue.kind === 'load') {
        for (const { message, ...problem } of loadProblems(module, clue, siblingsOf(project, file)))
          yield { in: workflow, at, message: `"${at.name}": ${message}`, ...problem };
        continue;
      }
      const what = module.objection(clue.name, clue.count);
      if (what === undefined) continue;
      const message = `"${at.name}" calls "${clue.name}" of "${clue.files[0]}", which ${what}: the step fails.`;
      yield { in: workflow, at, subject: clue.name, message };
    }
  },
});
