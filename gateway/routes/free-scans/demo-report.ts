/** Common parts of free scanner answers with a report. */
import type { AnswerShape } from '../../endpoint/route.ts';

/** Search engines must not list shared reports. */
export const REPORT_HEADERS = { 'X-Robots-Tag': 'noindex' } as const;

/** Answer of these endpoints. */
export const REPORT_ANSWER: AnswerShape = {
  description: 'The report.',
  message: 'flowarden.v1.ScanReport',
  headers: { 'X-Robots-Tag': 'Always `noindex`.' },
};
