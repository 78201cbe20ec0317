/** Overview of a run with many files: the worst files and rules with their counts. */
import { showControlCharacters } from '../../../text/control-characters.ts';
import { plural } from '../../../text/format.ts';
import type { OfflineDocument } from '../document.ts';
import { COLOURS, countsText, type Paint } from './paint.ts';
import { worstRules } from './worst-first.ts';

/** Files and rules that are named. */
const ROWS_MAX = 10;

/** Returns the worst files and rules with their counts. @param worst positions of the files, the worst first */
export function overviewText(document: OfflineDocument, worst: readonly number[], paint: Paint): string {
  const files = worst.slice(0, ROWS_MAX).map((index) => {
    const { path, result, error } = document.files[index]!;
    const counts = result === null ? paint('red', error!.code) : countsText(result.summary, paint);
    return `  ${String(result?.score ?? '-').padStart(5)}  ${showControlCharacters(path)}  ${counts}`;
  });
  const rules = worstRules(document);
  const rows = rules.slice(0, ROWS_MAX).map(({ ruleId, title, severity, findings, files: inFiles }) => {
    const counts = `${String(findings).padStart(5)}  ${paint(COLOURS[severity], severity.padEnd(8))}`;
    return `  ${counts}  ${ruleId}  ${title}${inFiles > 1 ? paint('dim', `, in ${plural(inFiles, 'file')}`) : ''}`;
  });
  const heading = (what: string, all: number, unit: string): string =>
    paint('bold', all > ROWS_MAX ? `${what} (${ROWS_MAX} of ${plural(all, unit)})` : what);
  return `${[
    heading('Worst files, with their scores', worst.length, 'file'),
    ...files,
    '',
    heading('Worst rules, with their findings', rules.length, 'rule'),
    ...rows,
  ].join('\n')}\n\n`;
}
