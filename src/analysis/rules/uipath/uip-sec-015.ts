/** Code or a script that a workflow runs: a person has to read it. */
import { isLive } from '../../model/navigate.ts';
import type { Activity } from '../../model/workflow.ts';
import { defineRule } from '../define-rule.ts';

/** Types → the settings that hold the code, or name the file with it. */
const CODE: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    InvokeCode: ['Code'],
    InvokeVBScript: ['Code', 'FileName'],
    InvokePowerShell: ['CommandText', 'Command', 'Script'],
    InjectJsScript: ['ScriptCode', 'ScriptPath'],
    NInjectJsScriptX: ['ScriptCode', 'ScriptPath'],
    InvokeVBA: ['CodeFilePath'],
    RunScript: ['Code', 'File', 'Script'],
    LoadScript: ['Code', 'File'],
  }),
);

/** Returns the number of lines of the code in a step; undefined where it runs none. */
function linesOf({ type, properties }: Activity): number | undefined {
  const names = CODE.get(type) ?? [];
  const texts = properties.filter(({ name, text }) => names.includes(name) && text.trim() !== '');
  return texts.length === 0
    ? undefined
    : Math.max(...texts.map(({ text }) => text.trim().split('\n').length));
}

export const rule = defineRule('UIP-SEC-015', {
  level: 'activity',
  types: [...CODE.keys()],
  *check(activity) {
    const lines = isLive(activity) ? linesOf(activity) : undefined;
    if (lines === undefined) return;
    const size = lines === 1 ? '' : ` of ${lines} lines`;
    yield {
      at: activity,
      subject: 'code',
      message: `"${activity.name}" runs code${size} that a person has to read.`,
    };
  },
});
