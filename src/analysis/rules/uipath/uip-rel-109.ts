/** A C# file that the project starts, and that does not have the shape of a workflow. */
import type { Workflow } from '../../model/workflow.ts';
import { projectFileOf } from '../../patterns/uipath/project-file.ts';
import { defineRule } from '../define-rule.ts';

/** Defect of a file. */
interface Defect {
  readonly message: string;
  /** Only a file that the project starts has to be a workflow: others may be base classes and helpers. */
  readonly isOfStarted: boolean;
}

const quoted = (names: string): string =>
  names
    .split('\n')
    .map((name) => `"${name}"`)
    .join(', ');

/** Yields the defects of a class and of the method that a run starts with. */
function* defectsOf({ settings }: Workflow): Generator<readonly [at: 'classAt' | 'startAt', Defect]> {
  const [type, start] = [settings.get('className'), settings.get('startName')];
  const message = (text: string): string => `${text} The project cannot run it as it is.`;
  if (settings.has('lacksBase'))
    yield [
      'classAt',
      { isOfStarted: true, message: message(`The class "${type}" is not derived from CodedWorkflow.`) },
    ];
  if (settings.has('lacksAttribute'))
    yield [
      'startAt',
      {
        isOfStarted: true,
        message: message(`"${start}" of "${type}" has no attribute [Workflow] or [TestCase].`),
      },
    ];
  const passed = settings.get('outParameters');
  if (passed !== undefined)
    yield [
      'startAt',
      {
        isOfStarted: settings.has('lacksAttribute'),
        message: `"${start}" of "${type}" writes its results to the parameters ${quoted(passed)}, which callers do not get.`,
      },
    ];
  const starts = settings.get('starts');
  if (starts !== undefined)
    yield [
      'startAt',
      {
        isOfStarted: false,
        message: `The class "${type}" has several methods to start with: ${quoted(starts)}. A file is one workflow or test.`,
      },
    ];
}

export const rule = defineRule('UIP-REL-109', {
  level: 'project',
  *gather(workflow) {
    if (workflow.kind !== 'uipath-coded-workflow') return;
    const { settings } = workflow;
    const names = { classAt: `class ${settings.get('className')}`, startAt: settings.get('startName') ?? '' };
    for (const [place, defect] of defectsOf(workflow))
      yield { at: { at: Number(settings.get(place)), owner: -1, name: names[place] }, data: defect };
  },
  *check(project) {
    const started = new Set(
      (projectFileOf(project)?.references ?? [])
        .filter(({ kind }) => kind !== 'dependency')
        .map(({ target }) => `${project.root}${target}`.replaceAll('\\', '/').toLowerCase()),
    );
    for (const { at, data, in: workflow } of project.clues) {
      const { message, isOfStarted } = data as Defect;
      const isListed = project.hasFile(`${workflow.file.slice(project.root.length)}.json`);
      if (isOfStarted && !isListed && !started.has(workflow.file.toLowerCase())) continue;
      yield { in: workflow, at, subject: message.slice(0, 40), message };
    }
  },
});
