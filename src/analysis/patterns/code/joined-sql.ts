/** Words of code that joins SQL statements. */

/** First words of statements. */
export const SQL_VERBS: readonly string[] =
  'select insert update delete merge drop alter truncate exec with'.split(' ');
/** Text that begins with a statement, in code and in expressions. Cheaper than a tree. */
export const OPENS_STATEMENT = new RegExp(`["'}]\\s*(?:\\(\\s*)?(?:${SQL_VERBS.join('|')})`, 'i');

/** Functions whose result is a number, a date, a line end, or has its quotation marks escaped. */
export const SAFE_CALLS: ReadonlySet<string> = new Set(
  `replace escape quotename cint clng cdec cdbl cbool cdate int32 parse toint32 toint64 tonumber tobool val len
  now today utcnow newline chr formatdate formatdatetime newguid`.split(/\s+/),
);
/** Names of fixed texts or of types. */
export const CONSTANTS: ReadonlySet<string> = new Set(
  'vbcrlf vblf vbcr vbtab vbnewline environment newline convert string integer int math datetime guid'.split(
    ' ',
  ),
);

/** Functions whose result is white space. */
export const LINE_ENDS: ReadonlySet<string> = new Set(['newline', 'chr']);
