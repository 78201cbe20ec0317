/** Limits of pulls. Each has its unit in its name. */
import { HOUR_MS, KIB, MIB, MINUTE_MS, SECOND_MS } from '../units.ts';

export const REMOTE_LIMITS = {
  /** Parts of one tenant, such as folders. */
  partsMax: 1_000,
  /** Environments of one source. */
  environmentsMax: 200,
  /** Artefacts of one tenant. */
  artefactsMax: 50_000,
  /** Rows of all parts of one tenant; several may be about one artefact. */
  rowsMax: 500_000,
  /** Requests to one tenant at the same time. */
  requestsMax: 4,
  /** Requests to one tenant in a second, unless the caller sets it. */
  requestsPerSecond: 5,
  /** Highest rate that a caller may set. */
  requestsPerSecondMax: 20,
  /** Time of one request, to the end of its answer. */
  requestMsMax: 10 * MINUTE_MS,
  /** Silence on a connection. */
  silenceMsMax: 30 * SECOND_MS,
  /** One page of a listing. */
  jsonBytesMax: 32 * MIB,
  /** One UiPath package. */
  packageBytesMax: 250 * MIB,
  /** Pages of one query of a table. */
  tablePagesMax: 200,
  /** Characters of all rows of one query. */
  tableCharactersMax: 32 * MIB,
  /** Part of an error's body that is read. */
  errorBytesMax: 64 * KIB,
  /** Attempts of a request after errors of the platform and broken connections. */
  attemptsMax: 6,
  /** Failed parts or downloads in a row after which the platform counts as lost. */
  failuresInRowMax: 3,
  /** First pause after such an error or a throttled request. */
  pauseMsMin: SECOND_MS,
  /** Longest pause that follows from the number of attempts. */
  pauseMsMax: 5 * MINUTE_MS,
  /** Longest pause that a platform may request. */
  retryAfterMsMax: HOUR_MS,
  /** A token is renewed this long before its end. */
  tokenMarginMs: 2 * MINUTE_MS,
  /** Characters of a platform's message that are quoted. */
  quoteCharactersMax: 200,
} as const satisfies Readonly<Record<string, number>>;
