/** A script or command line of a desktop flow with text from outside. */
import { propertyOf } from '../../model/navigate.ts';
import type { Activity, Property } from '../../model/workflow.ts';
import { originsOf } from '../../patterns/power-automate/robin/robin-variables.ts';
import { defineRule } from '../define-rule.ts';

const RUNS_SCRIPT = /^(?:scripting|system)\.run\w*script/i;
const RUNS_COMMAND = /^(?:scripting|system)\.rundoscommand/i;
const RUNS_APPLICATION = /^system\.runapplication/i;
/** Programs that run their arguments. */
const INTERPRETER =
  /(?:^|[\\/])(?:cmd|powershell|pwsh|wscript|cscript|mshta|bash|sh|wsl|python\w*|node|rundll32|regsvr32)(?:\.exe)?["']?$/i;

/** Returns the settings of an action that hold code. */
function codeOf(activity: Activity): readonly Property[] {
  const named = (pattern: RegExp): readonly Property[] =>
    activity.properties.filter(({ name, direction }) => direction === 'in' && pattern.test(name));
  if (RUNS_COMMAND.test(activity.type)) return named(/command/i);
  if (RUNS_SCRIPT.test(activity.type))
    return named(/^(?!.*(?:path|folder|file|output)).*(?:script|code|command)/i);
  if (!RUNS_APPLICATION.test(activity.type)) return [];
  return INTERPRETER.test(propertyOf(activity, 'ApplicationPath')?.text.replace(/(?<!')'+$/, '') ?? '')
    ? named(/^commandlinearguments$/i)
    : [];
}

// Arguments of an ordinary program are data: starting a browser with an address from a variable is no finding; an
// interpreter that runs its arguments is. Variables that hold only texts of the flow itself, numbers or dates are left
// out, as is a script that is a whole variable joined elsewhere.
export const rule = defineRule('PAD-SEC-003', {
  level: 'workflow',
  *check(workflow) {
    const origins = originsOf(workflow);
    for (const activity of workflow.activities) {
      if (!activity.enabled || !activity.reachable) continue;
      for (const property of codeOf(activity)) {
        const name = origins.joinedInto(property);
        if (name === undefined) continue;
        yield {
          at: property,
          subject: property.name,
          message: `"${activity.name}" puts the value of "${name}" into the code that it runs.`,
        };
      }
    }
  },
});
