/** A workflow that a run starts with, and that says too little about the run. */
import { isLive } from '../../model/navigate.ts';
import { projectFileOf } from '../../patterns/uipath/project-file.ts';
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('UIP-OBS-001', {
  level: 'project',
  *gather(workflow) {
    for (const activity of workflow.activities)
      if (activity.role === 'log' && isLive(activity)) yield { at: activity, text: '' };
  },
  *check(project, { options }) {
    const entries = projectFileOf(project)?.references.filter(({ kind }) => kind === 'entry-point') ?? [];
    const started = new Set(entries.map(({ target }) => target.replaceAll('\\', '/').toLowerCase()));
    for (const workflow of project.workflows) {
      if (!started.has(workflow.file.slice(project.root.length).toLowerCase())) continue;
      const count = project.clues.filter((clue) => clue.in === workflow).length;
      if (count >= options.min) continue;
      const message = `"${workflow.name}" writes ${count === 0 ? 'nothing' : 'one line'} to the log; a run should tell when it starts and how it ends.`;
      yield { in: workflow, at: workflow.start, subject: 'log', message };
    }
  },
});
