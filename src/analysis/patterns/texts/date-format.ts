/** Formats of dates and times: letters that stand for another part than the author means. */

/** Language of a format: that of .NET, or that of Java's `DateTimeFormatter`. */
export type FormatDialect = 'dotnet' | 'java';

/** Letters of a format that mean something else. */
export interface FormatFault {
  readonly letters: string;
  /** Part that they stand for, and what to write instead. */
  readonly why: string;
  /** True where only the half of the day is lost. */
  readonly isMild: boolean;
}

/** Longest format that is read. */
const LENGTH_MAX = 100;
const QUOTES = `'"`;
const isLetter = (sign: string): boolean => /[a-z]/i.test(sign);

/** Returns the runs of one letter in a format, without quoted and escaped parts. */
function runsOf(format: string): readonly string[] {
  const runs: string[] = [];
  for (let at = 0; at < format.length; ) {
    const sign = format[at]!;
    let end = at + 1;
    if (QUOTES.includes(sign)) end = format.indexOf(sign, at + 1) + 1 || format.length;
    else if (sign === '\\') end = at + 2;
    else if (isLetter(sign)) {
      while (format[end] === sign) end += 1;
      runs.push(format.slice(at, end));
    }
    at = end;
  }
  return runs;
}

const isDatePart = (run: string | undefined): boolean => run === undefined || /^[yYdD]/.test(run);
const isHour = (run: string | undefined): boolean => run !== undefined && /^[Hh]/.test(run);

/** Returns the fault of capitals that mean no part of a calendar date. */
function capitals(runs: readonly string[], dialect: FormatDialect): FormatFault | undefined {
  const year = runs.find((run) => /^Y{2,4}$/.test(run));
  const day = runs.find((run) => run === 'DD');
  const hasOthers = runs.some((run) => /^[yMmdHh]/.test(run)) || (year !== undefined && day !== undefined);
  const letters = year ?? day;
  if (letters === undefined || !hasOthers) return undefined;
  const plain = letters.toLowerCase();
  if (dialect === 'dotnet')
    return { letters, why: `stays in the text as it is; write "${plain}"`, isMild: false };
  if (year !== undefined && runs.some((run) => /^[wWeu]/.test(run))) return undefined;
  // With a month, a day of the year makes no sense; without one, it may be meant.
  if (year === undefined && !runs.some((run) => run.startsWith('M'))) return undefined;
  const part =
    year === undefined ? 'is the day of the year' : 'is the year of the week, another one around New Year';
  return { letters, why: `${part}; write "${plain}"`, isMild: false };
}

/** Returns the first letters of a format that stand for another part than their place says. */
export function dateFormatFault(format: string, dialect: FormatDialect): FormatFault | undefined {
  if (format.length > LENGTH_MAX) return undefined;
  const runs = runsOf(format);
  const hasYear = runs.some((run) => /^(?:yy|YY)/.test(run));
  for (const [at, run] of runs.entries()) {
    const [before, behind] = [runs[at - 1], runs[at + 1]];
    if (/^mm?$/.test(run) && hasYear && isDatePart(before) && isDatePart(behind))
      return {
        letters: run,
        why: `is the minute; write "${run.toUpperCase()}" for the month`,
        isMild: false,
      };
    const endsTime = behind === undefined || /^[sSfFtaz]/.test(behind);
    if (run === 'MM' && isHour(before) && endsTime)
      return { letters: run, why: 'is the month; write "mm" for the minute', isMild: false };
  }
  const wrong = hasYear || runs.includes('DD') ? capitals(runs, dialect) : undefined;
  if (wrong !== undefined) return wrong;
  // Without colons it mostly names a file, where a text that differs from day to day is enough.
  const hour = format.includes(':')
    ? runs.find((run, at) => /^hh?$/.test(run) && /^mm?$/.test(runs[at + 1] ?? ''))
    : undefined;
  const half = dialect === 'java' ? /^[aB]/ : /^t/;
  if (hour === undefined || !hasYear || runs.some((run) => half.test(run) || run.startsWith('H')))
    return undefined;
  const why = `counts to 12, so that morning and evening look alike; write "${hour.toUpperCase()}"`;
  return { letters: hour, why, isMild: true };
}
