/** Findings of a run in the form that all machine-readable formats are written from. */
import { posix } from 'node:path';
import { type Finding, type Location, locationText } from '../model/finding.ts';
import { blockingFindings } from '../model/gate.ts';
import type { Platform } from '../model/platform.ts';
import type { EnforcementMode, Summary } from '../model/report.ts';
import type { Rule } from '../model/rule.ts';
import type { BuiltinRuleset } from '../model/ruleset.ts';
import type { InputRun, ReportedInput } from './file-outcome.ts';
import { rulesOfRun, type ViewRule } from './view-rules.ts';

/** A further place of a finding that stands for several. */
export interface ViewPlace {
  readonly place: string;
  readonly line: number;
  readonly column: number;
}

/** Finding with the file that it is reported at. */
export interface ViewFinding {
  readonly finding: Finding;
  /** Path of the file inside the archive; null if the file is on disk. */
  readonly member: string | null;
  /** Human names of its place; for a file in an archive, after the name of the file. */
  readonly place: string;
  /** 1-based; 1 for a file in an archive, whose lines are not lines of the archive. */
  readonly line: number;
  /** 1-based, in UTF-16 code units. */
  readonly column: number;
  /** It blocks in the mode of this run. */
  readonly blocks: boolean;
  /** Places after the first. */
  readonly further: readonly ViewPlace[];
}

/** Result of all files together. */
export interface ViewVerdict {
  readonly passed: boolean;
  /** Null if there was no workflow. */
  readonly score: number | null;
  readonly summary: Summary;
  /** Workflows that were judged. */
  readonly fileCount: number;
}

/** File on disk: a workflow, or an archive of workflows. */
export interface ViewFile {
  /** Path relative to the Git repository, else to the working folder, if the file is in it; with `/` on every system. */
  readonly path: string;
  /** Sentences about what could not be read. */
  readonly errors: readonly string[];
  readonly findings: readonly ViewFinding[];
  /** Number of findings beyond the limit of the list. */
  readonly unlisted: number;
}

/** Input of every format. */
export interface ReportView {
  readonly version: string;
  readonly mode: EnforcementMode;
  readonly verdict: ViewVerdict;
  /** Rules that ran, by id; empty if the catalogue was not at hand. */
  readonly rules: readonly ViewRule[];
  /** Address of a service with a page for each rule, without a slash at the end; null: unknown. */
  readonly baseUrl: string | null;
  /** Sentences about paths without a workflow that need one. */
  readonly problems: readonly string[];
  readonly files: readonly ViewFile[];
}

/** Absolute folders of a run, with `/` on every system. */
interface RunFolders {
  /** Folder that relative names of inputs start from. */
  readonly workingFolder: string;
  /** Folder that the paths of the report are relative to. */
  readonly root: string;
}

const ABSOLUTE = /^(?:[A-Za-z]:)?\//;

/** Returns the path of a file of an input on disk: that of the archive if it is in one. */
function pathOnDisk({ kind, name }: ReportedInput, path: string, folders: RunFolders): string {
  const named = kind === 'folder' ? posix.join(name, path) : name;
  const full = ABSOLUTE.test(named) ? named : posix.join(folders.workingFolder, named);
  const base = folders.root.endsWith('/') ? folders.root : `${folders.root}/`;
  return full.startsWith(base) ? full.slice(base.length) : full;
}

function viewPlace(location: Location, member: string | null): ViewPlace {
  const place = locationText(location);
  if (member === null) return { place, line: location.line, column: location.column };
  return { place: `${member} › ${place}`, line: 1, column: 1 };
}

function viewFinding(finding: Finding, member: string | null, isBlocking: boolean): ViewFinding {
  const places = finding.group?.places.slice(1) ?? [];
  return {
    finding,
    member,
    ...viewPlace(finding.location, member),
    blocks: isBlocking,
    further: places.map(({ location }) => viewPlace(location, member)),
  };
}

/** Returns the files and findings of one input. */
function partsOf(run: InputRun, mode: EnforcementMode, folders: RunFolders): readonly ViewFile[] {
  const { input, outcomes, across } = run;
  const show = (findings: readonly Finding[], member: string | null): readonly ViewFinding[] => {
    const blocking = new Set(mode === 'blocking' ? blockingFindings(findings) : []);
    return findings.map((finding) => viewFinding(finding, member, blocking.has(finding)));
  };
  const isArchive = input.kind === 'archive';
  const files = input.files.flatMap((file, i): readonly ViewFile[] => {
    const outcome = outcomes[i]!;
    if (outcome.status === 'skipped') return [];
    const path = pathOnDisk(input, file.path, folders);
    const member = isArchive ? file.path : null;
    if (outcome.status !== 'completed') {
      const message = member === null ? outcome.message : `${member}: ${outcome.message}`;
      return [{ path, errors: [message], findings: [], unlisted: 0 }];
    }
    const { findings, summary } = outcome.report;
    return [
      { path, errors: [], findings: show(findings, member), unlisted: summary.total - findings.length },
    ];
  });
  // The first name of a finding across files is the path of its file.
  const between = across.map((finding): ViewFile => {
    const path = pathOnDisk(input, finding.location.names[0] ?? '', folders);
    const [shown] = show([finding], null);
    const findings = isArchive ? [{ ...shown!, line: 1, column: 1 }] : [shown!];
    return { path, errors: [], findings, unlisted: 0 };
  });
  return [...files, ...between];
}

/** Facts of a run besides its outcomes. */
export interface ViewOptions extends RunFolders {
  readonly mode: EnforcementMode;
  readonly problems: readonly string[];
  readonly verdict: Omit<ViewVerdict, 'fileCount'>;
  readonly ruleset: BuiltinRuleset;
  /** The whole catalogue; empty if no format needs it. */
  readonly catalogue: readonly Rule[];
  readonly baseUrl: string | null;
}

/** Builds the view of a run. */
export function buildView(
  version: string,
  runs: readonly InputRun[],
  { mode, problems, verdict, ruleset, catalogue, baseUrl, ...folders }: ViewOptions,
): ReportView {
  const parts = runs.flatMap((run) => partsOf(run, mode, folders));
  const files = [...Map.groupBy(parts, ({ path }) => path)].map(([path, own]) => ({
    path,
    errors: own.flatMap(({ errors }) => errors),
    findings: own.flatMap(({ findings }) => findings),
    unlisted: own.reduce((sum, { unlisted }) => sum + unlisted, 0),
  }));
  const platforms = platformsOf(runs);
  return {
    version,
    mode,
    verdict: { ...verdict, fileCount: platforms.length },
    rules: rulesOfRun(catalogue, ruleset, new Set(platforms)),
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
