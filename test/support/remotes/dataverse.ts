/**
 * Replay server of Dataverse environments and of Entra on this machine: 127.0.0.1 is the first environment, 127.0.0.2 the
 * second. It records each request that the published reference does not have or that is more than reading. A script of faults
 * says which requests fail, and how.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { dataverseOperation } from './dataverse-operations.ts';
import { type Fault, json, type SeenRequest } from './orchestrator.ts';

export interface ReplayFlow {
  readonly id: string;
  readonly name: string;
  readonly category?: number;
  readonly statecode?: number;
  /** Changes with each save. Default: 1. */
  readonly version?: number;
  readonly clientdata?: string;
  readonly definition?: string;
  /** Listed only with the header for unpublished rows. */
  readonly isDraft?: boolean;
}

export interface ReplayAgent {
  readonly id: string;
  readonly name: string;
  readonly schemaname: string;
  readonly authenticationmode?: number;
  readonly components: readonly {
    readonly id: string;
    readonly schemaname: string;
    readonly data: string;
    readonly version?: number;
  }[];
}

export interface ReplayEnvironment {
  readonly flows?: readonly ReplayFlow[];
  /** Null: the environment has no table of agents. */
  readonly agents?: readonly ReplayAgent[] | null;
  /** Privileges of the application with their depths. */
  readonly rights?: Readonly<Record<string, string>>;
  /** The application is no user of it. */
  readonly isStranger?: boolean;
}

export interface DataverseReplay {
  /** Addresses of the environments. */
  readonly urls: readonly string[];
  readonly tenant: string;
  readonly requests: SeenRequest[];
  readonly violations: string[];
  /** What they hold; what changes it shows in the next answer. */
  environments: readonly ReplayEnvironment[];
  endTokens(): void;
  count(operation: string): number;
  close(): Promise<void>;
}

/** Rights that an administrator gives by the documentation. */
export const READING = {
  prvReadWorkflow: 'Global',
  prvReadbot: 'Global',
  prvReadbotcomponent: 'Global',
  prvReadUser: 'Global',
  prvReadRole: 'Global',
};

const USER = '11111111-1111-4111-8111-111111111111';
const TENANT = 'acme.example';

