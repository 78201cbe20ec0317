/** Builds the view of an offline run. */
import { isFromRoot, joinPaths, pathBelow } from '../../text/slash-path.ts';
import type { TaskPolicy } from '../engine/policies/task-policy.ts';
import { type Finding, type Location, locationText, type TraceStep } from '../model/finding.ts';
import type { Platform } from '../model/platform.ts';
import type { Rule } from '../model/rule.ts';
import { drawnWorkflows } from './drawn-workflows.ts';
import { type InputRun, isWorkflow, type ReportedInput } from './file-outcome.ts';
import { furtherPlaces } from './further-places.ts';
import type {
  ReportView,
  RunOrigin,
  ViewFile,
  ViewFinding,
  ViewPlace,
  ViewStep,
  ViewVerdict,
} from './report-view.ts';
import { type BaselineState, baselineStateOf, blockingIn, type RunGate, shownFindings } from './run-gate.ts';
import type { VersionPair } from './version-pairs.ts';
import { rulesOfRun } from './view-rules.ts';

/** Absolute folders of a run, with `/` on every system. */
export interface RunFolders {
  /** Folder that relative names of inputs start from. */
  readonly workingFolder: string;
  /** Folder that the paths of the report are relative to. */
  readonly root: string;
}

/** Returns the path of a file of an input on disk: that of the archive if it is in one. */
export function pathOnDisk({ kind, name }: ReportedInput, path: string, folders: RunFolders): string {
  const named = kind === 'folder' ? joinPaths(name, path) : name;
  const full = isFromRoot(named) ? named : joinPaths(folders.workingFolder, named);
  return pathBelow(folders.root, full) ?? full;
}

function viewPlace(location: Location, member: string | null): ViewPlace {
  const place = locationText(location);
  if (member === null) return { place, line: location.line, column: location.column };
  return { place: `${member} › ${place}`, line: 1, column: 1 };
}

/** Returns a step of a way. @param member path of the finding's file in its archive; null: it is on disk */
function viewStep(
  { how, file, location, sentence }: TraceStep,
  member: string | null,
  pathOf: (file: string) => string,
): ViewStep {
  if (file === undefined) return { how, sentence, ...viewPlace(location, member) };
  return { how, sentence, path: pathOf(file), ...viewPlace(location, member === null ? null : file) };
}

/** Facts of a finding that come from the gate. */
interface Standing {
  readonly blocks: boolean;
  readonly baselineState: BaselineState | undefined;
}

/** Returns the places of a finding after the first: in its own file, then in others. */
function viewPlaces(
  finding: Finding,
  member: string | null,
  pathOf: (file: string) => string,
): readonly ViewPlace[] {
  const { inFiles = [] } = finding;
  const elsewhere = inFiles.flatMap(({ file, finding: copy }) =>
    [copy.location, ...furtherPlaces(copy)].map((location) => ({
      path: pathOf(file),
      ...viewPlace(location, member === null ? null : file),
    })),
  );
  return [...furtherPlaces(finding).map((location) => viewPlace(location, member)), ...elsewhere];
}

function viewFinding(
  finding: Finding,
  member: string | null,
  { blocks, baselineState }: Standing,
  pathOf: (file: string) => string,
): Omit<ViewFinding, 'further'> {
  return {
    finding,
    path: finding.location.path,
    member,
    ...viewPlace(finding.location, member),
    blocks,
    ...(baselineState === undefined ? {} : { baselineState }),
    ...(finding.trace && { trace: finding.trace.map((step) => viewStep(step, member, pathOf)) }),
  };
}

/** Moves a finding in an archive, and its way, to the start: lines of a member are not lines of the archive. */
function atStart(finding: ViewFinding): ViewFinding {
  const start = { line: 1, column: 1 };
  const trace = finding.trace?.map((step) => ({ ...step, ...start }));
  return { ...finding, ...start, ...(trace && { trace }) };
}

