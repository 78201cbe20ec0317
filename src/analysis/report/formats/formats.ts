/** Table of the formats that are written from a view. */
import type { ReportView } from '../report-view.ts';
import { gitlabReport } from './gitlab.ts';
import { junitReport } from './junit.ts';
import { sarifReport } from './sarif.ts';

/** Format of a report. */
interface ReportFormat {
  readonly mediaType: string;
  /** Writes the report; the result depends on the view alone. */
  readonly write: (view: ReportView) => string;
}

/** The closed set of formats, by the name that `--format` takes. */
export const REPORT_FORMATS = {
  sarif: { mediaType: 'application/sarif+json', write: sarifReport },
  junit: { mediaType: 'application/junit+xml', write: junitReport },
  gitlab: { mediaType: 'application/json', write: gitlabReport },
} as const satisfies Readonly<Record<string, ReportFormat>>;

/** Name of a format that is written from a view. */
export type ReportFormatName = keyof typeof REPORT_FORMATS;
