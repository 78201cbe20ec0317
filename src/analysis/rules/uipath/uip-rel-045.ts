/** A step runs a macro that its text file does not have, or with arguments that it does not take. */

import { type MacroCall, macroCalls, macroObjection } from '../../patterns/uipath/side-files/macro-calls.ts';
import { sideFilesOf, sideText } from '../../patterns/uipath/side-files/side-files.ts';
import { type Procedure, vbaProcedures } from '../../semantics/scripts/vba-module.ts';
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('UIP-REL-045', {
  level: 'project',
  *gather(workflow) {
    const code = sideText(workflow, /\.(?:txt|bas)$/i);
    if (code === undefined) return yield* macroCalls(workflow);
    for (const procedure of vbaProcedures(code))
      yield {
        at: { at: 0, owner: -1, name: '' },
        data: { ...procedure, max: String(procedure.max) },
      };
  },
  *check(project) {
    const fileOf = sideFilesOf(project);
    const clues = Map.groupBy(project.clues, (clue) => clue.in);
    for (const { at, data, in: workflow } of project.clues) {
      if (workflow.kind === 'uipath-side-file') continue;
      const call = data as MacroCall;
      const file = fileOf(call.file);
      if (file === undefined) continue;
      const procedures = (clues.get(file) ?? []).map((clue): Procedure => {
        const { name, min, max } = clue.data as Procedure;
        return { name, min, max: Number(max) };
      });
      const what = macroObjection(call, procedures);
      if (what === undefined) continue;
      const message = `"${at.name}" runs "${call.macro}" of "${call.file}", which ${what}: the step fails.`;
      yield { in: workflow, at, subject: call.macro, message };
    }
  },
});
