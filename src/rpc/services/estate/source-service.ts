/** `flowarden.v1.SourceService`: sources and their pulls. */
import type { Complete } from '../../../contract/complete.ts';
import { AppError } from '../../../errors.ts';
import {
  type SourceArtefact as ArtefactMessage,
  type SourcePart as PartMessage,
  type Source as SourceMessage,
  SourceServiceService,
} from '../../../gen/flowarden/v1/source.ts';
import type { SourcePull } from '../../../service/sources/pull.ts';
import {
  readArtefacts,
  readPull,
  readPulls,
  readSourceParts,
  startPull,
} from '../../../service/sources/pulls.ts';
import type { ArtefactRecord, PartRecord } from '../../../service/sources/pulls-store.ts';
import {
  PUSHED_PLATFORMS,
  SOURCE_KINDS,
  SOURCE_STATES,
  type SourceChoice,
  type SourceView,
} from '../../../service/sources/source.ts';
import type { ArtefactFilter } from '../../../service/sources/source-filters.ts';
import {
  addSource,
  changeSource,
  readSource,
  readSources,
  removeSource,
  type SourceDeps,
  setCredential,
} from '../../../service/sources/sources.ts';
import { choiceField, requiredChoice, requiredText, textField } from '../../convert/fields.ts';
import { defineService, type Service } from '../../server/service.ts';
import { changeOf, etagField, type FieldReaders, maskedChanges } from '../change.ts';
import { toCoverage, toPull } from './to-pull.ts';

const PULLS_PAGE = 20;
const PAGE = 100;

/** Creates the service. */
export function sourceService(deps: SourceDeps): Service {
  const { sql } = deps;
  const one = (view: SourceView) => ({ source: toMessage(view) });
  const begun = (pull: SourcePull) => ({ pull: toPull(pull) });
  return defineService(SourceServiceService, {
    listSources: async (_request, { caller }) => ({
      sources: (await readSources(sql, caller.orgId)).map(toMessage),
    }),
    getSource: async ({ id }, { caller }) => one(await readSource(sql, caller.orgId, id)),
    createSource: async ({ source }, context) => {
      const values = source ?? NOTHING;
      const made = await addSource({ ...deps, sql: context.storingAnswer(sql, one) }, changeOf(context), {
        kind: requiredChoice('kind', values.kind, SOURCE_KINDS),
        settings: {
          url: requiredText('url', values.url).trim(),
          onPremises: values.onPremises,
          tenant: textField(values.tenant ?? ''),
          tokenUrl: textField(values.tokenUrl ?? ''),
          ...(values.moreUrls.length > 0 && { moreUrls: values.moreUrls.map((url) => url.trim()) }),
          ...(values.platform !== undefined && {
            platform: requiredChoice('platform', values.platform, PUSHED_PLATFORMS),
          }),
        },
        ...READERS.name(values),
        ...READERS.environments(values),
        ...READERS.every_minutes(values),
        ...READERS.daily_at(values),
        ...READERS.sender_key_id(values),
        state: choiceField(values.state) ?? 'active',
      });
      return one(made);
    },
    updateSource: async ({ source, updateMask, etag }, context) => {
      const values = source ?? NOTHING;
      const changes = maskedChanges<Values, Partial<SourceChoice>>(updateMask, values, READERS);
      const known = { id: values.id, etag: etagField(etag) };
      return one(await changeSource(deps, changeOf(context), known, changes));
    },
    deleteSource: async ({ id, etag }, context) => {
      await removeSource(deps, changeOf(context), { id, etag: etagField(etag) });
      return {};
    },
    setSourceCredential: async ({ id, clientId, clientSecret, token, expiresAt }, context) => {
      const given = {
        clientId: textField(clientId ?? ''),
        clientSecret: textField(clientSecret ?? ''),
        token: textField(token ?? ''),
        expiresAt: expiresAt ?? null,
      };
      return one(await setCredential(deps, changeOf(context), id, given));
    },
    testSource: async ({ id }, context) => {
      const own = { ...deps, sql: context.storingAnswer(sql, begun) };
      return begun(await startPull(own, changeOf(context), id, true));
    },
    startPull: async ({ id }, context) => {
      const own = { ...deps, sql: context.storingAnswer(sql, begun) };
      return begun(await startPull(own, changeOf(context), id, false));
    },
    listPulls: async ({ id, cursor, pageSize }, { caller }) => {
      const page = await readPulls(sql, caller.orgId, id, pageOf(cursor, pageSize || PULLS_PAGE));
      return { pulls: page.items.map(toPull), nextCursor: page.nextCursor ?? '' };
    },
    getPull: async ({ id, pullId }, { caller }) => begun(await readPull(sql, caller.orgId, id, pullId)),
    listSourceParts: async ({ id, cursor, pageSize }, { caller }) => {
      const page = await readSourceParts(sql, caller.orgId, id, pageOf(cursor, pageSize || PAGE));
      return { parts: page.items.map(toPart), nextCursor: page.nextCursor ?? '' };
    },
    listSourceArtefacts: async ({ id, cursor, pageSize, reason }, { caller }) => {
      const wanted = { ...pageOf(cursor, pageSize || PAGE), reason: choiceField<ArtefactFilter>(reason) };
      const page = await readArtefacts(sql, caller.orgId, id, wanted);
      return { artefacts: page.items.map(toArtefact), nextCursor: page.nextCursor ?? '' };
    },
  });
}

