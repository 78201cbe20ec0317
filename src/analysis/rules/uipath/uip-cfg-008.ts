/** A project lies in the folder of a solution, which does not list it. */
import { comparable } from '../../../text/comparable-path.ts';
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('UIP-CFG-008', {
  level: 'project',
  *check({ workflows, isWhole }) {
    const [solution, other] = workflows.filter(({ kind }) => kind === 'uipath-solution');
    if (!isWhole || solution === undefined || other !== undefined) return;
    const folder = solution.file.slice(0, solution.file.lastIndexOf('/') + 1);
    const listed = new Set(solution.references.map(({ target }) => comparable(folder + target)));
    for (const manifest of workflows) {
      const { kind, settings, file, name, start } = manifest;
      if (kind !== 'uipath-solution-part' || settings['part'] !== 'project') continue;
      if (listed.has(comparable(file))) continue;
      const message = `The project "${name}" lies in the solution "${solution.name}", which does not list it.`;
      yield { in: manifest, at: start, subject: name, message };
    }
  },
});
