/**
 * Remote of the Power Platform: cloud flows, desktop flows and agents of Dataverse environments. Tables and columns are those of
 * its published reference; only GET is sent, and the requests for tokens.
 */
import type { Reason } from '../coverage.ts';
import { createPlatformClient, type PlatformClientOptions } from '../http/platform-client.ts';
import type { ListedRow, PartPage, Remote, RemotePart } from '../remote.ts';
import { RemoteError } from '../remote-error.ts';
import { createDataverse, type Dataverse, type Row, WEB_API } from './dataverse.ts';
import { createEntraTokens, type EntraApplication } from './entra-tokens.ts';
import type { PowerPlatformAddress } from './environment-address.ts';
import { excessOf, GUID, type Rights, readRights, requireWhole } from './environment-rights.ts';
import { flowsAndAgentsOf } from './flows-and-agents.ts';
import {
  AGENT_SETTINGS,
  agentFiles,
  DESKTOP_FLOW,
  flowFiles,
  type PulledFiles,
  zipOf,
} from './pulled-files.ts';

/** Cloud flows and desktop flows, without the copies that Dataverse makes of those that are on. */
const FLOWS = '(category eq 5 or category eq 6) and type eq 1';
/** Rights that a pull needs, as the designer of roles names them. */
const READ_FLOWS = { privilege: 'prvReadWorkflow', right: 'Process: Read' };
const READ_AGENTS = { privilege: 'prvReadbot', right: 'Chatbot: Read' };
const READ_COMPONENTS = { privilege: 'prvReadbotcomponent', right: 'Chatbot subcomponent: Read' };

const COMPONENTS = { table: 'botcomponents', what: 'parts of agents', right: READ_COMPONENTS.right };

/** State of a flow that is turned off. */
const OFF = 0;
/** Longest name that is taken over. */
const NAME_CHARACTERS_MAX = 500;

/** Kinds of rows. A component belongs to an agent and is no artefact. */
type RowKind = 'flow' | 'agent' | 'component';

/** Creates the remote of some environments. `close` ends its connections. */
export function createPowerPlatformRemote(
  { environments, tokenUrl, webPageHint }: PowerPlatformAddress,
  application: EntraApplication,
  options: Omit<PlatformClientOptions, 'base' | 'tokenUrl' | 'webPageHint' | 'secrets'>,
): { readonly remote: Remote; readonly close: () => void } {
  const closers: (() => void)[] = [];
  const opened = new Map<string, Dataverse>();

  function dataverseOf(origin: string): Dataverse {
    const known = opened.get(origin);
    if (known !== undefined) return known;
    const environment = environments.find((own) => own.origin === origin);
    if (environment === undefined)
      throw new RemoteError('not_found', 'The environment is no longer one of the source.');
    const client = createPlatformClient({
      ...options,
      base: new URL(WEB_API, environment),
      tokenUrl,
      webPageHint,
      secrets: [application.clientSecret],
    });
    closers.push(client.close);
    const made = createDataverse(client, createEntraTokens(client, application, environment), environment);
    opened.set(origin, made);
    return made;
  }

  return {
    remote: remoteOf(environments, dataverseOf),
    close: () => closers.forEach((close) => void close()),
  };
}

function remoteOf(environments: readonly URL[], dataverseOf: (origin: string) => Dataverse): Remote {
  const held = new Map<string, Rights>();
  /** Flows and agents of an environment share the answer. */
  async function rightsOf(dataverse: Dataverse, signal: AbortSignal): Promise<Rights> {
    const rights = held.get(dataverse.host) ?? (await readRights(dataverse, signal));
    held.set(dataverse.host, rights);
    return rights;
  }
  return {
    async probe(signal) {
      const warnings: string[] = [];
      for (const { origin } of environments) {
        const dataverse = dataverseOf(origin);
        // What cannot be read has been reported by the listing.
        const rights = await rightsOf(dataverse, signal).catch((error: unknown) => {
          if (error instanceof RemoteError && error.problem !== 'credential_rejected') return undefined;
          throw error;
        });
        const excess = rights === undefined ? undefined : excessOf(dataverse.host, rights);
        if (excess !== undefined) warnings.push(excess);
      }
      return { warnings };
    },

    async parts() {
      return environments.flatMap(({ origin, host }) =>
        (['flows', 'agents'] as const).map(
          (what): RemotePart => ({
            key: `${what}:${host}`,
            path: what === 'flows' ? host : `${host}/agents`,
            kind: 'environment',
            place: { origin, what },
            problem: undefined,
          }),
        ),
      );
    },

    async list(part, _cursor, signal) {
      const dataverse = dataverseOf(part.place.origin ?? '');
      const rights = await rightsOf(dataverse, signal);
      return part.place.what === 'agents'
        ? listAgents(dataverse, rights, part, signal)
        : listFlows(dataverse, rights, part, signal);
    },

    select: flowsAndAgentsOf,

    async fetch({ place }, sink, signal) {
      const dataverse = dataverseOf(place.origin ?? '');
      const { id = '' } = place;
      // The place may have come back from a service, and the id becomes a part of an address.
      if (!GUID.test(id)) throw new RemoteError('not_found', 'The flow or agent has no id of Dataverse.');
      const files = await (place.kind === 'agent'
        ? agent(dataverse, id, signal)
        : flow(dataverse, id, signal));
      const bytes = zipOf(files);
      await sink.start();
      await sink.write(bytes);
      return { sizeBytes: bytes.byteLength };
    },
  };
}

