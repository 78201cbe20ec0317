/** Packages, or Studio and a package, that were not released together. */
import type { ReferenceFacts, WorkflowFacts } from '../../model/project.ts';
import { defineRule } from '../define-rule.ts';

/** Packages whose version is year and month: `24.10.3`. */
const DATED = /^UiPath\.(?:System|UIAutomation|Testing)\.Activities$/;
/** Train of a version that is none by itself. Source: release notes of UiPath.Excel.Activities. */
const TRAINS: ReadonlyMap<string, string> = new Map([['UiPath.Excel.Activities 2.24', '24.10']]);
const TRAIN = /^\D{0,2}(\d{1,3}\.\d{1,2})\./;
/** Months that lie between two trains before they no longer go together. */
const MONTHS_MAX = 12;

/** A release, and what has it. */
interface Release {
  readonly name: string;
  readonly version: string;
  readonly months: number;
  readonly at?: ReferenceFacts;
}

function monthsOf(train: string): number {
  const [year = 0, month = 0] = train.split('.').map(Number);
  return year * 12 + month;
}

function releasesOf({ references }: WorkflowFacts): readonly Release[] {
  return references.flatMap((at): Release[] => {
    const version = TRAIN.exec(at.detail)?.[1];
    if (at.kind !== 'dependency' || version === undefined) return [];
    const train = DATED.test(at.target) ? version : TRAINS.get(`${at.target} ${version}`);
    return train === undefined ? [] : [{ name: at.target, version, months: monthsOf(train), at }];
  });
}

export const rule = defineRule('UIP-SUP-010', {
  level: 'project',
  *check({ workflows }) {
    for (const workflow of workflows) {
      if (workflow.kind !== 'uipath-project') continue;
      const releases = releasesOf(workflow).toSorted((a, b) => a.months - b.months);
      const studio = /^2\d\.\d+/.exec(workflow.settings.studioVersion ?? '')?.[0];
      const [newest] = releases.slice(-1);
      if (newest?.at === undefined) continue;
      const oldest =
        studio === undefined || monthsOf(studio) > releases[0]!.months
          ? releases[0]!
          : { name: 'Studio', version: studio, months: monthsOf(studio) };
      if (newest.months - oldest.months < MONTHS_MAX) continue;
      yield {
        in: workflow,
        at: newest.at,
        subject: newest.name,
        message: `"${newest.name}" ${newest.version} and ${oldest.name === 'Studio' ? 'Studio' : `"${oldest.name}"`} ${oldest.version} come from releases that are a year or more apart.`,
      };
    }
  },
});
