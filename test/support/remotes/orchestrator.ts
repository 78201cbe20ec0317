/**
 * Replay server of UiPath Orchestrator on this machine: serves a made-up tenant, and records each request that the
 * published document does not have or that is more than reading. A script of faults says which requests fail, and how.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type Operation, violationOf } from './orchestrator-operations.ts';
import type { ReplayPackage, ReplayTenant } from './orchestrator-tenant.ts';

/** Request as a script sees it. */
export interface SeenRequest {
  readonly operation: string;
  readonly url: URL;
  readonly headers: IncomingMessage['headers'];
}

/** Fault of a script. */
export interface Fault {
  /** Operation that fails, as `releases` or `token`. */
  readonly operation: string;
  /** Part of the path and query that has to be in it. */
  readonly where?: string;
  /** Requests that pass before it. Default: 0. */
  readonly after?: number;
  /** Requests that fail. Default: 1. */
  readonly times?: number;
  /** Answers in place of the tenant. */
  readonly answer: (response: ServerResponse, request: SeenRequest) => void;
}

export interface ReplayOptions {
  readonly faults?: readonly Fault[];
  readonly clientId?: string;
  readonly clientSecret?: string;
  /** Scopes of the application. */
  readonly scopes?: readonly string[];
  /** Tokens that a person made. */
  readonly personalTokens?: readonly string[];
  /** Most rows of a page, when lower than requested. */
  readonly pageRowsMax?: number;
}

export interface Replay {
  /** Address of the tenant: what a person would give as `--url`. */
  readonly url: string;
  readonly tokenUrl: string;
  /** Requests in their order, by operation. */
  readonly requests: SeenRequest[];
  /** What the document does not allow; has to be empty. */
  readonly violations: string[];
  /** The tenant; what changes it shows in the next answer. */
  tenant: ReplayTenant;
  /** Ends all tokens, as a restart of the platform does. */
  endTokens(): void;
  count(operation: string): number;
  close(): Promise<void>;
}

const BASE = '/acme/production/orchestrator_';

