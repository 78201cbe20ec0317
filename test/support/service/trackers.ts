/**
 * Trackers on this machine: Jira Cloud, Jira Server and ServiceNow. Each takes only requests of the documented shapes and answers any
 * other with 400; what it has stored can be read. Faults are scripted: states, never times.
 */
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';
import { makeCertificate } from '../certificates.ts';

const authority = makeCertificate({ name: 'Tracker authority', isAuthority: true });
const server = makeCertificate({ name: 'tracker', issuer: authority, hosts: ['127.0.0.1'] });

/** Certificate in PEM of the authority that has signed those of the trackers. */
export const TRACKER_AUTHORITY: string = authority.cert;

// biome-ignore lint/suspicious/noExplicitAny: bodies are checked as they are read
type Json = Record<string, any>;

/** Ticket as a tracker has it. */
export interface StoredTicket {
  readonly id: string;
  readonly key: string;
  readonly externalId: string;
  /** Fields as they were sent last. */
  fields: Json;
  isClosed: boolean;
  readonly comments: string[];
}

/** Request as a tracker got it. */
export interface TrackerRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/**
 * What happens to a request. `before`: cut before it is done; `after`: done, and the answer is lost; an answer: given instead of
 * doing it; null: it is done and answered.
 */
export type TrackerFault =
  | 'before'
  | 'after'
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string }
  | null;

/** Kinds of trackers. */
export type TrackerKind = 'jira_cloud' | 'jira_server' | 'servicenow';

class Rejected extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const need = (holds: boolean, message: string, status = 400) => {
  if (!holds) throw new Rejected(status, message);
};
const keysOf = (value: Json) => Object.keys(value).sort().join(' ');

