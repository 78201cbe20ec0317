/** A step reads a table of the project with settings that do not fit the file. */
import { isLive } from '../../model/navigate.ts';
import { type CsvReading, csvObjection, csvReading } from '../../patterns/uipath/side-files/csv-readings.ts';
import { sideFilesOf, sideText } from '../../patterns/uipath/side-files/side-files.ts';
import { type CsvTable, csvTable } from '../../semantics/scripts/csv-shape.ts';
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('UIP-REL-044', {
  level: 'project',
  *gather(workflow) {
    const text = sideText(workflow, /\.(?:csv|txt)$/i);
    if (text !== undefined) yield { at: { at: 0, owner: -1, name: '' }, data: csvTable(text) };
    for (const step of workflow.activities) {
      if (step.type !== 'ReadCsvFile' || !isLive(step)) continue;
      const reading = csvReading(workflow, step);
      if (reading !== undefined) yield { at: step, data: reading };
    }
  },
  *check(project) {
    const fileOf = sideFilesOf(project);
    const tables = new Map(project.clues.map((clue) => [clue.in, clue]));
    for (const { at, data, in: workflow } of project.clues) {
      if (workflow.kind === 'uipath-side-file') continue;
      const reading = data as CsvReading;
      const file = fileOf(reading.file);
      const table = file && tables.get(file);
      const what = table && csvObjection(reading, table.data as CsvTable);
      if (what === undefined) continue;
      yield {
        in: workflow,
        at,
        subject: reading.file,
        message: `"${at.name}" reads "${reading.file}", which ${what}.`,
      };
    }
  },
});
