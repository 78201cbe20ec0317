/** The engine: one file in, one report out. */

import { truncate } from '../../text/truncate.ts';
import { wholeFormOf } from '../forms/whole-form.ts';
import { channelsOf } from '../inventory/channels.ts';
import { inventoryOf } from '../inventory/inventory.ts';
import { metricsOfFile } from '../inventory/metrics.ts';
import { withFileBudget } from '../model/budget/file-work.ts';
import type { FileKind } from '../model/kinds/file-kind.ts';
import { CROSSING_RULE } from '../model/measures/crossing.ts';
import type { FileFacts } from '../model/project.ts';
import type { Report, RuleError } from '../model/report.ts';
import type { Rule } from '../model/rule.ts';
import type { Ruleset } from '../model/ruleset.ts';
import type { Workflow } from '../model/workflow.ts';
import { findArtefacts } from '../platforms/artefacts/find-artefacts.ts';
import { mayHoldMore } from '../platforms/artefacts/recognise-artefact.ts';
import { type InputFile, openFile } from '../platforms/input-file.ts';
import { READ_LIMITS, type ReadLimits } from '../platforms/limits.ts';
import { readWorkflows } from '../platforms/read-workflows.ts';
import { crossingsOf } from './crossings.ts';
import { createDispatch, type Dispatch } from './dispatch/dispatch.ts';
import { createEvaluatedRules, type EvaluatedRules } from './evaluated-rules.ts';
import { createContentKeys } from './findings/content-key.ts';
import { createCopyKeys } from './findings/copy-key.ts';
import type { LocatedProblem } from './findings/findings.ts';
import { buildLimitedFindings } from './findings/findings-limit.ts';
import { foldFound } from './findings/fold-found.ts';
import { NAME_MAX } from './findings/shorten.ts';
import { countUnlisted, waivedByNotes } from './findings/unlisted.ts';
import { frameFindings } from './frame-findings.ts';
import { applyNotes, type NotedProblems } from './notes/apply-notes.ts';
import { outlineFile } from './outline-file.ts';
import { excludedRules, type Judge, type JudgedFile } from './policies/judgement.ts';
import { preparePolicy } from './policies/prepare-policy.ts';
import { createRecentMap } from './policies/recent-map.ts';
import { policyKey, type TaskPolicy } from './policies/task-policy.ts';
import { collectFacts } from './project/collect-facts.ts';
import { judgeContents } from './project/judge-contents.ts';
import { factsOfRejected, readParts, unanalysedFacts } from './project/parts.ts';
import { gatherersOf } from './project/run-project-rules.ts';
import { requireAnalysed, unanalysedIn } from './project/unanalysed-members.ts';
import { type RuleRun, runRules } from './run-rules.ts';
import { SCORE_VERSION, scoreOf } from './score.ts';
import { unfinishedRules } from './unfinished-rules.ts';
import { isReported, vendorNotices, withoutVendor } from './vendor-content.ts';
import type { AnalysisTask } from './worker-messages.ts';

export interface Engine {
  /** Analyses a file. @throws AppError when the file cannot be read as a workflow at all */
  validate(task: AnalysisTask): Report;
  /** Returns the project facts of a file that `validate` rejects; it may be a manifest. */
  factsOfRejected(task: AnalysisTask): FileFacts;
}

/** Policies of which an engine holds the derived data: about 0.6 MB each with all platforms. */
const POLICIES_MAX = 64;

/** Returns the facts of a project's file for the others, with its project parts beside workflows. */
function factsOf(file: InputFile, workflows: readonly Workflow[], ruleset: Ruleset, path: string): FileFacts {
  const gatherers = gatherersOf(ruleset, true);
  const follows = { settings: ruleset.settings };
  const all = [...workflows, ...readParts(file)];
  const facts = all.map((workflow) => collectFacts(workflow, gatherers, { path, hasCallers: true, follows }));
  const left = mayHoldMore(file.path) ? findArtefacts(file) : [];
  return { workflows: [...facts, ...left.map((artefact) => unanalysedFacts({ ...artefact, path }))] };
}

/** Facts of an archive in a project, which is a project of its own. */
const ARCHIVE_FACTS: FileFacts = { workflows: [], isArchive: true };

/**
 * Returns whether an upload is a project: an archive or a release. In other files only calls inside the file are
 * resolved.
 */
function isProject(file: InputFile, workflows: readonly Workflow[]): boolean {
  return file.syntax === 'zip' || workflows.some(({ kind }) => kind === 'blue-prism-release');
}

