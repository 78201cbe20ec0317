/** Findings of a run in the form that all machine-readable formats are written from. */
import { posix } from 'node:path';
import { type Finding, locationText } from '../model/finding.ts';
import { blockingFindings } from '../model/gate.ts';
import type { EnforcementMode } from '../model/report.ts';
import type { InputRun, ReportedInput } from './file-outcome.ts';

/** Finding with the file that it is reported at. */
export interface ViewFinding {
  readonly finding: Finding;
  /** Human names of its place; for a file in an archive, after the name of the file. */
  readonly place: string;
  /** 1-based; 1 for a file in an archive, whose lines are not lines of the archive. */
  readonly line: number;
  /** 1-based, in UTF-16 code units. */
  readonly column: number;
  /** It blocks in the mode of this run. */
  readonly blocks: boolean;
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

function viewFinding(finding: Finding, member: string | null, isBlocking: boolean): ViewFinding {
  const place = locationText(finding.location);
  return {
    finding,
    place: member === null ? place : `${member} › ${place}`,
    line: member === null ? finding.location.line : 1,
    column: member === null ? finding.location.column : 1,
    blocks: isBlocking,
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
}

/** Builds the view of a run. */
export function buildView(
  version: string,
  runs: readonly InputRun[],
  { mode, problems, ...folders }: ViewOptions,
): ReportView {
  const parts = runs.flatMap((run) => partsOf(run, mode, folders));
  const files = [...Map.groupBy(parts, ({ path }) => path)].map(([path, own]) => ({
    path,
    errors: own.flatMap(({ errors }) => errors),
    findings: own.flatMap(({ findings }) => findings),
    unlisted: own.reduce((sum, { unlisted }) => sum + unlisted, 0),
  }));
  return { version, mode, problems, files };
}
