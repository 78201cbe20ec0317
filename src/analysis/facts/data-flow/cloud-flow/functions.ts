/** Functions and members in expressions of cloud flows, by what they do with data. */
import { MARK } from '../../../model/data-flow/family.ts';
import type { FlowRow } from '../row.ts';

const words = (names: string): readonly string[] => names.split(/\s+/);

/** From the vendor's reference of workflow expression functions (2026). */
export const CLOUD_FLOW_FUNCTIONS: readonly FlowRow[] = [
  {
    kind: 'function',
    functions:
      words(`string trim tolower toupper replace concat join split json xml array createarray coalesce first last
      union intersection skip take chunk reverse sort base64 base64tostring base64tobinary binary decodebase64 datauri
      datauritostring datauritobinary decodedatauri uricomponenttostring decodeuricomponent setproperty addproperty
      removeproperty xpath if nthitem value results`),
    does: 'passes',
  },
  { kind: 'function', functions: ['substring', 'slice'], does: 'passes', families: ['untrusted'] },
  {
    kind: 'function',
    functions: words('uricomponent encodeuricomponent uricomponenttobinary'),
    does: 'passes',
    marks: MARK.urlEncoded,
  },
  {
    kind: 'function',
    functions:
      words(`length empty equals not and or greater greaterorequals less lessorequals contains startswith endswith
      indexof lastindexof nthindexof int float decimal bool add sub mul div mod max min rand range isint isfloat ticks
      formatdatetime parsedatetime converttimezone converttoutc convertfromutc adddays addhours addminutes addseconds
      addtotime subtractfromtime dayofweek dayofmonth dayofyear startofday startofhour startofmonth formatnumber
      datedifference guid utcnow getfuturetime getpasttime`),
    does: 'stops',
  },
];
