/** Calls of sources, of their drift from repositories, and of the links that pair them. */
import type {
  CreateLinkRequest,
  CreateSourceRequest,
  DecideLinkRequest,
  DriftEntry,
  DriftFile,
  DriftListResponse,
  LinkListResponse,
  LinkResponse,
  PullListResponse,
  PullResponse,
  SetSourceCredentialRequest,
  SourceArtefactListResponse,
  SourceListResponse,
  SourcePartListResponse,
  SourceResponse,
} from '../../../src/gen/contract/answers.ts';
import type { QueryValues } from '../../routing/paths.ts';
import { defineCall } from '../define-call.ts';

export type Source = SourceResponse;
export type Pull = PullResponse;
export type Artefact = SourceArtefactListResponse['artefacts'][number];

type OfSource = { readonly params: { readonly id: string } };

const PATH = '/api/v1/sources';

export const listSources = defineCall<SourceListResponse>('GET', PATH);
export const createSource = defineCall<Source, { body: CreateSourceRequest }>('POST', PATH);
export const getSource = defineCall<Source, OfSource>('GET', `${PATH}/{id}`);
export const deleteSource = defineCall<null, OfSource>('DELETE', `${PATH}/{id}`);
export const setCredential = defineCall<Source, OfSource & { body: SetSourceCredentialRequest }>(
  'PUT',
  `${PATH}/{id}/credential`,
);
export const testSource = defineCall<Pull, OfSource>('POST', `${PATH}/{id}/test`);
export const startPull = defineCall<Pull, OfSource>('POST', `${PATH}/{id}/pulls`);
export const listPulls = defineCall<PullListResponse, OfSource>('GET', `${PATH}/{id}/pulls`);
export const listParts = defineCall<SourcePartListResponse, OfSource>('GET', `${PATH}/{id}/parts`);
export const listArtefacts = defineCall<SourceArtefactListResponse, OfSource & { query: QueryValues }>(
  'GET',
  `${PATH}/{id}/artefacts`,
);

export type Drift = DriftEntry;
export type DriftedFile = DriftFile;
export type Link = LinkResponse;

export const listDrift = defineCall<DriftListResponse, { readonly query: QueryValues }>(
  'GET',
  '/api/v1/drift',
);
export const listLinks = defineCall<LinkListResponse, { readonly query: QueryValues }>(
  'GET',
  '/api/v1/links',
);
export const createLink = defineCall<Link, { body: CreateLinkRequest }>('POST', '/api/v1/links');
export const decideLink = defineCall<
  Link,
  { readonly params: { readonly id: string }; body: DecideLinkRequest }
>('PUT', '/api/v1/links/{id}');
