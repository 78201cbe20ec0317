/** Colours of the text report. */
import type { styleText } from 'node:util';
import type { Summary } from '../../model/report.ts';
import { SEVERITIES, type Severity } from '../../model/rule.ts';

/** Paints text when the output is a terminal that shows colours. */
export type Paint = (format: Parameters<typeof styleText>[0], text: string) => string;

/** Colours of severities. */
export const COLOURS = {
  critical: ['bold', 'red'],
  high: 'red',
  medium: 'yellow',
  low: 'cyan',
} as const satisfies Record<Severity, Parameters<typeof styleText>[0]>;

/** Returns the number of findings of each severity. @param none words for no finding */
export function countsText(summary: Summary, paint: Paint, none = 'no findings'): string {
  const parts = SEVERITIES.filter((severity) => summary[severity] > 0).map((severity) =>
    paint(COLOURS[severity], `${summary[severity]} ${severity}`),
  );
  return parts.length === 0 ? paint('green', none) : parts.join(', ');
}
