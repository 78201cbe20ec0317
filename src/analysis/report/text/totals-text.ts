/** Last lines of the text report: totals, comparison, verdict. */
import { showControlCharacters } from '../../../text/control-characters.ts';
import { formatNumber, plural } from '../../../text/format.ts';
import type { FileEntry, OfflineDocument } from '../document.ts';
import { overrideNotes } from '../report-view.ts';
import { countsText, type Paint } from './paint.ts';

/** Returns the verdict as text. A run that passed only because its mode never blocks must not look clean. */
function verdict(document: OfflineDocument, paint: Paint): string {
  const { passed, wouldBlock } = document;
  if (!passed) return paint(['bold', 'red'], 'failed');
  const warning =
    wouldBlock === 0 ? '' : ` (--enforcement-mode blocking would stop ${plural(wouldBlock, 'finding')})`;
  return `${paint(['bold', 'green'], 'passed')}${paint('yellow', warning)}`;
}

/** Returns how many findings notes in the workflows and exceptions waive, as text; '' if none. An exception has an id. */
function waivedText({ files }: OfflineDocument): string {
  const findings = files.flatMap(({ result }) => result?.findings ?? []);
  const waived = findings.filter(({ exceptionStatus }) => exceptionStatus === 'approved');
  if (waived.length === 0) return '';
  const byNotes = waived.filter(({ exceptionId }) => exceptionId === null).length;
  const counts = [
    ['notes waive', byNotes],
    ['exceptions waive', waived.length - byNotes],
  ] as const;
  const parts = counts.flatMap(([who, count]) => (count === 0 ? [] : [`${who} ${plural(count, 'finding')}`]));
  return ` (${parts.join(', ')}; --show-suppressed lists ${waived.length === 1 ? 'it' : 'them'})`;
}

/** Returns the counts beside the baseline as text; '' if the run is compared with nothing. */
function comparisonText({ comparison }: OfflineDocument): string {
  if (comparison === undefined) return '';
  const { against, known, gone } = comparison;
  return ` Beside ${showControlCharacters(against)}: ${comparison.new} new, ${known} known, ${gone} gone.`;
}

function totals(document: OfflineDocument, paint: Paint): string {
  const count = (status: FileEntry['status']): number =>
    document.files.filter((file) => file.status === status).length;
  const parts = [plural(count('completed'), 'workflow file')];
  if (count('failed') > 0) parts.push(paint('red', `${count('failed')} could not be read`));
  if (count('part') > 0) parts.push(`${plural(count('part'), 'project file')} read`);
  if (count('skipped') > 0) parts.push(`${plural(count('skipped'), 'other file')} left out`);
  if (document.score === null) {
    if (count('failed') === 0 && document.passed) return `${parts.join(', ')}. Nothing to validate here.\n`;
    const found = document.summary.total === 0 ? '' : ` ${countsText(document.summary, paint)}.`;
    return `${parts.join(', ')}.${found} ${paint(['bold', 'red'], 'failed')}\n`;
  }
  return `${parts.join(', ')}. Score ${document.score}: ${countsText(document.summary, paint, document.comparison && 'no new findings')}${waivedText(document)}.${comparisonText(document)} ${verdict(document, paint)}\n`;
}

/** Hint at the explanation of a rule. */
const RULE_HINT =
  'About a rule: flowarden explain RULE. With FLOWARDEN_BASE_URL each finding links its page.\n';

/** Most paths that a text report names; JSON has all. */
const LEFT_OUT_MAX = 20;

/** Returns what was not sent to the service, and the page of the result; '' for an offline run. */
function submissionText({ submission }: OfflineDocument): string {
  if (submission === undefined) return '';
  const { leftOut, reportUrl } = submission;
  const more =
    leftOut.length > LEFT_OUT_MAX ? `, and ${formatNumber(leftOut.length - LEFT_OUT_MAX)} more` : '';
  const named = leftOut.slice(0, LEFT_OUT_MAX).map(showControlCharacters).join(', ');
  const lines = [
    ...(leftOut.length === 0 ? [] : [`Not sent, as Git ignores it or --exclude names it: ${named}${more}.`]),
    ...(reportUrl === null ? [] : [`Result in the service: ${showControlCharacters(reportUrl)}`]),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

/** Returns the totals, with a hint at the rules for readers whose findings have no links. */
export function totalsText(
  document: OfflineDocument,
  { paint, baseUrl }: { readonly paint: Paint; readonly baseUrl: string | null },
): string {
  const needsHint = baseUrl === null && (document.summary?.total ?? 0) > 0;
  const notes = overrideNotes(document.overrides ?? []);
  const overridden = notes.map((note) => `${paint('yellow', showControlCharacters(note))}\n`).join('');
  return `${totals(document, paint)}${overridden}${submissionText(document)}${needsHint ? paint('dim', RULE_HINT) : ''}`;
}