/** The rules of a policy with their derived data, which policies that detect the same share. */
interface Detectors {
  readonly ruleset: Ruleset;
  readonly evaluatedRules: EvaluatedRules;
  /** Tables by platform and language so far: files that cannot be read have another language. */
  readonly dispatches: Dispatch[];
}

/** A policy that is ready for use. */
interface Prepared {
  readonly ruleset: Ruleset;
  readonly detectors: Detectors;
  readonly judge: Judge;
}

function dispatchOf({ ruleset, dispatches }: Detectors, { platform, language }: Workflow): Dispatch {
  for (const known of dispatches)
    if (known.platform === platform && known.language === language) return known;
  const dispatch = createDispatch(ruleset, platform, language);
  dispatches.push(dispatch);
  return dispatch;
}

/** Problems that the rules have found in the workflows of a file, and the ids of rules that failed there. */
interface Outcome {
  readonly problems: LocatedProblem[];
  errors: ReadonlyMap<string, RuleError>;
}

/** Records rules that have failed, each with a finding for it. */
function recordFailures(
  outcome: Outcome,
  failed: readonly RuleError[],
  ruleset: Ruleset,
  workflow: Workflow,
): void {
  if (failed.length === 0) return;
  for (const problem of unfinishedRules(failed, ruleset, { at: 0, owner: -1, name: '' }))
    outcome.problems.push({ ...problem, workflow });
  outcome.errors = new Map([...outcome.errors, ...failed.map((error) => [error.ruleId, error] as const)]);
}

/** Settings, scripts and elements beside workflows, which only rules across files look at. */
const ACROSS_ALONE: ReadonlySet<FileKind> = new Set([
  'uipath-workbook',
  'uipath-side-file',
  'uipath-object',
  'power-automate-app-source',
]);

/** Returns the rules whose silence means nothing: those that are excluded, and that about other projects where they are not known. */
function silentRules(
  { settings }: Ruleset,
  knowsOthers: boolean,
  excluded: ReadonlySet<Rule>,
): ReadonlySet<Rule> {
  const crossing = knowsOthers ? undefined : settings.find(({ rule }) => rule.id === CROSSING_RULE);
  return crossing === undefined ? excluded : new Set([...excluded, crossing.rule]);
}

const NO_ERRORS: ReadonlyMap<string, RuleError> = new Map();
const NONE: readonly never[] = [];

/** Returns the members of an archive that could not be read. */
function unreadFilesOf(workflows: readonly Workflow[]): readonly string[] {
  if (!workflows.some(({ kind }) => kind === 'unreadable')) return NONE;
  return workflows
    .filter(({ kind }) => kind === 'unreadable')
    .map(({ file: path }) => truncate(path, NAME_MAX));
}

/**
 * Creates the engine for a catalogue of rules; the tables for each ruleset, platform and language are built once.
 * @param limits of the structure of a file
 */
