/**
 * Remote of UiPath Orchestrator. Calls, parameters and members are those of its published OpenAPI document (API 20.0):
 * folders of the caller, processes of each folder, packages of each feed, and the packages themselves.
 */

import { formatNumber, plural } from '../../text/format.ts';
import type { PlatformClient } from '../http/platform-client.ts';
import { objectOf } from '../http/platform-fault.ts';
import { REMOTE_LIMITS } from '../limits.ts';
import type { ListedRow, PartPage, Remote, RemotePart } from '../remote.ts';
import { RemoteError, type RemoteProblem } from '../remote-error.ts';
import type { OrchestratorAddress } from './orchestrator-address.ts';
import {
  createOrchestratorTokens,
  type OrchestratorCredential,
  PULL_SCOPES,
  requestApplicationToken,
} from './orchestrator-tokens.ts';
import { packagesOf } from './packages.ts';

/** Rows of a page: the most that Orchestrator gives. */
const PAGE_ROWS = 1_000;
/** Name of the feed that all folders share. */
export const TENANT_FEED = 'tenant';

const FEEDS = '/odata/Processes';
const DOWNLOAD = `${FEEDS}/UiPath.Server.Configuration.OData.DownloadPackage`;

/** Problems of a probe that say nothing about the credential. */
const UNANSWERED: readonly RemoteProblem[] = ['call_rejected', 'invalid_answer', 'scope_rejected'];

/** Folder of the caller. */
interface Folder {
  readonly id: string;
  readonly path: string;
  readonly parentId: string;
}

/** Creates the remote of a tenant. */
export function createUipathRemote(
  client: PlatformClient,
  address: OrchestratorAddress,
  credential: OrchestratorCredential,
): Remote {
  const tokens = createOrchestratorTokens(client, credential);
  const get = (path: string, signal: AbortSignal, headers: Readonly<Record<string, string>> = {}) =>
    client.json(tokens, path, { signal, headers: { ...address.headers, ...headers } });

  /** Lists the folders. Pages by offsets move when folders come and go, so they are counted. */
  async function foldersOnce(
    signal: AbortSignal,
  ): Promise<{ readonly found: readonly Folder[]; readonly problem: string | undefined }> {
    const found = new Map<string, Folder>();
    for (let skip = 0; ; ) {
      const page = objectOf(
        await get(`/api/Folders/GetAllForCurrentUser?take=${PAGE_ROWS}&skip=${skip}`, signal),
      );
      const items = listOf(page, 'PageItems');
      const before = found.size;
      for (const item of items) {
        const folder = folderOf(item);
        if (folder !== undefined && !found.has(folder.id)) found.set(folder.id, folder);
      }
      skip += items.length;
      if (found.size > REMOTE_LIMITS.partsMax)
        throw new RemoteError('over_limit', `The tenant has more than ${REMOTE_LIMITS.partsMax} folders.`);
      const count = Number(page?.Count ?? Number.NaN);
      // A page without anything new would never end.
      if (found.size > before && !(skip >= count)) continue;
      const isWhole = Number.isNaN(count) || count === found.size;
      const came = `${formatNumber(found.size)} of ${plural(count, 'folder')}`;
      return {
        found: [...found.values()],
        problem: isWhole ? undefined : `${came} came: they change while they are listed, or have no id.`,
      };
    }
  }

  async function folders(signal: AbortSignal) {
    const first = await foldersOnce(signal);
    return first.problem === undefined ? first : foldersOnce(signal);
  }

  /** Returns the folder's own feed, or undefined for that of the tenant. Folders below have the feed of the one above. */
  async function ownFeed({ id, path }: Folder, signal: AbortSignal): Promise<RemotePart | undefined> {
    try {
      const feed = await get(`/api/PackageFeeds/GetFolderFeed?folderId=${id}`, signal);
      return typeof feed === 'string' && feed !== '' ? feedPart(feed, path) : undefined;
    } catch (error) {
      if (!isDenied(error)) throw error;
      // Its processes name their feed all the same, but what runs nowhere is not seen.
      const problem = `It cannot be seen whether the folder ${JSON.stringify(path)} has a feed of its own. Assign the application to this folder.`;
      return { key: `feed-of:${id}`, path, kind: 'feed', place: {}, problem };
    }
  }

  async function list(part: RemotePart, skip: number, signal: AbortSignal): Promise<PartPage> {
    const { folderId = '', feedId = '' } = part.place;
    const paging = `$top=${PAGE_ROWS}&$skip=${skip}&$count=true`;
    const isFolder = part.kind === 'folder';
    const page = isFolder
      ? await get(`/odata/Releases?${paging}&$select=Key,ProcessKey,ProcessVersion,FeedId`, signal, {
          'X-UIPATH-OrganizationUnitId': folderId,
        })
      : await get(
          `${FEEDS}?${paging}${feedId === '' ? '' : `&feedId=${encodeURIComponent(feedId)}`}`,
          signal,
        );
    const values = listOf(objectOf(page), 'value');
    const rows = values.flatMap(
      (value) => (isFolder ? releaseOf(value, part) : packageOf(value, feedId)) ?? [],
    );
    const end = skip + values.length;
    const count = Number(objectOf(page)?.['@odata.count'] ?? Number.NaN);
    const isLast = values.length === 0 || end >= count;
    return {
      rows,
      unreadableCount: values.length - rows.length,
      next: isLast ? undefined : { skip: end },
      count: Number.isNaN(count) ? undefined : count,
    };
  }

  return {
    async probe(signal) {
      if (credential.kind === 'token')
        return {
          warnings: [
            'A personal access token has the rights of a person. An external application with the scopes below can be limited to reading.',
          ],
        };
      // A token that is requested without scopes has all that the application has, and says so.
      // That is not documented: where it is rejected, nothing is known, and the listing says whether the credential works.
      const { scope } = await requestApplicationToken(client, credential, undefined, signal).catch(
        (error: unknown) => {
          if (error instanceof RemoteError && UNANSWERED.includes(error.problem)) return { scope: undefined };
          throw error;
        },
      );
      const more = (typeof scope === 'string' ? scope.split(' ') : []).filter(
        (name) =>
          name.startsWith('OR.') &&
          name !== 'OR.Default' &&
          !(PULL_SCOPES as readonly string[]).includes(name),
      );
      return {
        warnings:
          more.length === 0
            ? []
            : [`The application may do more than read. Take these scopes away from it: ${more.join(', ')}.`],
      };
    },

    async parts(signal) {
      const { found: all, problem } = await folders(signal);
      if (all.length === 0)
        throw new RemoteError(
          'no_parts',
          'The application sees no folder. That is no empty tenant: assign it to the folders.',
        );
      const ids = new Set(all.map(({ id }) => id));
      const feeds = new Map<string, RemotePart>();
      const shared = feedPart('', TENANT_FEED);
      feeds.set(shared.key, shared);
      for (const folder of all.filter(({ parentId }) => !ids.has(parentId))) {
        const feed = await ownFeed(folder, signal);
        if (feed !== undefined && !feeds.has(feed.key)) feeds.set(feed.key, feed);
      }
      const parts = all.map(
        ({ id, path }): RemotePart => ({
          key: `folder:${id}`,
          path,
          kind: 'folder',
          place: { folderId: id },
          problem: undefined,
        }),
      );
      const more: readonly RemotePart[] =
        problem === undefined
          ? []
          : [{ key: 'folders', path: 'folders', kind: 'folder', place: {}, problem }];
      return [...parts, ...more, ...feeds.values()];
    },

    async list(part, cursor, signal) {
      try {
        return await list(part, Number(cursor?.skip ?? 0), signal);
      } catch (error) {
        throw isDenied(error) ? new RemoteError('no_access', deniedText(part), { cause: error }) : error;
      }
    },

    select: packagesOf,

    async fetch({ name, version, place }, sink, signal) {
      const key = encodeURIComponent(`${name}:${version}`.replaceAll("'", "''")).replaceAll("'", '%27');
      const feed = place.feedId ? `?feedId=${encodeURIComponent(place.feedId)}` : '';
      const call = { signal, headers: address.headers, sink, bytesMax: REMOTE_LIMITS.packageBytesMax };
      try {
        return { sizeBytes: await client.download(tokens, `${DOWNLOAD}(key='${key}')${feed}`, call) };
      } catch (error) {
        if (!isDenied(error)) throw error;
        // Orchestrator answers 404 for 403 here, also for packages of a feed outside of it.
        throw new RemoteError(
          'no_access',
          `The package ${JSON.stringify(`${name} ${version}`)} cannot be downloaded. Give the role of the application Packages.View, or FolderPackages.View for the feed of a folder; packages of external feeds are not offered.`,
          { cause: error },
        );
      }
    },
  };
}

