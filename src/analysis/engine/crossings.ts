/** Findings about data of other projects: made for each place where it could get out, and reported where the service knows it. */
import { truncate } from '../../text/truncate.ts';
import type { FileChannels } from '../inventory/channels.ts';
import { CROSSING_RULE, type Crossing } from '../model/measures/crossing.ts';
import type { Problem } from '../model/rule.ts';
import type { RuleSetting, Ruleset } from '../model/ruleset.ts';
import type { Workflow } from '../model/workflow.ts';
import { buildFindings } from './findings/findings.ts';
import { SENTENCE_MAX } from './findings/shorten.ts';
import type { Judge, JudgedFile } from './policies/judgement.ts';
import { isReported } from './vendor-content.ts';

/** Crossings of a file; further ones are left out. */
const CROSSINGS_MAX = 50;

const DATA = { secret: 'a secret', personal: 'personal data' } as const;

/** Rules and judgement of the file. */
export interface CrossingTerms {
  readonly ruleset: Ruleset;
  readonly judge: Judge;
  readonly placeOf: (workflow: Workflow) => JudgedFile;
}

/** Returns the crossings of a file; none where the rule does not count. */
export function crossingsOf(
  workflows: readonly Workflow[],
  { ends, flows }: FileChannels,
  { ruleset, judge, placeOf }: CrossingTerms,
): readonly Crossing[] {
  const setting = ruleset.settings.find(({ rule }) => rule.id === CROSSING_RULE);
  if (setting === undefined || ends.length === 0) return [];
  const readers = new Map(ends.flatMap((end) => (end.isWriter ? [] : [[`${end.kind} ${end.key}`, end]])));
  const crossings = new Map<string, Crossing>();
  for (const [number, { read }] of flows.entries()) {
    const workflow = workflows[number]!;
    for (const { kind, key, family, wanted, sink, to } of read) {
      const end = readers.get(`${kind} ${key}`);
      const data = family === 'secret' ? DATA.secret : DATA.personal;
      const id = [number, kind, key, family, sink, to.at.owner, to.at.at, to.name].join('\n');
      const known = crossings.get(id);
      if (known !== undefined) {
        crossings.set(id, { ...known, wanted: [...new Set([...known.wanted, ...wanted])] });
        continue;
      }
      if (end === undefined || crossings.size === CROSSINGS_MAX) continue;
      const problem: Problem = {
        at: to.at,
        subject: `${kind} ${key} → ${to.name}`,
        message: truncate(
          `The ${kind} "${end.name}" brings ${data} of another project into the ${to.words} of "${to.step}".`,
          SENTENCE_MAX,
        ),
      };
      const [finding] = findingOf(workflow, { setting, problem }, judge, placeOf(workflow));
      if (finding === undefined) continue;
      const { platform } = end;
      crossings.set(id, { kind, platform, key, wanted, finding });
    }
  }
  return [...crossings.values()];
}

function findingOf(
  workflow: Workflow,
  found: { readonly setting: RuleSetting; readonly problem: Problem },
  judge: Judge,
  place: JudgedFile,
) {
  if (!isReported(found.setting.rule, workflow, found.problem.at)) return [];
  const problems = judge.judge([found], place).map((problem) => ({ ...problem, workflow }));
  return buildFindings(problems, 1).listed;
}