/** Starts the server. */
export async function startDataverse(
  environments: readonly ReplayEnvironment[],
  options: {
    readonly faults?: readonly Fault[];
    readonly pageRowsMax?: number;
    readonly clientSecret?: string;
  } = {},
): Promise<DataverseReplay> {
  const { faults = [], pageRowsMax = 5_000, clientSecret = 'secret-1' } = options;
  const used = new Map<Fault, number>();
  const tokens = new Map<string, string>();
  let made = 0;

  const server = createServer((request, response) => {
    void serve(request, response).catch((error: unknown) => {
      replay.violations.push(String(error));
      response.destroy();
    });
  });

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { headers, method = '' } = request;
    const url = new URL(request.url!, `http://${headers.host}`);
    if (url.pathname === `/${TENANT}/oauth2/v2.0/token`) {
      const form = new URLSearchParams(await text(request));
      const seen = { operation: 'token', url, headers };
      replay.requests.push(seen);
      if (!failed(seen, response)) token(method, form, response);
      return;
    }
    const found = dataverseOperation(method, url, headers);
    if ('violation' in found) {
      replay.violations.push(found.violation);
      return fault(response, 405, '0x80060888', 'Not in the published reference');
    }
    const seen = { operation: found.name, url, headers };
    replay.requests.push(seen);
    if (failed(seen, response)) return;
    const given = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
    const at = Number(url.hostname.split('.').at(-1)) - 1;
    const environment = replay.environments[at];
    if (environment === undefined || tokens.get(given) !== url.origin) return json(response, 401, {});
    if (environment.isStranger)
      return fault(response, 403, '0x80072560', 'The user is not a member of the organization.');
    answer(environment, { url, headers, ...found }, response);
  }

  function failed(seen: SeenRequest, response: ServerResponse): boolean {
    const due = faults.filter((one) => {
      const { operation, where = '', after = 0, times = 1 } = one;
      if (operation !== seen.operation || !decodeURIComponent(seen.url.href).includes(where)) return false;
      const turn = (used.get(one) ?? 0) + 1;
      used.set(one, turn);
      return turn > after && turn <= after + times;
    });
    due[0]?.answer(response, seen);
    return due.length > 0;
  }

  function token(method: string, form: URLSearchParams, response: ServerResponse) {
    const scope = form.get('scope') ?? '';
    const names = [...form.keys()].sort().join(' ');
    if (
      method !== 'POST' ||
      names !== 'client_id client_secret grant_type scope' ||
      !scope.endsWith('/.default')
    )
      replay.violations.push(`${method} token with ${names} for ${scope}`);
    if (form.get('client_secret') !== clientSecret)
      return json(response, 401, {
        error: 'invalid_client',
        error_description: 'AADSTS7000215: Invalid client secret provided.',
      });
    const origin = scope.slice(0, -'/.default'.length);
    if (!replay.urls.includes(origin))
      return json(response, 400, {
        error: 'invalid_resource',
        error_description: `AADSTS500011: The resource principal named ${origin} was not found in the tenant.`,
      });
    made += 1;
    const access = `token-of-${clientSecret}-${made}`;
    tokens.set(access, origin);
    json(response, 200, { token_type: 'Bearer', expires_in: 3_599, access_token: access });
  }

  function answer(
    environment: ReplayEnvironment,
    { name, id, url, headers }: { name: string; id: string; url: URL; headers: IncomingMessage['headers'] },
    response: ServerResponse,
  ) {
    const { flows = [], agents = [], rights = READING } = environment;
    const may = (privilege: string) => Object.hasOwn(rights, privilege);
    const lacks = (privilege: string) =>
      fault(response, 403, '0x80040220', `Principal user (Id=${USER}) is missing ${privilege} privilege`);
    if (name === 'whoami')
      return json(response, 200, { UserId: USER, OrganizationId: USER, BusinessUnitId: USER });
    if (name === 'rights') {
      if (!may('prvReadUser')) return lacks('prvReadUser');
      return json(response, 200, {
        RolePrivileges: Object.entries(rights).map(([PrivilegeName, Depth]) => ({ PrivilegeName, Depth })),
      });
    }
    if (name === 'flows' || name === 'flow') {
      if (!may('prvReadWorkflow')) return lacks('prvReadWorkflow');
      const rows = flows.map(flowRow);
      if (name === 'flow')
        return one(
          rows.find((row) => row.workflowid === id),
          response,
        );
      const filter = url.searchParams.get('$filter') ?? '';
      if (!filter.includes('type eq 1')) replay.violations.push('flows come twice without type eq 1');
      const isDesktopOnly = !filter.includes('category eq 5');
      const withDrafts = headers['mscrm.includeunpublished'] === 'true';
      const shown = rows.filter(
        ({ category, isDraft }) => (!isDesktopOnly || category === 6) && (withDrafts || !isDraft),
      );
      return page(shown, url, response);
    }
    if (agents === null)
      return fault(response, 404, '0x80060888', "Resource not found for the segment 'bots'.");
    if (!may('prvReadbot')) return lacks('prvReadbot');
    const agentRows = agents.map(({ id: botid, components: _, ...row }) => ({
      '@odata.etag': 'W/"1"',
      botid,
      modifiedon: '2026-03-01T00:00:00Z',
      ...row,
    }));
    if (name === 'agents') return page(agentRows, url, response);
    if (name === 'agent')
      return one(
        agentRows.find(({ botid }) => botid === id),
        response,
      );
    const wanted = /_parentbotid_value eq (\S+)/.exec(url.searchParams.get('$filter') ?? '')?.[1];
    page(
      agents
        .filter((agent) => wanted === undefined || agent.id === wanted)
        .flatMap((agent) =>
          agent.components.map(({ id: botcomponentid, version = 1, ...row }) => ({
            '@odata.etag': `W/"${version}"`,
            botcomponentid,
            _parentbotid_value: agent.id,
            ...row,
          })),
        ),
      url,
      response,
    );
  }

  function page(rows: readonly object[], url: URL, response: ServerResponse): void {
    const from = Number(url.searchParams.get('$skiptoken') ?? 0);
    const next = new URL(url);
    next.searchParams.set('$skiptoken', String(from + pageRowsMax));
    json(response, 200, {
      value: rows.slice(from, from + pageRowsMax),
      ...(rows.length > from + pageRowsMax && { '@odata.nextLink': next.href }),
    });
  }

  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
  const { port } = server.address() as AddressInfo;
  const replay: DataverseReplay = {
    urls: environments.map((_, at) => `http://127.0.0.${at + 1}:${port}`),
    tenant: TENANT,
    requests: [],
    violations: [],
    environments,
    endTokens: () => tokens.clear(),
    count: (operation) => replay.requests.filter((seen) => seen.operation === operation).length,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return replay;
}

function flowRow({ id, version = 1, category = 5, statecode = 1, ...row }: ReplayFlow) {
  return {
    '@odata.etag': `W/"${version}"`,
    workflowid: id,
    category,
    statecode,
    modifiedon: `2026-03-01T00:00:0${version % 10}Z`,
    ...row,
  };
}

function one(row: object | undefined, response: ServerResponse) {
  if (row === undefined) return fault(response, 404, '0x80040217', 'The row does not exist.');
  json(response, 200, row);
}

function fault(response: ServerResponse, status: number, code: string, message: string): void {
  json(response, status, { error: { code, message } });
}

/** Id of a row: the number at its end. */
export const idOf = (at: number): string => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`;