async function listFlows(
  dataverse: Dataverse,
  rights: Rights,
  part: RemotePart,
  signal: AbortSignal,
): Promise<PartPage> {
  const { privilege, right } = READ_FLOWS;
  requireWhole(dataverse.host, rights, privilege, right);
  const query = {
    table: 'workflows',
    columns: ['workflowid', 'name', 'category', 'statecode', 'modifiedon'],
    what: 'flows',
    right,
  };
  const published = await dataverse.rows({ ...query, filter: FLOWS }, signal);
  const all = await dataverse.rows(
    {
      ...query,
      filter: `category eq ${DESKTOP_FLOW} and type eq 1`,
      // Without the header a desktop flow without a published version is not there.
      headers: { 'MSCRM.IncludeUnpublished': 'true' },
    },
    signal,
  );
  const known = new Set(published.map(({ workflowid }) => workflowid));
  const drafts = all.filter(({ workflowid }) => !known.has(workflowid));
  return pageOf([
    ...published.map((row) => {
      const isOff = row.category !== DESKTOP_FLOW && row.statecode === OFF;
      return rowOf('flow', row, { id: row.workflowid, part, reason: isOff ? 'not_running' : undefined });
    }),
    ...drafts.map((row) => rowOf('flow', row, { id: row.workflowid, part, reason: 'draft' })),
  ]);
}

async function listAgents(
  dataverse: Dataverse,
  rights: Rights,
  part: RemotePart,
  signal: AbortSignal,
): Promise<PartPage> {
  const agents = await dataverse.rows(
    {
      table: 'bots',
      columns: ['botid', 'name', 'schemaname', 'modifiedon'],
      what: 'agents',
      right: READ_AGENTS.right,
      isOptional: true,
    },
    signal,
  );
  const components = await dataverse.rows(
    {
      ...COMPONENTS,
      columns: ['botcomponentid', '_parentbotid_value', 'modifiedon'],
      isOptional: true,
    },
    signal,
  );
  for (const { privilege, right } of [READ_AGENTS, READ_COMPONENTS])
    if (agents.length + components.length > 0 || rights.has(privilege.toLowerCase()))
      requireWhole(dataverse.host, rights, privilege, right);
  return pageOf([
    ...agents.map((row) => rowOf('agent', row, { id: row.botid, part, reason: undefined })),
    ...components
      // What belongs to no agent is shared, and counts where it is used.
      .filter(({ _parentbotid_value: agent }) => typeof agent === 'string')
      .map((row) => rowOf('component', row, { id: row.botcomponentid, part, reason: undefined })),
  ]);
}

function pageOf(rows: readonly (ListedRow | undefined)[]): PartPage {
  const readable = rows.filter((row) => row !== undefined);
  return {
    rows: readable,
    unreadableCount: rows.length - readable.length,
    next: undefined,
    count: undefined,
  };
}

function rowOf(
  kind: RowKind,
  row: Row,
  {
    id,
    part,
    reason,
  }: { readonly id: unknown; readonly part: RemotePart; readonly reason: Reason | undefined },
): ListedRow | undefined {
  const { name, modifiedon, '@odata.etag': etag, _parentbotid_value: agent } = row;
  if (typeof id !== 'string' || !GUID.test(id) || typeof etag !== 'string' || etag === '') return undefined;
  return {
    row: `${kind}:${id}`,
    name: typeof name === 'string' && name !== '' ? name.slice(0, NAME_CHARACTERS_MAX).toWellFormed() : id,
    version: typeof modifiedon === 'string' ? modifiedon : etag,
    runsIn: reason === undefined ? part.path : undefined,
    place: {
      origin: part.place.origin ?? '',
      id,
      kind,
      etag,
      ...(reason !== undefined && { reason }),
      ...(kind === 'component' && { agent: String(agent) }),
    },
  };
}

async function flow(dataverse: Dataverse, id: string, signal: AbortSignal): Promise<PulledFiles> {
  const row = await dataverse.get(`/workflows(${id})?$select=name,category,clientdata,definition`, signal);
  return flowFiles(id, row);
}

async function agent(dataverse: Dataverse, id: string, signal: AbortSignal): Promise<PulledFiles> {
  const row = await dataverse.get(`/bots(${id})?$select=name,schemaname,${AGENT_SETTINGS.join(',')}`, signal);
  const components = await dataverse.rows(
    {
      ...COMPONENTS,
      columns: ['schemaname', 'componenttype', 'data'],
      filter: `_parentbotid_value eq ${id}`,
    },
    signal,
  );
  return agentFiles(row, components);
}
