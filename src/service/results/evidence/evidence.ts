/** The use case of evidence: what rules, findings, exceptions and runs say about the controls of a framework. */
import { isMember } from '../../../analysis/engine/ruleset.ts';
import type { Rule } from '../../../analysis/model/rule.ts';
import { BUILTIN_RULESETS, type BuiltinRuleset, isBuiltinRuleset } from '../../../analysis/model/ruleset.ts';
import type { Framework } from '../../../contract/lists/estate.ts';
import { AppError } from '../../../errors.ts';
import { readList } from '../../../infra/database/bounded-read.ts';
import type { Sql } from '../../../infra/database/connections.ts';
import { DAY_MS } from '../../../units.ts';
import { type AnsweredControl, controlsOf } from '../../frameworks/frameworks.ts';
import {
  type ControlException,
  type ControlFindings,
  countControlFindings,
  countRunGroups,
  type EvidenceTime,
  listControlExceptions,
  type RunGroup,
} from './evidence-store.ts';
import { EVIDENCE_LIMITS } from './limits.ts';

/** Exceptions that are listed of one control; all are counted. */
const CONTROL_EXCEPTIONS_MAX = 100;

/** A rule that is relevant to a control. */
export interface ControlRule {
  readonly rule: Rule;
  readonly rulesets: readonly BuiltinRuleset[];
}

/** Evidence of one control. */
export interface ControlEvidence extends Pick<AnsweredControl, 'title' | 'reason' | 'answers'> {
  /** As `ISO27001:A.8.24`. */
  readonly control: string;
  readonly rules: readonly ControlRule[];
  readonly findings: Omit<ControlFindings, 'control'>;
  /** The newest first. */
  readonly exceptions: readonly ControlException[];
  readonly exceptionCount: number;
  /** Runs of files under built-in rulesets that have one of the rules for their platform. */
  readonly coveredRuns: number;
  /** Covered runs that would block. */
  readonly blockedRuns: number;
  /** Runs of files of the rules' platforms under policy packs, which may switch rules off. */
  readonly packRuns: number;
}

/** A page of the evidence of a framework. */
export interface EvidencePage {
  readonly runs: readonly RunGroup[];
  readonly items: readonly ControlEvidence[];
  /** Control after which the next page begins; null on the last one. */
  readonly nextCursor: string | null;
}

/** Framework and time of the evidence. */
export interface EvidenceQuery extends EvidenceTime {
  readonly framework: Framework;
}

/** Position and size of a page. */
interface ControlPaging {
  readonly cursor: string | null;
  readonly pageSize: number;
}

/** Store and catalogue that evidence is made from. */
export interface EvidenceDeps {
  readonly sql: Sql;
  readonly rules: readonly Rule[];
}

/** Reads one page of evidence. @throws AppError `invalid_time_range`, `invalid_cursor`, `query_timeout` */
export async function readEvidence(
  { sql, rules }: EvidenceDeps,
  orgId: string,
  query: EvidenceQuery,
  { cursor, pageSize }: ControlPaging,
): Promise<EvidencePage> {
  requireTime(query);
  const controls = controlsOf(query.framework, rules).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const after = cursor === null ? null : readControl(cursor, controls);
  const behind = controls.filter(({ id }) => after === null || id > after);
  const page = behind.slice(0, pageSize);
  const pairs = page.flatMap(({ id, rules: own }) => own.map((rule) => ({ control: id, ruleId: rule.id })));
  const [runs, findings, exceptions] = await readList(sql, orgId, (transaction) =>
    Promise.all([
      countRunGroups(transaction, query),
      countControlFindings(transaction, pairs, query),
      listControlExceptions(transaction, pairs, query, CONTROL_EXCEPTIONS_MAX),
    ]),
  );
  const items = page.map(({ id: control, title, reason, answers, rules: own }): ControlEvidence => {
    const covered = runs.filter((group) => covers(group, own));
    const ofControl = exceptions.filter((exception) => exception.control === control);
    const { control: _control, ...counts } = findings.find((found) => found.control === control) ?? NOTHING;
    return {
      control,
      title,
      reason,
      answers,
      rules: own.map((rule) => ({ rule, rulesets: RULESETS.filter((name) => isMember(name, rule)) })),
      findings: counts,
      exceptions: ofControl,
      exceptionCount: ofControl[0]?.total ?? 0,
      coveredRuns: sum(covered),
      blockedRuns: covered.reduce((total, { blocked }) => total + blocked, 0),
      packRuns: sum(
        runs.filter(({ platform, ruleset }) => !isBuiltinRuleset(ruleset) && isFor(own, platform)),
      ),
    };
  });
  const last = page.at(-1)?.id;
  const isMore = behind.length > page.length && last !== undefined;
  return { runs, items, nextCursor: isMore ? Buffer.from(last).toString('base64url') : null };
}

const RULESETS = Object.keys(BUILTIN_RULESETS) as readonly BuiltinRuleset[];

const NOTHING: ControlFindings = {
  control: '',
  open: 0,
  waived: 0,
  firstSeen: 0,
  workflows: 0,
  critical: 0,
  high: 0,
  medium: 0,
  low: 0,
};

function readControl(cursor: string, controls: readonly AnsweredControl[]): string {
  const control = Buffer.from(cursor, 'base64url').toString();
  if (controls.some(({ id }) => id === control)) return control;
  throw new AppError(
    'invalid_cursor',
    'The cursor is not one that this service gave out. Start again without it.',
  );
}

function requireTime({ from, to }: EvidenceTime): void {
  const days = (to.getTime() - from.getTime()) / DAY_MS;
  const { evidenceDaysMax } = EVIDENCE_LIMITS;
  if (days > 0 && days <= evidenceDaysMax) return;
  throw new AppError(
    'invalid_time_range',
    `to must be after from, and at most ${evidenceDaysMax} days later.`,
    {
      field: 'to',
      limit: String(evidenceDaysMax),
    },
  );
}

const isFor = (rules: readonly Rule[], platform: RunGroup['platform']): boolean =>
  rules.some(({ platforms }) => platforms.includes(platform));

function covers({ platform, ruleset }: RunGroup, rules: readonly Rule[]): boolean {
  if (!isBuiltinRuleset(ruleset)) return false;
  return isFor(
    rules.filter((rule) => isMember(ruleset, rule)),
    platform,
  );
}

const sum = (groups: readonly RunGroup[]): number => groups.reduce((total, { runs }) => total + runs, 0);
