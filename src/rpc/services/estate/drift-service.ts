/** `flowarden.v1.DriftService`: artefacts of sources against what repositories have approved, and links between them. */

import type { Complete } from '../../../contract/complete.ts';
import { ARTEFACT_STATES } from '../../../contract/lists/artefact-state.ts';
import { LINK_DECISIONS, LINK_STATES } from '../../../contract/lists/link-state.ts';
import { AppError } from '../../../errors.ts';
import {
  DriftServiceService,
  type DriftEntry as EntryMessage,
  type DriftFile as FileMessage,
  type Link as LinkMessage,
} from '../../../gen/flowarden/v1/drift.ts';
import type { Sql } from '../../../infra/database/connections.ts';
import { addLink, readLinks, settleLink } from '../../../service/drift/links.ts';
import type { LinkRecord } from '../../../service/drift/links-store.ts';
import { type DriftEntry, type DriftFile, readDrift } from '../../../service/drift/read-drift.ts';
import {
  optionalChoice,
  pageSizeField,
  requiredChoice,
  requiredText,
  textField,
} from '../../convert/fields.ts';
import { defineService, type Service } from '../../server/service.ts';
import { changeOf } from '../change.ts';

/** Creates the service. */
export function driftService(sql: Sql): Service {
  return defineService(DriftServiceService, {
    listDrift: {
      async handle(request, { caller }) {
        const { state = '', source = '', repository = '', environment = '', pageSize, cursor } = request;
        const filters = {
          state: optionalChoice('state', state, ARTEFACT_STATES),
          sourceId: textField(source),
          repository: textField(repository),
          place: textField(environment),
        };
        const page = await readDrift(sql, caller.orgId, filters, paging(pageSize, cursor));
        return { items: page.items.map(entryMessage), nextCursor: page.nextCursor ?? '' };
      },
    },
    listLinks: {
      async handle({ state = '', source = '', pageSize, cursor }, { caller }) {
        const filters = { state: optionalChoice('state', state, LINK_STATES), sourceId: textField(source) };
        const page = await readLinks(sql, caller.orgId, filters, paging(pageSize, cursor));
        return { items: page.items.map(linkMessage), nextCursor: page.nextCursor ?? '' };
      },
    },
    createLink: {
      async handle(request, context) {
        const wanted = {
          sourceId: requiredText('source_id', request.sourceId),
          artefactId: textField(request.artefactId),
          prefix: textField(request.prefix),
          repository: requiredText('repository', request.repository),
          folder: request.folder,
        };
        if ((wanted.artefactId === null) === (wanted.prefix === null))
          throw new AppError('invalid_field', 'Give either artefactId or prefix.', { field: 'artefact_id' });
        const answer = (record: LinkRecord) => ({ link: linkMessage(record) });
        return answer(await addLink(context.storingAnswer(sql, answer), changeOf(context), wanted));
      },
    },
    decideLink: {
      async handle({ id, state }, context) {
        const decider = { scopes: context.caller.scopes, now: () => new Date() };
        const wanted = requiredChoice('state', state, LINK_DECISIONS);
        return {
          link: linkMessage(await settleLink(sql, changeOf(context), decider, { id, state: wanted })),
        };
      },
    },
  });
}

const paging = (pageSize: number, cursor: string) => ({
  cursor: cursor === '' ? null : cursor,
  pageSize: pageSizeField(pageSize),
});

function entryMessage(entry: DriftEntry): Complete<EntryMessage> {
  const { linkId, repository, folder, prefix } = entry;
  return {
    artefactId: entry.id,
    sourceId: entry.sourceId,
    source: entry.sourceName,
    environment: entry.place === '' ? undefined : entry.place,
    name: entry.name,
    path: entry.path,
    version: entry.version,
    state: entry.state,
    otherConnections: entry.otherConnections,
    reason: entry.reason ?? undefined,
    presence: entry.presence,
    link:
      linkId === null
        ? undefined
        : { id: linkId, repository: repository!, folder: folder!, prefix: prefix ?? undefined },
    counts: Object.fromEntries(entry.counts),
    files: entry.files.map(fileMessage),
    lastSeenAt: entry.lastSeen,
  };
}

function fileMessage({ counterpart, validationId, ...file }: DriftFile): Complete<FileMessage> {
  if (counterpart === null)
    return { ...file, validationId: validationId ?? undefined, repositoryRun: undefined };
  const { at: validatedAt, branch, commit, ...run } = counterpart;
  return {
    ...file,
    validationId: validationId ?? undefined,
    repositoryRun: { ...run, branch: branch ?? undefined, commit: commit ?? undefined, validatedAt },
  };
}

function linkMessage({
  sourceName,
  artefactName,
  decidedByName,
  ...link
}: LinkRecord): Complete<LinkMessage> {
  return {
    ...link,
    source: sourceName,
    artefactId: link.artefactId ?? undefined,
    artefact: artefactName ?? undefined,
    prefix: link.prefix ?? undefined,
    because: link.because ?? undefined,
    decidedBy: decidedByName ?? undefined,
    decidedAt: link.decidedAt ?? undefined,
  };
}
