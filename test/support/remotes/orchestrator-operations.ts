/**
 * Operations of Orchestrator that a pull may use: method, path, parameters and headers as its published OpenAPI document
 * has them (definitions/orchestrator.yaml of UiPath/uipathcli, API 20.0). Anything else is a violation.
 */

export interface Operation {
  readonly name: 'folders' | 'feed' | 'releases' | 'packages' | 'download';
  readonly path: RegExp;
  /** Query parameters of the document. */
  readonly parameters: readonly string[];
  /** Header that the document requires. */
  readonly header?: string;
  /** One of these scopes is needed. */
  readonly scopes: readonly string[];
}

const ODATA = ['$expand', '$filter', '$select', '$orderby', '$top', '$skip', '$count'];
const EXECUTION = ['OR.Execution', 'OR.Execution.Read'];

export const OPERATIONS: readonly Operation[] = [
  {
    name: 'folders',
    path: /^\/api\/Folders\/GetAllForCurrentUser$/,
    parameters: ['take', 'skip'],
    scopes: ['OR.Folders', 'OR.Folders.Read'],
  },
  {
    name: 'feed',
    path: /^\/api\/PackageFeeds\/GetFolderFeed$/,
    parameters: ['folderId'],
    scopes: EXECUTION,
  },
  {
    name: 'releases',
    path: /^\/odata\/Releases$/,
    parameters: ['mandatoryPermissions', 'atLeastOnePermissions', ...ODATA],
    header: 'x-uipath-organizationunitid',
    scopes: EXECUTION,
  },
  {
    name: 'packages',
    path: /^\/odata\/Processes$/,
    parameters: ['searchTerm', 'feedId', ...ODATA],
    scopes: EXECUTION,
  },
  {
    name: 'download',
    path: /^\/odata\/Processes\/UiPath\.Server\.Configuration\.OData\.DownloadPackage\(key='(?<key>[^/]+)'\)$/,
    parameters: ['feedId'],
    scopes: EXECUTION,
  },
];

/** Returns what the document forbids in a request; null: nothing. */
export function violationOf(
  method: string,
  url: URL,
  base: string,
): { readonly violation: string } | { readonly operation: Operation; readonly key: string } {
  if (method !== 'GET') return { violation: `${method} ${url.pathname}` };
  const path = url.pathname.startsWith(base) ? url.pathname.slice(base.length) : url.pathname;
  for (const operation of OPERATIONS) {
    const match = operation.path.exec(path);
    if (match === null) continue;
    const unknown = [...url.searchParams.keys()].filter((name) => !operation.parameters.includes(name));
    if (unknown.length > 0) return { violation: `${operation.name} has no parameter ${unknown.join(', ')}` };
    const top = Number(url.searchParams.get('$top') ?? url.searchParams.get('take') ?? 0);
    if (top > 1000) return { violation: `${operation.name} gives at most 1,000 rows, not ${top}` };
    return { operation, key: decodeURIComponent(match.groups?.key ?? '').replaceAll("''", "'") };
  }
  return { violation: `GET ${path}` };
}
