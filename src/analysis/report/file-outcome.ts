/** Input of a report: the paths of a run, their files, and the outcome of each. */
import type { ErrorCode } from '../../errors.ts';
import type { Finding } from '../model/finding.ts';
import type { FileFacts } from '../model/project.ts';
import type { Report, Summary } from '../model/report.ts';

/** Error, and facts for the project, of a file that is no workflow or cannot be read. */
interface Rejected {
  readonly code: ErrorCode;
  readonly message: string;
  readonly facts?: FileFacts;
}

/** State of a file that is no workflow: read as a part of the project, as its settings are, or left out. */
type NoWorkflow = 'part' | 'skipped';

/** Outcome of the analysis of one file. */
export type FileOutcome =
  | { readonly status: 'completed'; readonly report: Report; readonly validationMs: number }
  | (Rejected & { readonly status: 'failed' | NoWorkflow });

/** A file of an input, by its path below it. */
export interface ReportedFile {
  readonly path: string;
}

/** A given path: a file, a folder or an archive. */
export interface ReportedInput {
  readonly kind: 'file' | 'folder' | 'archive';
  readonly name: string;
  readonly realPath: string;
  readonly files: readonly ReportedFile[];
}

/** An input with the outcome of each of its files, in their order, and the findings between them. */
export interface InputRun<Input extends ReportedInput = ReportedInput> {
  readonly input: Input;
  readonly outcomes: readonly FileOutcome[];
  readonly across: readonly Finding[];
  /** True totals of the findings between the files, also when their list was cut. */
  readonly acrossSummary: Summary;
  /** Known files are there, and none of them was analysed; absent: something was, or nothing is known. */
  readonly isNothingAnalysed?: boolean;
}

/** Returns whether a file is a workflow, perhaps one that could not be read. */
export const isWorkflow = ({ status }: Pick<FileOutcome, 'status'>): boolean =>
  status !== 'part' && status !== 'skipped';