/** Returns the files and findings of one input. */
function partsOf(
  run: InputRun,
  gate: RunGate,
  { versions, ...folders }: RunFolders & Pick<ViewOptions, 'versions'>,
): readonly ViewFile[] {
  const { input, outcomes, across } = run;
  const pathOf = (file: string): string => pathOnDisk(input, file, folders);
  const show = (findings: readonly Finding[], member: string | null): readonly ViewFinding[] => {
    const blocking = new Set(blockingIn(findings, gate));
    return shownFindings(findings, gate).map((finding) => ({
      ...viewFinding(
        finding,
        member,
        { blocks: blocking.has(finding), baselineState: baselineStateOf(finding, gate) },
        pathOf,
      ),
      further: viewPlaces(finding, member, pathOf),
    }));
  };
  const isArchive = input.kind === 'archive';
  const files = input.files.flatMap((file, i): readonly ViewFile[] => {
    const outcome = outcomes[i]!;
    if (!isWorkflow(outcome)) return [];
    const path = pathOf(file.path);
    const member = isArchive ? file.path : null;
    if (outcome.status !== 'completed') {
      const message = member === null ? outcome.message : `${member}: ${outcome.message}`;
      return [{ path, errors: [message], findings: [], unlisted: 0 }];
    }
    const { findings, summary, outline, score } = outcome.report;
    const shown = shownFindings(findings, gate);
    const drawn = outline?.bytes ? { drawn: drawnWorkflows(outline.bytes, shown) } : {};
    return [
      {
        path,
        errors: [],
        findings: show(findings, member),
        unlisted: summary.total - findings.length,
        score,
        ...drawn,
        ...versionsOf(versions?.get(file)),
      },
    ];
  });
  // The first name of a finding across files is the path of its file.
  const between = shownFindings(across, gate).map((finding): ViewFile => {
    const path = pathOf(finding.location.names[0] ?? '');
    const [shown] = show([finding], null);
    const findings = [isArchive ? atStart(shown!) : shown!];
    return { path, errors: [], findings, unlisted: 0 };
  });
  return [...files, ...between];
}

/** Returns the workflows of parts of a file, if any part has some. */
function drawnOf(parts: readonly ViewFile[]): Pick<ViewFile, 'drawn'> {
  const drawn = parts.flatMap((part) => part.drawn ?? []);
  return drawn.length === 0 ? {} : { drawn };
}

/** Returns the versions of a file, if it has some. */
function versionsOf(versions: readonly VersionPair[] = []): Pick<ViewFile, 'versions'> {
  return versions.length === 0 ? {} : { versions };
}

/** Returns the worst score of parts of a file, if any part has one. */
function scoreOf(parts: readonly ViewFile[]): Pick<ViewFile, 'score'> {
  const scores = parts.flatMap(({ score }) => score ?? []);
  return scores.length === 0 ? {} : { score: Math.min(...scores) };
}

/** Facts of a run besides its outcomes. */
export interface ViewOptions extends RunFolders {
  readonly gate: RunGate;
  readonly problems: readonly string[];
  readonly verdict: Omit<ViewVerdict, 'fileCount'>;
  readonly ruleset: TaskPolicy;
  /** The whole catalogue; empty if no format needs it. */
  readonly catalogue: readonly Rule[];
  readonly baseUrl: string | null;
  /** Undefined: no format shows it. */
  readonly origin?: RunOrigin | undefined;
  /** Both versions of files that have changed, by the file of the input. */
  readonly versions?: ReadonlyMap<object, readonly VersionPair[]>;
}

/** Builds the view of a run. */
export function buildView(
  version: string,
  runs: readonly InputRun[],
  { gate, problems, verdict, ruleset, catalogue, baseUrl, origin, ...folders }: ViewOptions,
): ReportView {
  const parts = runs.flatMap((run) => partsOf(run, gate, folders));
  const files = [...Map.groupBy(parts, ({ path }) => path)].map(([path, own]) => ({
    path,
    errors: own.flatMap(({ errors }) => errors),
    findings: own.flatMap(({ findings }) => findings),
    unlisted: own.reduce((sum, { unlisted }) => sum + unlisted, 0),
    ...scoreOf(own),
    ...drawnOf(own),
    ...versionsOf(own.flatMap(({ versions }) => versions ?? [])),
  }));
  const platforms = platformsOf(runs);
  return {
    version,
    mode: gate.mode,
    ...(origin === undefined ? {} : { origin }),
    overrides: gate.overrides ?? [],
    verdict: { ...verdict, fileCount: platforms.length },
    rules: catalogue.length === 0 ? [] : rulesOfRun(catalogue, ruleset, new Set(platforms)),
    baseUrl,
    problems,
    files,
  };
}

/** Returns the platform of every judged workflow. */
function platformsOf(runs: readonly InputRun[]): readonly Platform[] {
  return runs.flatMap(({ outcomes }) =>
    outcomes.flatMap((outcome) => (outcome.status === 'completed' ? [outcome.report.platform] : [])),
  );
}
