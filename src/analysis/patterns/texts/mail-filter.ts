/**
 * Filters of mail in the languages of three servers. Sources: "Filtering Items" and "Items.Restrict" of the Outlook
 * reference (Jet), RFC 3501 section 6.4.4 (search keys of IMAP).
 */

/** Fields by which `Items.Restrict` cannot filter. */
const CLOSED_FIELDS = new Set(
  `autoresolvedwinner body bodyformat children class companies contactnames conversationindex downloadstate entryid
  htmlbody internetcodepage memberCount receivedbyentryid receivedonbehalfofentryid recurrencestate replyrecipients
  responsestate saved sent submitted votingoptions votingresponse`
    .toLowerCase()
    .split(/\s+/),
);
/** Fields of Microsoft Graph, by the name that Outlook has for them. */
const GRAPH_FIELDS: ReadonlyMap<string, string> = new Map([
  ['receiveddatetime', 'ReceivedTime'],
  ['sentdatetime', 'SentOn'],
  ['isread', 'UnRead'],
  ['hasattachments', 'urn:schemas:httpmail:hasattachment'],
  ['torecipients', 'To'],
  ['ccrecipients', 'CC'],
  ['bodypreview', 'urn:schemas:httpmail:textdescription'],
]);
/** Texts in quotation marks, which may hold anything. */
const QUOTED = /'[^']*'|"[^"]*"/g;
const OPERATOR = /^(?:<=|>=|<>|=|<|>|[a-z]{2,10}\b)/i;
/** Values that need no quotation marks. */
const BARE_VALUE = /^(?:[-+]?\d[\d.,/:]*|true|false|yes|no|on|off|null|nothing)$/i;
/** Words of OData between a field and its value. */
const ODATA = /^[\w/]+ (?:eq|ne|gt|ge|lt|le) |\b(?:startswith|contains)\(/i;

/** Returns what is wrong with the condition behind an opening bracket: `Subject] = 'Order' And …`. */
function conditionFault(condition: string): string | undefined {
  const end = condition.indexOf(']');
  const field = condition.slice(0, Math.max(end, 0)).trim();
  if (CLOSED_FIELDS.has(field.toLowerCase())) return `names "${field}", by which Outlook does not filter`;
  const other = GRAPH_FIELDS.get(field.toLowerCase());
  if (other !== undefined) return `names "${field}", a field of Microsoft Graph: Outlook has "${other}"`;
  const rest = condition.slice(end + 1).trim();
  const [operator] = OPERATOR.exec(rest) ?? [];
  if (operator === undefined) return undefined;
  if (/^(?:like|contains|in|eq|ne)$/i.test(operator))
    return `compares with "${operator}", which only filters that begin with "@SQL=" have`;
  const [value = ''] = /^[^\s()]+/.exec(rest.slice(operator.length).trim()) ?? [];
  return /^[a-z]/i.test(value) && !BARE_VALUE.test(value)
    ? `compares "${field}" with ${value}, a text without quotation marks`
    : undefined;
}

/** Returns what is wrong with a filter of Outlook in the language Jet, as the end of a sentence. */
export function outlookFilterFault(filter: string): string | undefined {
  const text = filter.trim();
  if (text === '' || /^@sql\s*=/i.test(text)) return undefined;
  if (ODATA.test(text)) return 'is a filter of OData, which Outlook does not read';
  if (!/[[=<>]/.test(text)) return 'has no condition such as "[Subject] = \'Order\'"';
  const [, ...conditions] = text.replace(QUOTED, "''").split('[');
  for (const condition of conditions) {
    const fault = conditionFault(condition);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

const SEARCH_KEYS = new Set(
  `all answered bcc before body cc deleted draft flagged from header keyword larger new not old on or recent seen
  sentbefore senton sentsince since smaller subject text to uid unanswered undeleted undraft unflagged unkeyword unseen
  modseq older younger charset savedbefore savedon savedsince savedatesupported filter fuzzy emailid threadid inthread
  annotation partial`.split(/\s+/),
);

/** Returns what is wrong with the search of an IMAP server, as the end of a sentence. */
export function imapSearchFault(search: string): string | undefined {
  const [first] = search
    .trim()
    .split(/[\s(]+/)
    .filter(Boolean);
  // What the program formats, and keys of one server.
  if (first === undefined || /^(?:[\d*{]|x-)/i.test(first) || SEARCH_KEYS.has(first.toLowerCase()))
    return undefined;
  return 'does not begin with a search key of IMAP such as SUBJECT or FROM';
}

/** Returns what is wrong with a query of Exchange, as the end of a sentence. */
export function exchangeQueryFault(query: string): string | undefined {
  const isOutlook = /^(?:@sql|\(?\[[\w ]{1,50}\]) ?[=<>]/i.test(query.trim());
  return isOutlook ? 'is a filter of Outlook: Exchange takes a query such as "subject:order"' : undefined;
}
