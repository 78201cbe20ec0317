/** Operations that the vendor has marked as deprecated in the reference of its connectors, as of November 2026. */

/** Operations in lower case by connector, with what follows them. */
const OPERATIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  office365: {
    'Send an email (V2)': 'sendemail',
    'Send an email from a shared mailbox (V2)': 'sharedmailboxsendemail',
    'Reply to email (V3)': 'replyto replytov2',
    'Forward an email (V2)': 'forwardemail',
    'Move email (V2)': 'move',
    'Flag email (V2)': 'flag',
    'Delete email (V2)': 'deleteemail',
    'Export email (V2)': 'exportemail',
    'Get email (V2)': 'getemail',
    'Get emails (V3)': 'getemails getemailsv2',
    'Mark as read or unread (V3)': 'markasread markasread_v2',
    'Get Attachment (V2)': 'getattachment',
    'Find meeting times (V2)': 'findmeetingtimes',
    'Get rooms (V2)': 'getrooms',
    'Get room lists (V2)': 'getroomlists',
    'Get mail tips for a mailbox (V2)': 'getmailtips',
    'Respond to an event invite (V2)': 'respondtoevent',
    'Set up automatic replies (V2)': 'setautomaticrepliessetting',
    'Create event (V4)': 'calendarpostitem v2calendarpostitem v3calendarpostitem',
    'Update event (V4)': 'calendarpatchitem v2calendarpatchitem v3calendarpatchitem',
    'Delete event (V2)': 'calendardeleteitem',
    'Get event (V3)': 'calendargetitem v2calendargetitem',
    'Get events (V4)': 'calendargetitems v2calendargetitems v3calendargetitems',
    'Get calendars (V2)': 'calendargettables',
    'Get calendar view of events (V3)': 'geteventscalendarview geteventscalendarviewv2',
    'Create contact (V2)': 'contactpostitem',
  },
  sql: {
    'Get row (V2)': 'getitem',
    'Get rows (V2)': 'getitems',
    'Insert row (V2)': 'postitem',
    'Update row (V2)': 'patchitem',
    'Delete row (V2)': 'deleteitem',
    'Execute stored procedure (V2)': 'executeprocedure',
    'Execute a SQL query (V2)': 'executepassthroughnativequery',
  },
  teams: {
    'Post message in a chat or channel':
      'postmessagetochannel postmessagetochannelv2 postmessagetochannelv3 postchannelnotification postusernotification',
    'Post card in a chat or channel': 'postchanneladaptivecard postuseradaptivecard',
  },
  smtp: { 'Send Email (V3)': 'sendemail' },
};

/** Connectors that are deprecated as a whole. */
const CONNECTORS: ReadonlyMap<string, string> = new Map([
  ['commondataservice', 'Microsoft Dataverse'],
  ['dynamicscrmonline', 'Microsoft Dataverse'],
  ['excel', 'Excel Online (Business)'],
]);

const SUCCESSORS: ReadonlyMap<string, string> = new Map(
  Object.entries(OPERATIONS).flatMap(([connector, successors]) =>
    Object.entries(successors).flatMap(([successor, operations]) =>
      operations.split(' ').map((operation): [string, string] => [`${connector}/${operation}`, successor]),
    ),
  ),
);

/**
 * Returns what replaces a deprecated operation or connector; undefined: neither is deprecated. Both are in lower case,
 * the connector without `shared_`.
 */
export function successorOf(connector: string, operation: string): string | undefined {
  return CONNECTORS.get(connector) ?? SUCCESSORS.get(`${connector}/${operation}`);
}
