/** Functions and members in expressions of Blue Prism processes and objects, by what they do with data. */
import type { FlowRow } from '../row.ts';

const words = (names: string): readonly string[] => names.split(/\s+/);

export const PROCESS_FUNCTIONS: readonly FlowRow[] = [
  { kind: 'function', functions: words('replace trim trimstart trimend upper lower totext'), does: 'passes' },
  { kind: 'function', functions: words('left right mid'), does: 'passes', families: ['untrusted'] },
  {
    kind: 'function',
    functions:
      words(`len instr isnumber isdate istime isdatetime istimespan isflag tonumber todate totime todatetime
      totimespan toflag sqrt log round rounddown roundup decpad startswith endswith formatdate formatdatetime adddays
      addmonths datediff countrows`),
    does: 'stops',
  },
];
