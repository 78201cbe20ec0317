/**
 * Jira by its REST API: version 3 of Jira Cloud, version 2 of Jira Server and Data Center.
 *
 * The external id is a label: JQL finds labels in both, while it searches properties of issues only for apps that declare them.
 */
import { fieldValue } from '../ticket-place.ts';
import type { TicketContent, TicketMapping, TicketPlace } from '../ticket-target.ts';
import { TICKET_FOOTER, ticketLines, ticketTitle } from './ticket-text.ts';
import { type RemoteTicket, type Tracker, TrackerProblem } from './tracker.ts';
import type { TrackerHttp } from './tracker-http.ts';

/** Longest summary that Jira takes. */
const SUMMARY_CHARACTERS_MAX = 255;
/** Rights that the account needs in the project. */
const RIGHTS = [
  ...(['BROWSE_PROJECTS', 'CREATE_ISSUES', 'EDIT_ISSUES', 'ADD_COMMENTS', 'TRANSITION_ISSUES'] as const),
];

/** Creates a tracker over a connection. */
export function jiraTracker(
  http: TrackerHttp,
  { kind, url, project }: TicketPlace,
  mapping: TicketMapping,
): Tracker {
  const isCloud = kind === 'jira_cloud';
  const api = `/rest/api/${isCloud ? 3 : 2}`;
  const prose = isCloud ? richText : plainText;
  const issue = (id: string, rest = '') => `${api}/issue/${encodeURIComponent(id)}${rest}`;
  const ticketOf = (id: string, key: string): RemoteTicket => ({
    remoteId: id,
    key,
    url: `${url}/browse/${encodeURIComponent(key)}`,
  });

  function contentFields(content: TicketContent): Readonly<Record<string, unknown>> {
    const priority = mapping.priorities[content.severity];
    return {
      summary: ticketTitle(content, SUMMARY_CHARACTERS_MAX),
      description: isCloud ? richDescription(content) : plainDescription(content),
      ...(priority !== undefined && { priority: { name: priority } }),
    };
  }

  const comment = async (id: string, text: string) => {
    await http.request('POST', issue(id, '/comment'), { body: prose(text) });
  };

  async function isDone(id: string): Promise<boolean> {
    const found = await http.request('GET', issue(id, '?fields=status'));
    return textAt(found, 'fields', 'status', 'statusCategory', 'key') === 'done';
  }

  /** Moves an issue by the first transition that leads where it should go. */
  async function move(
    id: string,
    toDone: boolean,
    status: string | null,
    fields: Readonly<Record<string, unknown>>,
  ) {
    const answer = (await http.request('GET', issue(id, '/transitions'))) as {
      readonly transitions?: unknown;
    };
    const transitions = Array.isArray(answer?.transitions) ? (answer.transitions as readonly unknown[]) : [];
    const fitting = transitions.find((transition) =>
      status === null
        ? (textAt(transition, 'to', 'statusCategory', 'key') === 'done') === toDone
        : textAt(transition, 'to', 'name') === status,
    );
    if (fitting === undefined)
      throw new TrackerProblem(
        status === null
          ? `The account may not make the workflow of ${project} ${toDone ? 'close' : 'open'} the issue.`
          : `The workflow of ${project} has no transition to the status ${JSON.stringify(status)} from where the issue is.`,
        409,
      );
    await http.request('POST', issue(id, '/transitions'), {
      transition: { id: textAt(fitting, 'id') },
      ...(Object.keys(fields).length > 0 && { fields }),
    });
  }

  return {
    async find(externalId) {
      const jql = `project = "${project}" AND labels = "${externalId}" ORDER BY created ASC`;
      const query = { jql, fields: ['status'], maxResults: 2 };
      const found = await http.request('POST', `${api}/search${isCloud ? '/jql' : ''}`, query);
      const { issues } = (found ?? {}) as { readonly issues?: unknown };
      if (!Array.isArray(issues)) throw new TrackerProblem('The answer to a search has no issues.');
      const [first] = issues as readonly unknown[];
      return first === undefined ? undefined : ticketOf(textAt(first, 'id'), textAt(first, 'key'));
    },
    async create(externalId, content) {
      const made = await http.request('POST', `${api}/issue`, {
        fields: {
          ...valuesOf(mapping.fields),
          ...contentFields(content),
          project: { key: project },
          issuetype: { name: mapping.issueType },
          labels: [externalId],
        },
      });
      return ticketOf(textAt(made, 'id'), textAt(made, 'key'));
    },
    async update(id, content) {
      await http.request('PUT', issue(id), { fields: contentFields(content) });
    },
    comment,
    async close(id, text) {
      if (!(await isDone(id))) await move(id, true, mapping.closedStatus, valuesOf(mapping.closingFields));
      await comment(id, text);
    },
    async reopen(id, text) {
      if (!(await isDone(id))) return;
      await move(id, false, mapping.reopenedStatus, {});
      await comment(id, text);
    },
    async test() {
      const path = `${api}/mypermissions?projectKey=${project}&permissions=${RIGHTS.join(',')}`;
      const answer = await http.request('GET', path);
      const missing = RIGHTS.filter(
        (right) => valueAt(answer, 'permissions', right, 'havePermission') !== true,
      );
      if (missing.length > 0)
        throw new TrackerProblem(
          `The account lacks rights in the project ${project}: ${missing.join(', ')}.`,
          403,
        );
    },
    end: () => http.end(),
  };
}

function valuesOf(fields: TicketMapping['fields']): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, fieldValue(value)]));
}

/** Text in the Atlassian Document Format. */
function richText(...paragraphs: readonly string[]) {
  const content = paragraphs.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] }));
  return { type: 'doc', version: 1, content };
}

function richDescription(content: TicketContent) {
  const lines = ticketLines(content).map(({ name, value }) => ({
    type: 'paragraph',
    content: [
      { type: 'text', text: `${name}: `, marks: [{ type: 'strong' }] },
      { type: 'text', text: value },
    ],
  }));
  const link = { type: 'link', attrs: { href: content.link } };
  return {
    type: 'doc',
    version: 1,
    content: [
      ...lines,
      { type: 'paragraph', content: [{ type: 'text', text: 'Open the finding', marks: [link] }] },
      ...richText(TICKET_FOOTER).content,
    ],
  };
}

/** Characters that mean something in the markup of Jira Server; a backslash before them shows them. */
const MARKUP = /[\\{}[\]*_~^+|!?-]/g;

function plainText(text: string): string {
  return text.replace(MARKUP, '\\$&');
}

function plainDescription(content: TicketContent): string {
  const lines = ticketLines(content).map(({ name, value }) => `*${name}:* ${plainText(value)}`);
  return [...lines, `[Open the finding|${content.link}]`, '', plainText(TICKET_FOOTER)].join('\n');
}

function valueAt(value: unknown, ...path: readonly string[]): unknown {
  let at = value;
  for (const name of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined;
    at = (at as Readonly<Record<string, unknown>>)[name];
  }
  return at;
}

/** Reads a text of an answer. @throws TrackerProblem when it has none */
function textAt(value: unknown, ...path: readonly string[]): string {
  const found = valueAt(value, ...path);
  if (typeof found === 'string') return found;
  throw new TrackerProblem(`The answer of Jira has no ${path.join('.')}.`);
}
