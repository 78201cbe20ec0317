/** Table of the formats that are written from a view. */
import type { ReportView } from '../report-view.ts';
import { agentReport } from './agent.ts';
import { azureReport } from './azure.ts';
import { githubReport } from './github.ts';
import { gitlabPieces, gitlabReport } from './gitlab.ts';
import { htmlReport } from './html.ts';
import { jsonlReport } from './jsonl.ts';
import { junitPieces, junitReport } from './junit.ts';
import { markdownReport } from './markdown.ts';
import { rdjsonReport } from './rdjson.ts';
import { sarifPieces, sarifReport } from './sarif.ts';

/** Format of a report. */
export interface ReportFormat {
  readonly mediaType: string;
  /** Writes the report; the result depends on the view alone. */
  readonly write: (view: ReportView) => string;
  /** Yields the same text in small pieces; absent: it is short. */
  readonly pieces?: (view: ReportView) => Iterable<string>;
  /** It lists the rules that ran. */
  readonly needsRules?: boolean;
  /** It shows when, at which commit and by which policy the files were judged. */
  readonly showsOrigin?: boolean;
  /** It consists of commands for a CI agent, which printing must not break: `write` breaks those of strangers. */
  readonly hasCommands?: boolean;
}

/** The closed set of formats, by the name that `--format` takes. */
export const REPORT_FORMATS = {
  jsonl: { mediaType: 'application/jsonl', write: jsonlReport },
  sarif: { mediaType: 'application/sarif+json', write: sarifReport, pieces: sarifPieces, needsRules: true },
  junit: { mediaType: 'application/junit+xml', write: junitReport, pieces: junitPieces },
  gitlab: { mediaType: 'application/vnd.gitlab.codequality+json', write: gitlabReport, pieces: gitlabPieces },
  github: { mediaType: 'text/plain', write: githubReport, hasCommands: true },
  azure: { mediaType: 'text/plain', write: azureReport, hasCommands: true },
  rdjson: { mediaType: 'application/json', write: rdjsonReport },
  markdown: { mediaType: 'text/markdown', write: markdownReport },
  agent: { mediaType: 'text/plain', write: agentReport },
  html: { mediaType: 'text/html', write: htmlReport, needsRules: true, showsOrigin: true },
} as const satisfies Readonly<Record<string, ReportFormat>>;

/** Name of a format that is written from a view. */
export type ReportFormatName = keyof typeof REPORT_FORMATS;
