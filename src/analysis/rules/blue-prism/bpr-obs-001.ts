/** A process whose session log misses most steps, or an error. */
import { propertyOf } from '../../model/navigate.ts';
import type { Activity } from '../../model/workflow.ts';
import { defineRule } from '../define-rule.ts';

/** Stages that only lead on or explain, and write nothing worth reading to the log. */
const SILENT = new Set([
  'Start',
  'End',
  'Anchor',
  'Note',
  'Recover',
  'Resume',
  'ChoiceEnd',
  'LoopEnd',
  'WaitEnd',
]);
const SHAPES = new Set(['Page', 'Block', 'ApplicationModel']);
/** Smaller processes are as quickly read as their log. */
const STAGES_MIN = 10;

const isOff = (stage: Activity): boolean => propertyOf(stage, 'loginhibit')?.text === 'always';

/** Returns whether a stage throws an exception of its own, which nothing else has written to the log. */
const throwsOwn = (stage: Activity): boolean =>
  stage.type === 'Exception' && propertyOf(stage, 'exception.usecurrent')?.text.toLowerCase() !== 'yes';

// Processes alone: studio switches the logging of new stages in objects off, and the process logs their calls.
export const rule = defineRule('BPR-OBS-001', {
  level: 'workflow',
  words: ['loginhibit'],
  *check({ kind, name, activities }, { options: { maxPercent } }) {
    if (kind !== 'blue-prism-process') return;
    const stages = activities.filter(
      ({ type, reachable }) => reachable && !SILENT.has(type) && !SHAPES.has(type),
    );
    const off = stages.filter(isOff);
    const percent = (off.length * 100) / stages.length;
    if (stages.length >= STAGES_MIN && percent > maxPercent) {
      yield {
        at: activities[0]!,
        subject: 'logging',
        message: `${off.length} of the ${stages.length} stages of "${name}" write nothing to the session log.`,
        measure: { option: 'maxPercent', value: percent },
      };
    }
    // In a process without a log, the exceptions are no news.
    if (off.length * 2 > stages.length && stages.length >= STAGES_MIN) return;
    for (const stage of off.filter(throwsOwn))
      yield {
        at: stage,
        subject: 'exception',
        message: `"${stage.name}" throws an exception that the session log does not show.`,
      };
  },
});
