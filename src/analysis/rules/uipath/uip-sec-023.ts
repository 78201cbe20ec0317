/** A project that lets the robot log what Studio leaves out by default. */
import { projectFileOf, runtimeOption } from '../../patterns/uipath/project-file.ts';
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('UIP-SEC-023', {
  level: 'project',
  *check(project, { options }) {
    const file = projectFileOf(project);
    const setting = file && runtimeOption(file, 'excludedLoggedData');
    // Older projects have no such setting, and the robot takes the default.
    if (file === undefined || setting === undefined) return;
    const excluded = new Set(setting.split('\n'));
    const missing = options.required.filter((entry) => !excluded.has(entry.toLowerCase()));
    if (missing.length === 0) return;
    const names = missing.map((entry) => `"${entry}"`).join(' and ');
    yield { in: file, at: file.start, message: `The excluded logged data of the project lacks ${names}.` };
  },
});