const feedPart = (feedId: string, path: string): RemotePart => ({
  key: `feed:${feedId || TENANT_FEED}`,
  path,
  kind: 'feed',
  place: { feedId },
  problem: undefined,
});

const isDenied = (error: unknown): boolean =>
  error instanceof RemoteError && (error.problem === 'no_access' || error.problem === 'not_found');

function deniedText({ kind, path, place }: RemotePart): string {
  if (kind === 'folder')
    return `The folder ${JSON.stringify(path)} cannot be read. Assign the application to it with a role that has Processes.View.`;
  return place.feedId === ''
    ? 'The packages of the tenant cannot be listed. Give the application a role of the tenant that has Packages.View.'
    : `The packages of the folder ${JSON.stringify(path)} cannot be listed. Give the role of the application there FolderPackages.View.`;
}

/** @throws RemoteError when the answer has no such list: it is of another program */
function listOf(page: Record<string, unknown> | undefined, member: string): readonly unknown[] {
  const list = page?.[member];
  if (Array.isArray(list)) return list;
  throw new RemoteError(
    'invalid_answer',
    `The answer of Orchestrator has no list ${JSON.stringify(member)}.`,
  );
}

function folderOf(item: unknown): Folder | undefined {
  const { Id: id, FullyQualifiedName: path, DisplayName: name, ParentId: parent } = objectOf(item) ?? {};
  if (!Number.isSafeInteger(id)) return undefined;
  const shown = [path, name].find((text) => typeof text === 'string' && text !== '');
  return { id: String(id), path: String(shown ?? id), parentId: String(parent ?? '') };
}

function releaseOf(value: unknown, { path }: RemotePart): ListedRow | undefined {
  const { Key: row, ProcessKey: name, ProcessVersion: version, FeedId: feedId } = objectOf(value) ?? {};
  if (!isText(row) || !isText(name) || !isText(version)) return undefined;
  return { row, name, version, runsIn: path, place: { feedId: isText(feedId) ? feedId : '' } };
}

function packageOf(value: unknown, feedId: string): ListedRow | undefined {
  const { Id: name, Version: version } = objectOf(value) ?? {};
  if (!isText(name) || !isText(version)) return undefined;
  return { row: name, name, version, runsIn: undefined, place: { feedId } };
}

/** Longest id or version: NuGet's own limits are 100 and 64 characters. */
const TEXT_CHARACTERS_MAX = 500;

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= TEXT_CHARACTERS_MAX;
