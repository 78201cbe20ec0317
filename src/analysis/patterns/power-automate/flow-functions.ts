/** Names of functions: those of the expression language of cloud flows, and those that only other languages have. */

/**
 * Functions of the workflow definition language, in lower case (learn.microsoft.com/azure/logic-apps/
 * workflow-definition-language-functions-reference, November 2026).
 */
export const FLOW_FUNCTIONS: ReadonlySet<string> = new Set(
  `chunk concat endswith formatnumber guid indexof isfloat isint lastindexof length nthindexof replace slice split startswith
  substring tolower toupper trim contains empty first intersection item join last reverse skip sort take union and equals
  greater greaterorequals if less lessorequals not or array base64 base64tobinary base64tostring binary bool createarray datauri
  datauritobinary datauritostring decimal decodebase64 decodedatauri decodeuricomponent encodeuricomponent float int json string
  uricomponent uricomponenttobinary uricomponenttostring xml add div max min mod mul rand range sub adddays addhours addminutes
  addseconds addtotime convertfromutc converttimezone converttoutc datedifference dayofmonth dayofweek dayofyear formatdatetime
  getfuturetime getpasttime parsedatetime startofday startofhour startofmonth subtractfromtime ticks utcnow action actionbody
  actionoutputs actions body formdatamultivalues formdatavalue items iterationindexes listcallbackurl multipartbody outputs
  parameters result trigger triggerbody triggerformdatamultivalues triggerformdatavalue triggermultipartbody triggeroutputs
  variables workflow urihost uripath uripathandquery uriport uriquery urischeme addproperty coalesce removeproperty setproperty
  xpath encodexmlvalue appsetting`.split(/\s+/),
);

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