/** Starts the server. */
export async function startOrchestrator(tenant: ReplayTenant, options: ReplayOptions = {}): Promise<Replay> {
  const { faults = [], scopes = ['OR.Folders.Read', 'OR.Execution.Read'], personalTokens = [] } = options;
  const { clientId = 'client-1', clientSecret = 'secret-1', pageRowsMax = 1000 } = options;
  const used = new Map<Fault, number>();
  const tokens = new Map<string, readonly string[]>(personalTokens.map((token) => [token, scopes]));
  let made = 0;

  const server = createServer((request, response) => {
    void serve(request, response).catch((error: unknown) => {
      replay.violations.push(String(error));
      response.destroy();
    });
  });

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url!, replay.url);
    const { headers, method = '' } = request;
    if (url.pathname === '/identity_/connect/token') {
      const body = await text(request);
      replay.requests.push({ operation: 'token', url, headers });
      if (!failed({ operation: 'token', url, headers }, response)) token(method, body, response);
      return;
    }
    const found = violationOf(method, url, BASE);
    if ('violation' in found) {
      replay.violations.push(found.violation);
      return json(response, 405, { message: 'Not in the published document' });
    }
    const { operation, key } = found;
    const seen = { operation: operation.name, url, headers };
    replay.requests.push(seen);
    if (failed(seen, response)) return;
    const granted = tokens.get(/^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '');
    if (
      granted === undefined ||
      ![...operation.scopes, 'OR.Default'].some((scope) => granted.includes(scope))
    )
      return json(response, 401, { message: 'You are not authenticated!', errorCode: 0, traceId: '00-1' });
    if (operation.header !== undefined && headers[operation.header] === undefined)
      return json(response, 400, {
        message: 'An organization unit is required for this action.',
        errorCode: 1101,
      });
    answers[operation.name](url, headers, response, key);
  }

  /** Answers by the script; false: no fault is due. */
  function failed(seen: SeenRequest, response: ServerResponse): boolean {
    const due = faults.filter((fault) => {
      const { operation, where = '', after = 0, times = 1 } = fault;
      if (operation !== seen.operation || !decodeURIComponent(seen.url.href).includes(where)) return false;
      const turn = (used.get(fault) ?? 0) + 1;
      used.set(fault, turn);
      return turn > after && turn <= after + times;
    });
    due[0]?.answer(response, seen);
    return due.length > 0;
  }

  function token(method: string, body: string, response: ServerResponse) {
    const form = new URLSearchParams(body);
    if (method !== 'POST' || form.get('grant_type') !== 'client_credentials') {
      replay.violations.push(`${method} token`);
      return json(response, 400, { error: 'unsupported_grant_type' });
    }
    if (form.get('client_id') !== clientId || form.get('client_secret') !== clientSecret)
      return json(response, 400, { error: 'invalid_client' });
    const requested = form.get('scope')?.split(' ') ?? scopes;
    if (!requested.every((scope) => scopes.includes(scope)))
      return json(response, 400, { error: 'invalid_scope' });
    made += 1;
    const access = `token-of-${clientSecret}-${made}`;
    tokens.set(access, requested);
    json(response, 200, {
      access_token: access,
      expires_in: 3600,
      token_type: 'Bearer',
      scope: requested.join(' '),
    });
  }

  const paged = <T>(url: URL, rows: readonly T[], take: string, skip: string): readonly T[] => {
    const from = Number(url.searchParams.get(skip) ?? 0);
    const most = Math.min(Number(url.searchParams.get(take) ?? 1000), pageRowsMax);
    return rows.slice(from, from + most);
  };
  const packagesIn = (url: URL): readonly ReplayPackage[] => {
    const feed = url.searchParams.get('feedId');
    return replay.tenant.packages.filter((known) => (known.feedId ?? null) === feed);
  };

  const answers: Record<
    Operation['name'],
    (url: URL, headers: IncomingMessage['headers'], response: ServerResponse, key: string) => void
  > = {
    folders(url, _, response) {
      const items = replay.tenant.folders.map(({ id, path, parentId = null }) => ({
        Id: id,
        Key: `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`,
        DisplayName: path.split('/').at(-1),
        FullyQualifiedName: path,
        FolderType: 'Standard',
        ParentId: parentId,
      }));
      json(response, 200, { PageItems: paged(url, items, 'take', 'skip'), Count: items.length });
    },
    feed(url, _, response) {
      const id = Number(url.searchParams.get('folderId'));
      json(response, 200, replay.tenant.folders.find((folder) => folder.id === id)?.feedId ?? null);
    },
    releases(url, headers, response) {
      const id = Number(headers['x-uipath-organizationunitid']);
      const folder = replay.tenant.folders.find((known) => known.id === id);
      if (folder === undefined)
        return json(response, 404, {
          message: 'Folder does not exist or the user does not have access to the folder.',
          errorCode: 1100,
        });
      if (folder.isForbidden)
        return json(response, 403, { message: 'You are not authorized!', errorCode: 0 });
      const rows = folder.runs.map(({ id: process, version, feedId = null }, index) => ({
        Key: `${folder.id}-${index}`,
        ProcessKey: process,
        ProcessVersion: version,
        FeedId: feedId,
      }));
      json(response, 200, { '@odata.count': rows.length, value: paged(url, rows, '$top', '$skip') });
    },
    packages(url, _, response) {
      if (replay.tenant.hidesPackages) return json(response, 404, { message: 'Not Found', errorCode: 1002 });
      const newest = new Map(packagesIn(url).map((known) => [known.id, known]));
      const rows = [...newest.values()].map(({ id, version, isCompiled = false }) => ({
        Id: id,
        Key: `${id}:${version}`,
        Version: version,
        Title: id,
        IsLatestVersion: true,
        IsCompiled: isCompiled,
      }));
      json(response, 200, { '@odata.count': rows.length, value: paged(url, rows, '$top', '$skip') });
    },
    download(url, _, response, key) {
      const found = packagesIn(url).find(({ id, version }) => `${id}:${version}` === key);
      if (found === undefined) return json(response, 404, { message: 'Package not found', errorCode: 1002 });
      response
        .writeHead(200, {
          'Content-Type': 'application/octet-stream',
          'Content-Length': found.bytes.length,
          'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(`${key}.nupkg`)}`,
        })
        .end(found.bytes);
    },
  };

  const replay: Replay = {
    url: '',
    tokenUrl: '',
    requests: [],
    violations: [],
    tenant,
    endTokens: () => tokens.clear(),
    count: (operation) => replay.requests.filter((request) => request.operation === operation).length,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  return Object.assign(replay, { url: `${origin}${BASE}`, tokenUrl: `${origin}/identity_/connect/token` });
}

/** Answers with JSON. */
export function json(response: ServerResponse, status: number, body: unknown, headers = {}): void {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));
}
