/** Text and JSON of what `flowarden fix` does. */

import type { CellChange } from '../../analysis/fixes/edits/edit.ts';
import { isSafe } from '../../analysis/fixes/fixes.ts';
import { locationText } from '../../analysis/model/finding.ts';
import { showControlCharacters } from '../../text/control-characters.ts';
import { formatNumber, plural } from '../../text/format.ts';
import type { MendedInput } from './mend-inputs.ts';

const quoted = (value: string): string => JSON.stringify(showControlCharacters(value));

function cellText({ name, before, after }: CellChange): string {
  if (before === null) return `+ ${name}: ${quoted(after ?? '')}`;
  return after === null ? `- ${name}: ${quoted(before)}` : `~ ${name}: ${quoted(before)} → ${quoted(after)}`;
}

/** Returns the changes of a file, and the fixes that are not applied, with the reason. */
export function fixText({ shownPath, mended, notMended }: MendedInput): string {
  const lines = [showControlCharacters(shownPath)];
  for (const { fix, finding, changes } of mended) {
    const place = showControlCharacters(locationText(finding.location));
    lines.push(`  ${fix.rule} ${isSafe(fix) ? 'safe' : 'unsafe'}  ${place} (line ${finding.location.line})`);
    lines.push(`    ${fix.does}`);
    if (fix.consequence !== undefined) lines.push(`    Consequence: ${fix.consequence}`);
    lines.push(...changes.map((change) => `      ${showControlCharacters(cellText(change))}`));
  }
  for (const { fix, finding, reason } of notMended) {
    const place = showControlCharacters(locationText(finding.location));
    lines.push(`  ${fix.rule} not applied  ${place} (line ${finding.location.line})`);
    lines.push(`    ${showControlCharacters(reason)}`);
  }
  return `${lines.join('\n')}\n`;
}

/** Returns the last line: how much is mended, and how much is not. */
export function totalText(files: readonly MendedInput[], isWritten: boolean): string {
  const changed = files.filter(({ mended }) => mended.length > 0);
  const count = changed.reduce((sum, { mended }) => sum + mended.length, 0);
  const notApplied = files.reduce((sum, { notMended }) => sum + notMended.length, 0);
  const left = notApplied === 0 ? '' : ` ${formatNumber(notApplied)} not applied.`;
  if (count === 0) return `Nothing is mended.${left}\n`;
  const what = `${plural(count, 'finding')} in ${plural(changed.length, 'file')}`;
  return isWritten ? `Mended ${what}.${left}\n` : `${what} can be mended; nothing is written.${left}\n`;
}

/** Returns the same as data. */
export function fixDocument(files: readonly MendedInput[], isWritten: boolean) {
  return {
    schemaVersion: 1,
    written: isWritten,
    files: files.map(({ shownPath, mended, notMended }) => ({
      path: shownPath,
      mended: mended.map(({ fix, finding, changes }) => ({
        ruleId: fix.rule,
        safe: isSafe(fix),
        does: fix.does,
        consequence: fix.consequence ?? null,
        location: locationText(finding.location),
        path: finding.location.path,
        line: finding.location.line,
        cells: changes,
      })),
      notMended: notMended.map(({ fix, finding, reason }) => ({
        ruleId: fix.rule,
        safe: isSafe(fix),
        location: locationText(finding.location),
        path: finding.location.path,
        line: finding.location.line,
        reason,
      })),
    })),
  };
}
