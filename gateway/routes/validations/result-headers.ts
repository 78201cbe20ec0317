/** Headers of runs and results: what the closed bodies of the interface have no members for. */

const ENVIRONMENT = 'X-Service-Environment';
const WOULD_BLOCK = 'X-Service-Would-Block';
const METADATA_IGNORED = 'X-Service-Metadata-Ignored';

/** Documentation of the headers of a run in any state. */
export const RUN_RECORD_HEADERS = {
  [METADATA_IGNORED]:
    'Members of the submitted metadata that were not understood and are not stored, at most ten, percent-encoded and separated by commas; absent when there are none.',
};

/** Documentation of the headers of a project. */
export const PROJECT_RECORD_HEADERS = {
  [ENVIRONMENT]: 'The environment whose settings decided; absent when the run named none.',
  ...RUN_RECORD_HEADERS,
};

/** Documentation of the headers of a result. */
export const RESULT_HEADERS = {
  ...PROJECT_RECORD_HEADERS,
  [WOULD_BLOCK]: 'Number of findings that block, or would block in the mode `blocking`.',
};

/** Facts of a run that its headers have. */
interface RunRecord {
  readonly metadataIgnored: readonly string[];
  readonly environment?: string | undefined;
}

/** Returns the headers of a run in any state. */
export function recordHeaders({ metadataIgnored, environment }: RunRecord): Readonly<Record<string, string>> {
  return {
    ...(environment === undefined || environment === '' ? {} : { [ENVIRONMENT]: environment }),
    ...(metadataIgnored.length === 0
      ? {}
      : { [METADATA_IGNORED]: metadataIgnored.map(encodeURIComponent).join(', ') }),
  };
}

/** Returns the headers of a result. */
export function resultHeaders(
  result: RunRecord & { readonly wouldBlock: number },
): Readonly<Record<string, string>> {
  return { ...recordHeaders(result), [WOULD_BLOCK]: String(result.wouldBlock) };
}
