/** A process whose session log misses most steps, or an error. */
import { propertyOf } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import type { Activity } from '../../model/workflow.ts';

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

const step = (id: number, next: string, inhibit: string): string =>
  `<stage stageid="s${id}" name="Step ${id}" type="Calculation">${inhibit}<onsuccess>${next}</onsuccess><calculation expression="1" stage="N"/></stage>`;
/** Builds an example: calculations of which some have no logging. */
const steps = (all: number, off: number): string =>
  Array.from({ length: all }, (_, i) =>
    step(i, i + 1 < all ? `s${i + 1}` : 'end', i < off ? '<loginhibit/>' : ''),
  ).join('');
const fail = (inhibit: string, own: string): string =>
  `<stage stageid="x" name="No Orders" type="Exception">${inhibit}<exception type="System Exception" ${own}/></stage>`;

// Processes alone: studio switches the logging of new stages in objects off, and the process logs their calls.
export const rule = defineRule({
  id: 'BPR-OBS-001',
  version: 1,
  title: 'Logging switched off widely',
  platforms: ['blue-prism'],
  category: 'observability',
  severity: 'medium',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'The session log is the only record of what the robot did: without it nobody can find the cause of a failure, or prove afterwards that a case was worked on correctly.',
  fix: 'Set "Stage logging" to Enabled, or to Errors Only for stages that run very often. Where a stage handles a secret, use a data item of type password, whose value is not logged.',
  compliance: ['LOGGING'],
  options: {
    maxPercent: {
      default: 50,
      unit: '%',
      about: 'Maximum share of stages without any logging.',
      stricter: 'lower',
      isMeasured: true,
    },
  },
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
  examples: {
    'blue-prism': {
      bad: [steps(10, 6), fail('<loginhibit/>', 'detail="&quot;None&quot;"')],
      good: [
        steps(10, 5),
        // Near misses: errors are logged, an exception that is passed on, a small process.
        fail('<loginhibit onsuccess="true"/>', 'detail="&quot;None&quot;"'),
        fail('<loginhibit/>', 'usecurrent="yes"'),
        steps(9, 9),
      ],
    },
  },
});
