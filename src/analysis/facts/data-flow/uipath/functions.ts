/** Functions and members in expressions of UiPath workflows, by what they do with data. */
import { MARK } from '../../../model/data-flow/family.ts';
import type { FlowRow } from '../row.ts';

const words = (names: string): readonly string[] => names.split(/\s+/);

export const UIPATH_FUNCTIONS: readonly FlowRow[] = [
  {
    kind: 'function',
    functions:
      words(`tostring trim trimstart trimend toupper tolower toupperinvariant tolowerinvariant normalize replace
      insert remove padleft padright append appendline concat join split tochararray cstr ctype directcast trycast str
      format convert.tostring string.copy clone copy getbytes getstring tobase64string frombase64string
      convert.changetype toarray tolist first firstordefault last lastordefault single singleordefault elementat
      aslist asenumerable select where orderby skip take reverse distinct union serializeobject deserializeobject
      serialize deserialize jobject.parse jtoken.parse jarray.parse fromobject selecttoken children values value
      coalesce if iif nothing getvalue gettext unescape regex.unescape ltrim rtrim lcase ucase strconv`),
    does: 'passes',
  },
  {
    kind: 'function',
    functions: [
      'new string',
      'new stringbuilder',
      'new list',
      'new dictionary',
      'new keyvaluepair',
      'new tuple',
      /^new .*exception$/,
    ],
    does: 'passes',
  },
  {
    kind: 'function',
    functions: ['substring', 'left', 'right', 'mid', 'chars'],
    does: 'passes',
    families: ['untrusted'],
  },
  {
    kind: 'function',
    functions: ['escapedatastring', 'uri.escapedatastring', 'urlencode', 'escapeuristring'],
    does: 'passes',
    marks: MARK.urlEncoded,
  },
  {
    kind: 'function',
    functions: ['htmlencode', 'securityelement.escape'],
    does: 'passes',
    marks: MARK.htmlEncoded,
  },
  // A SecureString becomes a text.
  {
    kind: 'function',
    functions: ['new networkcredential', 'new pscredential'],
    does: 'passes',
    arguments: [1],
  },
  { kind: 'function', functions: 'password', does: 'passes', opens: MARK.sealed },
  { kind: 'function', functions: 'securepassword', does: 'passes' },
  { kind: 'function', functions: ['getnetworkcredential'], does: 'passes' },
  {
    kind: 'function',
    functions: words('securestringtobstr securestringtoglobalallocunicode securestringtocotaskmemunicode'),
    does: 'passes',
  },
  {
    kind: 'function',
    functions: words('ptrtostringbstr ptrtostringuni ptrtostringauto ptrtostringansi'),
    does: 'passes',
    opens: MARK.sealed,
  },
  { kind: 'function', functions: ['username', 'domain'], does: 'stops', families: ['secret'] },
  {
    kind: 'function',
    functions:
      words(`length count longcount contains containskey startswith endswith indexof lastindexof isnullorempty
      isnullorwhitespace equals isnothing isnumeric isdate compareto compare cint clng cdbl cdec csng cbool cdate cshort
      cbyte toint16 toint32 toint64 todouble todecimal tosingle toboolean todatetime tobyte tryparse int32.parse
      integer.parse int.parse double.parse decimal.parse boolean.parse datetime.parse datetime.parseexact guid.parse
      parseexact gethashcode gettype computehash hashdata hasvalue any all sum average max min len instr asc val year
      month day getfilename getextension file.exists directory.exists path.exists ismatch regex.ismatch`),
    does: 'stops',
  },
];
