/** A step reads a file of the project that the project does not have, and that no step makes. */
import { isLive, literalOf } from '../../model/navigate.ts';
import { besideProcess } from '../../patterns/uipath/project/beside-process.ts';
import { projectFileOf } from '../../patterns/uipath/project-file.ts';
import { pathInProject } from '../../patterns/uipath/side-files/side-files.ts';
import { defineRule } from '../define-rule.ts';

/** Steps that need the file that they name. A workbook that a scope opens may be a new one. */
const READS =
  /^(?:ReadTextFile|ReadCsvFile|ReadPDFText|ReadPDFWithOCR|ReadRange|ReadCell|ReadRow|ReadColumn|DocumentReadText|WordApplicationScope|UseWordFile|UseExcelFile|ExcelApplicationCard|InvokeVBA|InvokeVBAX|InvokeVBScript|LoadScript|RunScript|WordAddImage|DocumentAddImage)$/;
const NAMES = /^(?:FilePath|FileName|File|WorkbookPath|CodeFilePath|ImagePath)$/;
const HAS_ENDING = /[^\\/.]\.[a-z]{2,5}$/;

/** Last part of a path in a text. */
const NAMED = /[^\\/"'<>|:*?\n\r]{1,120}\.[a-z]{2,5}(?=["']|$)/gi;

/** Path in a step or text. */
interface Named {
  readonly path: string;
  readonly isRead: boolean;
  readonly named?: string;
  readonly step?: string;
}

const lastPart = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

export const rule = defineRule('UIP-CFG-006', {
  level: 'project',
  *gather(workflow) {
    // Texts of variables and expressions may name the file for a step that makes it.
    for (const { at, owner, name, default: initial } of [...workflow.variables, ...workflow.arguments])
      for (const [made] of (initial?.text ?? '').matchAll(NAMED))
        yield { at: { at, owner, name }, data: { path: made.toLowerCase(), isRead: false } };
    for (const { at, owner, name, text } of workflow.expressions)
      for (const [made] of text.matchAll(NAMED))
        yield { at: { at, owner, name }, data: { path: made.toLowerCase(), isRead: false } };
    for (const activity of workflow.activities) {
      if (!isLive(activity)) continue;
      for (const property of activity.properties) {
        const path = pathInProject(literalOf(property) ?? '');
        const isRead = READS.test(activity.type) && NAMES.test(property.name);
        if (path === undefined || !HAS_ENDING.test(path) || path.includes('\n') || /[*?<>:"{]/.test(path))
          continue;
        yield {
          at: property,
          data: { path, named: literalOf(property), step: activity.name, isRead },
        };
      }
    }
  },
  *check(project) {
    if (!project.isWhole || projectFileOf(project) === undefined) return;
    const found = project.clues.map((clue) => ({ ...clue, ...(clue.data as Named) }));
    const isBeside = besideProcess(project);
    // A step that names the file and does not read it may make it.
    const made = new Set(found.filter(({ isRead }) => !isRead).map(({ path }) => lastPart(path)));
    for (const { at, in: workflow, path, named, step, isRead } of found) {
      if (!isRead || project.hasFile(path) || made.has(lastPart(path)) || isBeside(workflow)) continue;
      const message = `"${step}" reads "${named}", which is not in the project: the robot looks for it in the folder of the package.`;
      yield { in: workflow, at, subject: path, group: path, message };
    }
  },
});