const pageOf = (cursor: string, pageSize: number) => ({ cursor: cursor === '' ? null : cursor, pageSize });

type Values = Pick<
  SourceMessage,
  | 'id'
  | 'kind'
  | 'name'
  | 'url'
  | 'onPremises'
  | 'tenant'
  | 'tokenUrl'
  | 'moreUrls'
  | 'environments'
  | 'state'
  | 'everyMinutes'
  | 'dailyAt'
  | 'platform'
  | 'senderKeyId'
>;

const NOTHING: Values = {
  id: '',
  kind: '',
  name: '',
  url: '',
  onPremises: false,
  tenant: undefined,
  tokenUrl: undefined,
  moreUrls: [],
  environments: [],
  state: '',
  everyMinutes: undefined,
  dailyAt: undefined,
  platform: undefined,
  senderKeyId: undefined,
};

const READERS = {
  name: ({ name }) => ({ name: requiredText('name', name).trim() }),
  environments: ({ environments }) => ({
    environments: environments.map(({ part, environment }) => ({
      part: requiredText('environments.part', part).trim(),
      environment: requiredText('environments.environment', environment).trim(),
    })),
  }),
  state: ({ state }) => ({ state: requiredChoice('state', state, SOURCE_STATES) }),
  every_minutes: ({ everyMinutes }) => ({ everyMinutes: everyMinutes ?? null }),
  daily_at: ({ dailyAt }) => ({ dailyAt: readTimeOfDay(dailyAt) }),
  sender_key_id: ({ senderKeyId }) => ({ senderKeyId: textField(senderKeyId ?? '') }),
} satisfies FieldReaders<Values, Partial<SourceChoice>>;

const TIME_OF_DAY = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

function readTimeOfDay(text: string | undefined): string | null {
  if (text === undefined || TIME_OF_DAY.test(text)) return text ?? null;
  throw new AppError('invalid_field', 'daily_at must be a time of day in UTC, such as 02:30.', {
    field: 'daily_at',
  });
}

function toMessage({ source, credentials, coverage, runningPullId }: SourceView): Complete<SourceMessage> {
  const { settings } = source;
  return {
    id: source.id,
    kind: source.kind,
    name: source.name,
    url: settings.url,
    onPremises: settings.onPremises,
    tenant: settings.tenant ?? undefined,
    tokenUrl: settings.tokenUrl ?? undefined,
    moreUrls: [...(settings.moreUrls ?? [])],
    environments: source.environments.map(({ part, environment }) => ({ part, environment })),
    state: source.state,
    everyMinutes: source.everyMinutes ?? undefined,
    dailyAt: source.dailyAt ?? undefined,
    platform: settings.platform,
    senderKeyId: source.senderKeyId ?? undefined,
    nextPullAt: source.nextPullAt ?? undefined,
    credentials: credentials.map(({ state, preview, expiresAt, createdAt, createdByName }) => ({
      state,
      preview,
      expiresAt: expiresAt ?? undefined,
      setAt: createdAt,
      setBy: createdByName,
    })),
    coverage: toCoverage(coverage),
    runningPullId: runningPullId ?? undefined,
    lastCompleteAt: source.lastCompleteAt ?? undefined,
    etag: String(source.version),
    createdAt: source.createdAt,
    updatedAt: source.updatedAt,
    createdBy: source.createdByName,
  };
}

function toPart({ path, kind, state, problem, artefacts, listedAt }: PartRecord): Complete<PartMessage> {
  return {
    path,
    kind,
    state,
    problem: problem ?? undefined,
    rows: artefacts ?? undefined,
    listedAt: listedAt ?? undefined,
  };
}

function toArtefact(artefact: ArtefactRecord): Complete<ArtefactMessage> {
  return {
    id: artefact.id,
    name: artefact.name,
    version: artefact.version,
    group: artefact.path,
    environment: artefact.place === '' ? undefined : artefact.place,
    running: artefact.running.map(({ part, version }) => ({ part, version })),
    presence: artefact.presence,
    reason: artefact.reason ?? undefined,
    problem: artefact.problem ?? undefined,
    projectValidationId: artefact.projectId ?? undefined,
    firstSeenAt: artefact.firstSeen,
    lastSeenAt: artefact.lastSeen,
  };
}
