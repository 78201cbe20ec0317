/** Names of functions that only languages other than that of cloud flows have. */

const POWER_FX =
  `len left right mid lower upper proper substitute concatenate text value now today isblank isempty iserror iferror ifs lookup
  filter countrows countif counta sumif patch collect clearcollect dateadd datediff datevalue timevalue round rounddown roundup
  average firstn lastn addcolumns dropcolumns sortbycolumns distinct forall choose vlookup find`.split(/\s+/);
const SQL = 'isnull getdate nvl ifnull charindex'.split(' ');

/** Languages of well-known functions that cloud flows do not have, by name in lower case. */
export const OTHER_FUNCTIONS: ReadonlyMap<string, string> = new Map([
  ...POWER_FX.map((name) => [name, 'Power Fx or Excel'] as const),
  ...SQL.map((name) => [name, 'SQL'] as const),
]);
