/** Program code that a bot runs: no package checks what it does. */
import { defineRule } from '../define-rule.ts';

/** Commands that only load or unload code. */
const HANDLES =
  /\b(?:vbscript\.commands\.|python\.commands\.)?(?:open|close)(?:script)?$|configuration$|managewindowscontrols$/i;

export const rule = defineRule('AAB-SEC-011', {
  level: 'activity',
  roles: ['script'],
  *check(command) {
    if (HANDLES.test(command.type)) return;
    yield {
      at: command,
      subject: 'code',
      message: `"${command.name}" on line ${command.editorLine} runs program code.`,
    };
  },
});