/** Starts a tracker with the project ROBOTS or the table incident; it ends after the file's last test. */
export async function startTracker(
  kind: TrackerKind,
  fault: (request: TrackerRequest) => TrackerFault | Promise<TrackerFault> = () => null,
) {
  const tickets: StoredTicket[] = [];
  const requests: TrackerRequest[] = [];
  const rejections: string[] = [];
  const handle = kind === 'servicenow' ? serviceNow(tickets) : jira(tickets, kind === 'jira_cloud');
  const listener = createServer({ cert: server.cert, key: server.key }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const body = Buffer.concat(chunks).toString('utf8');
      const got = { method: request.method!, path: request.url!, headers: request.headers, body };
      requests.push(got);
      const given = await fault(got);
      if (given === 'before') return request.socket.destroy();
      if (given !== null && given !== 'after')
        return response.writeHead(given.status, given.headers).end(given.body);
      const answer = answerTo(got);
      if (given === 'after') return request.socket.destroy();
      const text = answer.body === undefined ? '' : JSON.stringify(answer.body);
      return response
        .writeHead(answer.status, { 'Content-Type': 'application/json;charset=UTF-8' })
        .end(text);
    });
  });

  function answerTo(got: TrackerRequest): { readonly status: number; readonly body?: Json } {
    try {
      const { authorization, accept } = got.headers;
      need(authorization !== undefined && /^(Basic|Bearer) /.test(authorization), 'no credential', 401);
      need(kind !== 'jira_cloud' || authorization!.startsWith('Basic '), 'no API token', 401);
      need(accept === 'application/json', 'Accept is not JSON');
      need(
        got.body === '' || got.headers['content-type'] === 'application/json',
        'Content-Type is not JSON',
        415,
      );
      const url = new URL(got.path, 'https://tracker.test');
      return handle(got.method, url, got.body === '' ? null : JSON.parse(got.body));
    } catch (error) {
      if (!(error instanceof Rejected)) throw error;
      rejections.push(`${got.method} ${got.path}: ${error.message}`);
      return { status: error.status, body: { errorMessages: [error.message], errors: {} } };
    }
  }

  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  after(() => {
    listener.closeAllConnections();
    listener.close();
  });
  const url = `https://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  return { url, tickets, requests, rejections };
}

type Handle = (
  method: string,
  url: URL,
  body: Json | null,
) => { readonly status: number; readonly body?: Json };

/** Jira's REST API as documented: version 3 with documents, version 2 with text. */
function jira(tickets: StoredTicket[], isCloud: boolean): Handle {
  const base = `/rest/api/${isCloud ? 3 : 2}`;
  const isProse = (value: unknown) =>
    isCloud
      ? typeof value === 'object' &&
        value !== null &&
        keysOf(value) === 'content type version' &&
        (value as Json).type === 'doc'
      : typeof value === 'string';
  const checkFields = (fields: Json) => {
    need(
      typeof fields.summary === 'string' && fields.summary.length <= 255 && !fields.summary.includes('\n'),
      'summary',
    );
    need(isProse(fields.description), 'description');
    need(fields.priority === undefined || keysOf(fields.priority) === 'name', 'priority');
  };
  const statusOf = ({ isClosed }: StoredTicket) =>
    isClosed
      ? { name: 'Done', statusCategory: { key: 'done' } }
      : { name: 'To Do', statusCategory: { key: 'new' } };
  return (method, url, body) => {
    need(url.pathname.startsWith(`${base}/`), 'no such API', 404);
    const parts = url.pathname.slice(base.length + 1).split('/');
    const route = `${method} ${parts.map((part, index) => (index === 1 && parts[0] === 'issue' ? '*' : part)).join('/')}`;
    if (route === 'GET mypermissions') {
      need(url.searchParams.get('projectKey') === 'ROBOTS', 'no project', 404);
      const rights = url.searchParams.get('permissions')!.split(',');
      return {
        status: 200,
        body: { permissions: Object.fromEntries(rights.map((key) => [key, { key, havePermission: true }])) },
      };
    }
    if (route === `POST search${isCloud ? '/jql' : ''}`) {
      need(keysOf(body!) === 'fields jql maxResults', 'search');
      const [, label] =
        /^project = "ROBOTS" AND labels = "(flowarden-[0-9a-f]{32})" ORDER BY created ASC$/.exec(body!.jql) ??
        [];
      need(label !== undefined, `jql ${body!.jql}`);
      const issues = tickets
        .filter(({ externalId }) => externalId === label)
        .map(({ id, key }) => ({ id, key, fields: {} }));
      return { status: 200, body: { issues, isLast: true } };
    }
    if (route === 'POST issue') {
      need(keysOf(body!) === 'fields', 'members');
      const { project, issuetype, labels, ...fields } = body!.fields as Json;
      need(JSON.stringify(project) === '{"key":"ROBOTS"}', 'project');
      need(JSON.stringify(issuetype) === '{"name":"Bug"}', 'issuetype');
      need(
        Array.isArray(labels) && labels.length === 1 && /^flowarden-[0-9a-f]{32}$/.test(labels[0]),
        'labels',
      );
      checkFields(fields);
      const id = String(10_000 + tickets.length);
      const made = {
        id,
        key: `ROBOTS-${tickets.length + 1}`,
        externalId: labels[0],
        fields,
        isClosed: false,
        comments: [],
      };
      tickets.push(made);
      return { status: 201, body: { id, key: made.key, self: `${base}/issue/${id}` } };
    }
    const ticket = tickets.find(({ id }) => id === parts[1]);
    need(ticket !== undefined, 'Issue does not exist or you do not have permission to see it.', 404);
    switch (route) {
      case 'GET issue/*':
        need(url.search === '?fields=status', 'query');
        return {
          status: 200,
          body: { id: ticket!.id, key: ticket!.key, fields: { status: statusOf(ticket!) } },
        };
      case 'PUT issue/*':
        need(keysOf(body!) === 'fields', 'members');
        checkFields(body!.fields);
        ticket!.fields = { ...ticket!.fields, ...body!.fields };
        return { status: 204 };
      case 'POST issue/*/comment':
        need(keysOf(body!) === 'body' && isProse(body!.body), 'comment');
        ticket!.comments.push(isCloud ? body!.body.content[0].content[0].text : body!.body);
        return { status: 201, body: { id: '1' } };
      case 'GET issue/*/transitions':
        return {
          status: 200,
          body: {
            transitions: [
              { id: '11', name: 'Reopen', to: { name: 'To Do', statusCategory: { key: 'new' } } },
              { id: '31', name: 'Done', to: { name: 'Done', statusCategory: { key: 'done' } } },
            ],
          },
        };
      case 'POST issue/*/transitions':
        need(keysOf(body!) === 'transition' || keysOf(body!) === 'fields transition', 'members');
        need(['11', '31'].includes(body!.transition.id), 'transition');
        ticket!.isClosed = body!.transition.id === '31';
        return { status: 204 };
      default:
        throw new Rejected(404, `no route ${route}`);
    }
  };
}

/** ServiceNow's Table API as documented. */
function serviceNow(tickets: StoredTicket[]): Handle {
  const shown = ({ id, key, externalId, isClosed }: StoredTicket) => ({
    sys_id: id,
    number: key,
    state: isClosed ? '6' : '2',
    active: 'true',
    correlation_id: externalId,
  });
  const checkFields = (fields: Json) => {
    for (const value of Object.values(fields)) need(typeof value === 'string', 'values are texts');
    need(
      fields.short_description === undefined || fields.short_description.length <= 160,
      'short_description',
    );
    need(fields.state === undefined || /^\d+$/.test(fields.state), 'state');
    need(
      fields.state !== '6' || (Boolean(fields.close_code) && Boolean(fields.close_notes)),
      'Data Policy Exception: close_code',
      403,
    );
  };
  return (method, url, body) => {
    const [, id] = /^\/api\/now\/table\/incident(?:\/([0-9a-f]{32}))?$/.exec(url.pathname) ?? [];
    need(url.pathname.startsWith('/api/now/table/incident'), 'no such table', 404);
    for (const name of url.searchParams.keys())
      need(['sysparm_query', 'sysparm_fields', 'sysparm_limit'].includes(name), `parameter ${name}`);
    if (id === undefined && method === 'GET') {
      const query = url.searchParams.get('sysparm_query');
      if (query === null) return { status: 200, body: { result: [] } };
      const [, wanted] = /^correlation_id=(flowarden-[0-9a-f]{32})\^ORDERBYsys_created_on$/.exec(query) ?? [];
      need(wanted !== undefined, `query ${query}`);
      return {
        status: 200,
        body: { result: tickets.filter(({ externalId }) => externalId === wanted).map(shown) },
      };
    }
    if (id === undefined && method === 'POST') {
      checkFields(body!);
      need(/^flowarden-[0-9a-f]{32}$/.test(body!.correlation_id), 'correlation_id');
      need(Boolean(body!.short_description) && Boolean(body!.description), 'texts');
      const number = String(tickets.length + 1).padStart(7, '0');
      const made = {
        id: number.padStart(32, '0'),
        key: `INC${number}`,
        externalId: body!.correlation_id,
        fields: body!,
        isClosed: false,
        comments: [],
      };
      tickets.push(made);
      return { status: 201, body: { result: shown(made) } };
    }
    const ticket = tickets.find((one) => one.id === id);
    need(ticket !== undefined, 'No Record found', 404);
    if (method === 'GET') return { status: 200, body: { result: shown(ticket!) } };
    need(method === 'PATCH', 'method', 405);
    checkFields(body!);
    const { work_notes: comment, state, ...fields } = body!;
    if (comment !== undefined) ticket!.comments.push(comment);
    if (state !== undefined) ticket!.isClosed = state === '6';
    ticket!.fields = { ...ticket!.fields, ...fields };
    return { status: 200, body: { result: shown(ticket!) } };
  };
}
