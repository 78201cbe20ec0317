/**
 * Requests to Dataverse that a pull may send: paths, columns and options as the published reference of the tables has them
 * (MicrosoftDocs/powerapps-docs, developer/data-platform/reference/entities; Web API 9.2). Anything else is a violation.
 */
import type { IncomingHttpHeaders } from 'node:http';

export type DataverseOperation = 'whoami' | 'rights' | 'flows' | 'flow' | 'agents' | 'agent' | 'components';

const GUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

const WORKFLOW =
  'workflowid workflowidunique name category type statecode statuscode modifiedon clientdata definition ismanaged _ownerid_value';
const BOT =
  'botid name schemaname modifiedon statecode authenticationmode accesscontrolpolicy authenticationtrigger';
const BOT_COMPONENT =
  'botcomponentid name schemaname componenttype data content modifiedon statecode _parentbotid_value';

interface Known {
  readonly name: DataverseOperation;
  readonly path: RegExp;
  /** Columns of the table; absent: a function without options. */
  readonly columns?: string;
  /** Whether it answers a page of rows. */
  readonly isTable?: boolean;
}

const KNOWN: readonly Known[] = [
  { name: 'whoami', path: /^\/WhoAmI$/ },
  {
    name: 'rights',
    path: new RegExp(
      `^/systemusers\\((?<id>${GUID})\\)/Microsoft\\.Dynamics\\.CRM\\.RetrieveUserPrivileges$`,
    ),
  },
  { name: 'flows', path: /^\/workflows$/, columns: WORKFLOW, isTable: true },
  { name: 'flow', path: new RegExp(`^/workflows\\((?<id>${GUID})\\)$`), columns: WORKFLOW },
  { name: 'agents', path: /^\/bots$/, columns: BOT, isTable: true },
  { name: 'agent', path: new RegExp(`^/bots\\((?<id>${GUID})\\)$`), columns: BOT },
  { name: 'components', path: /^\/botcomponents$/, columns: BOT_COMPONENT, isTable: true },
];

/** Returns the operation of a request with the id in its path, or what the reference forbids. */
export function dataverseOperation(
  method: string,
  url: URL,
  headers: IncomingHttpHeaders,
): { readonly violation: string } | { readonly name: DataverseOperation; readonly id: string } {
  if (method !== 'GET') return { violation: `${method} ${url.pathname}` };
  if (!url.pathname.startsWith('/api/data/v9.2/')) return { violation: `GET ${url.pathname}` };
  const path = url.pathname.slice('/api/data/v9.2'.length);
  for (const { name, path: pattern, columns, isTable = false } of KNOWN) {
    const match = pattern.exec(path);
    if (match === null) continue;
    const options = isTable ? ['$select', '$filter', '$skiptoken'] : columns === undefined ? [] : ['$select'];
    const unknown = [...url.searchParams.keys()].find((option) => !options.includes(option));
    if (unknown !== undefined) return { violation: `${name} has no option ${unknown}` };
    const stranger = (url.searchParams.get('$select') ?? '')
      .split(',')
      .find((column) => column !== '' && !columns?.split(' ').includes(column));
    if (stranger !== undefined) return { violation: `${name} has no column ${stranger}` };
    const size = /^odata\.maxpagesize=(\d+)$/.exec(String(headers.prefer ?? ''))?.[1];
    if (isTable && !(Number(size) <= 5_000)) return { violation: `${name} needs a page size up to 5,000` };
    return { name, id: match.groups?.id ?? '' };
  }
  return { violation: `GET ${path}` };
}
