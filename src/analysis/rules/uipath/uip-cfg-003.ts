/** A workflow reads a setting that the workbook of configuration does not have. */
import { gatherConfigKeys } from '../../patterns/uipath/configuration/config-keys.ts';
import { configWorkbookOf, kinOf } from '../../patterns/uipath/configuration/config-workbook.ts';
import { besideProcess } from '../../patterns/uipath/project/beside-process.ts';
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('UIP-CFG-003', {
  level: 'project',
  gather: gatherConfigKeys,
  *check(project) {
    const workbook = configWorkbookOf(project);
    if (workbook === undefined) return;
    const known = new Set<string>();
    for (const { about } of [...workbook.names, ...workbook.keys])
      if (about.kind === 'name' || about.kind === 'known') known.add(about.key);
    const isBeside = besideProcess(project);
    const reads = workbook.keys.flatMap(({ about, ...clue }) =>
      about.kind === 'read' && !isBeside(clue.in) ? [{ ...clue, key: about.key }] : [],
    );
    const isKin = kinOf(known);
    const read = new Set(reads.map(({ key }) => key));
    const missing = new Set([...read].filter((key) => !known.has(key) && !isKin(key)));
    // Where most keys are missing, the dictionary is filled from another source.
    if (missing.size * 2 > read.size) return;
    const inLowerCase = new Map([...known].map((key) => [key.toLowerCase(), key]));
    for (const { at, in: workflow, key } of reads) {
      if (!missing.has(key)) continue;
      const alike = inLowerCase.get(key.toLowerCase());
      const instead = alike === undefined ? '' : `; it has "${alike}", and the letter case counts`;
      const message = `The setting "${key}" is read, but ${workbook.fileName} does not have it${instead}.`;
      yield { in: workflow, at, subject: key, group: key, message };
    }
  },
});