export function createEngine(rules: readonly Rule[], limits: ReadLimits = READ_LIMITS): Engine {
  const detectors = createRecentMap<Detectors>(POLICIES_MAX);
  const prepared = createRecentMap<Prepared>(POLICIES_MAX);

  function prepare(policy: TaskPolicy): Prepared {
    return prepared.get(policyKey(policy), () => {
      const { detection, detectionKey, judgeOf } = preparePolicy(policy, rules);
      const shared = detectors.get(detectionKey, () => ({
        ruleset: detection,
        evaluatedRules: createEvaluatedRules(detection),
        dispatches: [],
      }));
      // The same rules have the same objects, which their problems are known by.
      const ruleset = { ...detection, settings: shared.ruleset.settings };
      return { ruleset, detectors: shared, judge: judgeOf(ruleset) };
    });
  }

  /** Applies the notes of a workflow. In the vendor's own content they say nothing about the author's. */
  function withNotes(
    workflow: Workflow,
    run: RuleRun,
    ruleset: Ruleset,
    today: string | undefined,
  ): NotedProblems {
    if (!run.mayWaive || today === undefined || workflow.vendorCopy?.isWhole === true)
      return { problems: run.problems, hasNotes: false };
    return applyNotes(workflow, run, { catalogue: rules, ruleset, today });
  }

  const open = ({ bytes, includeLogicApps = false }: AnalysisTask, path: string): InputFile =>
    openFile(path, bytes, limits, { logicApps: includeLogicApps });

  function validate(task: AnalysisTask): Report {
    const file = open(task, task.factsPath ?? task.filename);
    const { platform, kind, workflows: own, otherArchives } = readWorkflows(file, task.platform);
    const read = file.syntax === 'zip' ? [...own, ...readParts(file, platform)] : own;
    const unanalysed = unanalysedIn(file, read, otherArchives);
    const workflows = task.includeVendor === true ? read.map(withoutVendor) : read;
    const { ruleset, detectors, judge } = prepare(task.ruleset);
    const path = task.path ?? task.factsPath ?? task.filename;
    const judged = ({ platform, file: member }: Workflow): JudgedFile => ({
      platform,
      path: member === '' ? path : member,
    });
    const outcome: Outcome = { problems: [], errors: NO_ERRORS };
    const { problems } = outcome;
    let dependsOnDay = false;
    const used: Dispatch[] = [];
    for (const workflow of workflows) {
      if (ACROSS_ALONE.has(workflow.kind)) continue;
      const dispatch = dispatchOf(detectors, workflow);
      if (!used.includes(dispatch)) used.push(dispatch);
      const run = runRules(workflow, dispatch);
      const place = judged(workflow);
      const counting = judge.rulesetFor(place);
      const judgedRun = { ...run, problems: judge.judge(run.problems, place) };
      const { problems: found, hasNotes } = withNotes(workflow, judgedRun, counting, task.today);
      if (hasNotes) dependsOnDay = true;
      for (const one of found)
        if (isReported(one.setting.rule, workflow, one.problem.at)) problems.push({ ...one, workflow });
      recordFailures(outcome, run.ruleErrors, counting, workflow);
    }
    for (const problem of vendorNotices(workflows, judge.ruleset)) problems.push(problem);
    const isPart = task.factsPath !== undefined && file.syntax !== 'zip';
    const isWhole = isProject(file, workflows);
    if (!isPart) {
      const { blockUnanalysed = false } = task;
      const terms = { ruleset: detectors.ruleset, isWhole, blockUnanalysed };
      const run = judgeContents(file, workflows, unanalysed, terms);
      for (const problem of run.problems) problems.push(...judge.judge([problem], judged(problem.workflow)));
      recordFailures(outcome, run.ruleErrors, judge.ruleset, workflows[0]!);
      requireAnalysed(problems, task.filename);
    }
    const across = isPart ? 'nothing' : isWhole ? 'project' : 'file';
    const findsCopies = isWhole && workflows.length > 1;
    const bounds = {
      findingsMax: task.findingsMax,
      copyKeys: findsCopies ? createCopyKeys() : undefined,
      contentKeys: task.contentSeal === undefined ? undefined : createContentKeys(task.contentSeal),
    };
    const found = buildLimitedFindings(problems, bounds, judge.ruleset, workflows);
    const { listed, summary, scored } = foldFound(found);
    const { unlisted } = found;
    const noted = waivedByNotes(unlisted);
    const form = task.keepsForm === true ? wholeFormOf(file) : undefined;
    const channels = task.keepsChannels === true ? channelsOf(workflows) : undefined;
    return {
      platform,
      kind,
      artifactKey: truncate(workflows[0]?.artifactKey ?? task.filename, NAME_MAX),
      ruleset: ruleset.name,
      rulesetDigest: ruleset.digest,
      findings: listed,
      ...(unlisted.length > 0 ? { unlisted: countUnlisted(listed, unlisted) } : {}),
      ...(noted.length > 0 ? { unlistedByNotes: noted } : {}),
      summary,
      score: scoreOf(scored),
      scoreVersion: SCORE_VERSION,
      evaluatedRuleIds: detectors.evaluatedRules(
        used,
        across,
        outcome.errors,
        silentRules(ruleset, channels !== undefined, excludedRules(judge, workflows.map(judged))),
      ),
      ruleErrors: outcome.errors === NO_ERRORS ? NONE : [...outcome.errors.values()],
      unreadFiles: unreadFilesOf(workflows),
      inventory: inventoryOf(workflows),
      metrics: metricsOfFile(workflows),
      ...(channels === undefined
        ? {}
        : {
            channels: channels.ends,
            crossings: crossingsOf(workflows, channels, { ruleset, judge, placeOf: judged }),
          }),
      ...(dependsOnDay ? { dependsOnDay } : {}),
      ...(form === undefined ? {} : { form }),
      ...(task.keepsOutline === true ? { outline: outlineFile(workflows, found) } : {}),
      ...(task.keepsFrames === true ? { frames: frameFindings(found) } : {}),
      ...(task.factsPath === undefined
        ? {}
        : { facts: isPart ? factsOf(file, workflows, ruleset, task.factsPath) : ARCHIVE_FACTS }),
    };
  }

  return {
    factsOfRejected: (task) => {
      const { filename, ruleset, factsPath = filename } = task;
      return factsOfRejected(open(task, factsPath), factsPath, gatherersOf(prepare(ruleset).ruleset, true));
    },
    validate: (task) => withFileBudget(() => validate(task)),
  };
}
