/** Steps that need a desktop in a process that starts in the background, where an unattended robot has none. */
import { isLive, literalOf } from '../../model/navigate.ts';
import { startedWorkflows } from '../../patterns/uipath/project/started-workflows.ts';
import { projectFileOf, runtimeOption } from '../../patterns/uipath/project-file.ts';
import { defineRule } from '../define-rule.ts';

/** Steps of the role that do without a window: they end programs, or talk to a host by its protocol. */
const WITHOUT_DESKTOP =
  /^(?:KillProcess|CloseApplication|TerminalSession|SendKeys|MoveCursor|GetScreenText|SendControlKey\w{0,20})$/;
/** A step that gets a desktop, and a browser that needs none. */
const FOREGROUND = 'foreground';
const SCREEN = 'screen';

export const rule = defineRule('UIP-REL-057', {
  level: 'project',
  *gather({ activities }) {
    let isNamed = false;
    for (const activity of activities) {
      if (!isLive(activity)) continue;
      const hasDesktop =
        activity.type.includes('Foreground') ||
        activity.properties.some(
          (property) =>
            property.name === 'WebDriverMode' && /headless|withoutgui/i.test(literalOf(property) ?? ''),
        );
      if (hasDesktop) yield { at: activity, text: FOREGROUND };
      // The first step of each workflow stands for the others.
      else if (!isNamed && activity.role === 'ui' && !WITHOUT_DESKTOP.test(activity.type)) {
        isNamed = true;
        yield { at: activity, text: SCREEN };
      }
    }
  },
  *check(project) {
    const file = projectFileOf(project);
    if (file === undefined || runtimeOption(file, 'requiresUserInteraction') !== 'false') return;
    // Robots in containers open pages without a desktop.
    if (file.settings.targetFramework === 'Portable') return;
    if (/^(?:Library|Tests)$/.test(file.settings['designOptions.outputType'] ?? '')) return;
    if (project.clues.some(({ text }) => text === FOREGROUND)) return;
    const started = startedWorkflows(project);
    const isUnattended = runtimeOption(file, 'isAttended') === 'false';
    for (const { at, in: workflow } of project.clues) {
      if (started?.has(workflow) === false) continue;
      const message = `"${at.name}" needs a desktop, but the process starts in the background.`;
      const problem = { in: workflow, at, message, subject: 'requiresUserInteraction', group: file.file };
      yield isUnattended ? problem : { ...problem, severity: 'low' };
    }
  },
});
