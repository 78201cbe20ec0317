/** An input of a run, which may be missing, decides the name of a sheet, queue or file. */
import { isLive } from '../../model/navigate.ts';
import { projectFileOf } from '../../patterns/uipath/project-file.ts';
import { isTested } from '../../patterns/uipath/tested-before.ts';
import { resolveSymbol, symbolTable } from '../../semantics/symbols.ts';
import { defineRule } from '../define-rule.ts';

/** Settings that name what a step works with. */
const NAMES =
  /^(?:SheetName|Sheet|QueueName|QueueType|AssetName|CredentialName|WorkbookPath|FilePath|FileName)$/;

export const rule = defineRule('UIP-REL-052', {
  level: 'project',
  *gather(workflow) {
    if (workflow.kind !== 'uipath-workflow' || workflow.arguments.length === 0) return;
    for (const activity of workflow.activities)
      for (const property of activity.properties) {
        const { expression, name } = property;
        if (!NAMES.test(name) || expression?.tokens.length !== 1 || !isLive(activity)) continue;
        const symbol = resolveSymbol(
          workflow,
          symbolTable(workflow),
          expression.mentions[0] ?? '',
          activity.index,
        );
        if (symbol === undefined || !('direction' in symbol) || symbol.direction !== 'in') continue;
        if (symbol.type !== 'String' || symbol.default !== undefined) continue;
        if (isTested(workflow, activity, expression.mentions)) continue;
        yield { at: property, data: { step: activity.name, argument: symbol.name } };
      }
  },
  *check(project) {
    const file = projectFileOf(project);
    if (file === undefined) return;
    const starts = new Set(
      file.references
        .filter(({ kind }) => kind === 'entry-point')
        .map(({ target }) => `${project.root}${target}`.replaceAll('\\', '/').toLowerCase()),
    );
    const required = new Set(
      Object.entries(file.settings).flatMap(([name, value]) =>
        name.endsWith('.required') && value === 'true'
          ? [file.settings[name.replace(/required$/, 'name')]]
          : [],
      ),
    );
    for (const { at, data, in: workflow } of project.clues) {
      const { step, argument } = data as { readonly step: string; readonly argument: string };
      if (!starts.has(workflow.file.toLowerCase()) || required.has(argument)) continue;
      yield {
        in: workflow,
        at,
        subject: argument,
        message: `"${step}" takes "${at.name}" from the input "${argument}" of the run, which may be missing; no step before tests it.`,
      };
    }
  },
});
