/** Rules that find nothing in a file, with any options: by its platform, its inventory or its metrics. */

import type { FileKind } from '../../analysis/model/kinds/file-kind.ts';
import { CROSSING_RULE } from '../../analysis/model/measures/crossing.ts';
import type { Metrics } from '../../analysis/model/measures/metrics.ts';
import { concerns, type Level, type Rule, type Wanted } from '../../analysis/model/rule.ts';
import type { ExpressionLanguage, Role } from '../../analysis/model/workflow.ts';
import { type EarlierRun, isArchive } from './earlier-run.ts';
import { inventoryNames } from './inventory-names.ts';

/** Languages of the kinds that have one alone. */
const LANGUAGES: Readonly<Partial<Record<FileKind, ExpressionLanguage>>> = {
  'power-automate-flow': 'workflow-definition',
  'power-automate-package-flow': 'workflow-definition',
  'power-automate-definition': 'workflow-definition',
  'power-automate-desktop-flow': 'robin',
};

/** Metric without which a rule of a level has no subject. */
const SUBJECTS: Readonly<Partial<Record<Level, keyof Metrics>>> = {
  variable: 'variables',
  argument: 'arguments',
  call: 'calls',
  connection: 'connections',
};

const WANTED: Readonly<Partial<Record<Wanted, readonly (keyof Metrics)[]>>> = {
  variables: ['variables'],
  arguments: ['arguments'],
  symbols: ['variables', 'arguments'],
  calls: ['calls'],
  connections: ['connections'],
  unread: ['unread'],
};

/** Metrics that count activities of a role. */
const ROLES: Readonly<Partial<Record<Role, keyof Metrics>>> = {
  branch: 'branches',
  loop: 'loops',
  catch: 'handlers',
  resume: 'handlers',
  script: 'scripts',
  shell: 'scripts',
  comment: 'comments',
};

/**
 * Returns whether a rule certainly finds nothing in a file. Data of other projects is left out of a dry run: what it
 * leads to neither blocks nor counts in the score.
 */
export function isSilent(rule: Rule, run: EarlierRun): boolean {
  const { platform, kind, metrics } = run;
  if (rule.id === CROSSING_RULE) return true;
  if (!rule.platforms.includes(platform)) return true;
  if (rule.fileKinds?.includes(kind) === false) return true;
  const language = LANGUAGES[kind];
  if (language !== undefined && !concerns(rule, platform, language)) return true;
  if (rule.level === 'project' && !isArchive(run)) return run.isPart || rule.isEnoughAlone !== true;
  if (metrics === null) return false;
  const isNone = (name: keyof Metrics): boolean => metrics[name] === 0;
  // Data moves by expressions alone.
  if (rule.follows !== undefined && isNone('expressions')) return true;
  const subject = SUBJECTS[rule.level];
  if (subject !== undefined && isNone(subject)) return true;
  if (rule.wants !== undefined && WANTED[rule.wants]?.every(isNone) === true) return true;
  return hasNoActivity(rule, run, metrics);
}

/** Returns whether the file has no activity that the rule looks at. */
function hasNoActivity(rule: Rule, run: EarlierRun, metrics: Metrics): boolean {
  // Metrics and inventory know of activities that can run; other rules look at all of them.
  const looksAtLive = rule.level === 'activity' && rule.includeDisabled !== true;
  if (!looksAtLive && metrics.disabledActivities > 0) return false;
  const { roles = [], types = [] } = rule;
  if (roles.length + types.length === 0) return false;
  const counted = roles.map((role) => ROLES[role]);
  if (counted.some((name) => name === undefined || metrics[name] > 0)) return false;
  if (types.length === 0) return true;
  const names = inventoryNames(run, 'activity_type');
  return names !== null && !types.some((type) => names.has(type));
}
