/** A setting of the workbook of configuration that no workflow reads. */
import { gatherConfigKeys } from '../../patterns/uipath/configuration/config-keys.ts';
import { configWorkbookOf, kinOf } from '../../patterns/uipath/configuration/config-workbook.ts';
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('UIP-CFG-007', {
  level: 'project',
  gather: gatherConfigKeys,
  *check(project) {
    const workbook = configWorkbookOf(project);
    if (workbook === undefined || workbook.keys.some(({ about }) => about.kind === 'open')) return;
    const read = new Set<string>();
    for (const { about } of workbook.keys)
      if (about.kind === 'read' || about.kind === 'known') read.add(about.key);
    // Without a single read, the workflows that read them are not here.
    if (read.size === 0) return;
    const isKin = kinOf(read);
    for (const { about, at, in: file } of workbook.names) {
      if (about.kind !== 'name' || !about.isSetting || read.has(about.key) || isKin(about.key)) continue;
      const message = `No workflow reads the setting "${about.key}" of ${workbook.fileName}.`;
      yield { in: file, at, subject: about.key, message };
    }
  },
});
