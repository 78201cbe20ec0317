/** Limits of the gateway alone. Each has its unit in its name. */

import { CONTRACT_LIMITS } from '../src/contract/limits.ts';
import { FIELD_LIMITS } from '../src/gen/contract/field-limits.ts';
import { INFRA_LIMITS } from '../src/infra/limits.ts';
import { KIB } from '../src/units.ts';

export const GATEWAY_LIMITS = {
  /** Findings that a report of a project lists; further ones are counted. GitHub reads 25,000 of a run. */
  projectReportFindingsMax: 10_000,
  /** Deepest nesting of a JSON body; deeper values only cost memory and stacks. */
  jsonDepthMax: 64,
  /**
   * Text fields of one form. It exceeds the number of published names, so that the message can name the unknown one.
   */
  formFieldsMax: 40,
  /** Longest name of a form field. */
  fieldNameBytesMax: 100,
  /** Longest text of a form field that is read; each field's own limit is lower. */
  fieldBytesMax: 16 * KIB,
  /** Memory of all bodies that are buffered: all files but archives. */
  uploadBytesMax: 512 * 1024 * KIB,
  /** Part of that memory for one organisation: five files of the largest size. */
  uploadOrganisationBytesMax: 128 * 1024 * KIB,
  /** Time that a connection stays half open after a rejected body, so that the sender can read the answer. */
  lingerMsMax: 1_000,
  /** Longest time for which the body of a rejected request is read, and the period of the two limits below. */
  discardMsMax: 30_000,
  /** Bytes of rejected requests that are read in a period. */
  discardedBytesMax: 2048 * 1024 * KIB,
  /** Bytes of rejected requests that are read in a period, per address. */
  discardedAddressBytesMax: 512 * 1024 * KIB,

  /** Concurrent calls that wait for their upload: half of the streams of a connection to the core. */
  openedCallsMax: CONTRACT_LIMITS.rpcStreamsMax / 2,
  /** Concurrent calls that wait for their upload, per organisation. Anonymous callers share as many. */
  openedCallsOrgMax: CONTRACT_LIMITS.rpcStreamsMax / 8,
  /** Calls that a caller may cancel at once before its next ones wait. */
  cancelledBurstMax: 100,
  /** Number of these that are refilled per second. */
  cancelledPerSecondMax: 10,
  /** Longest wait of a call of such a caller. */
  cancelledPauseMsMax: 1_000,
  /** Callers that a gateway remembers. */
  callersKnownMax: 10_000,
  /** Time for the core to answer a read. */
  readCallMsMax: 15_000,
  /** Time during which the readiness is cached. */
  readinessCacheMs: 1_000,
  /** Time that a validation waits for a restarting core: its upload is worth more than a quick answer. */
  coreReturnValidateMsMax: 10_000,
  /** Pause before a call is retried at a core that is stopping. */
  coreStoppingPauseMs: 200,
  /** Largest answer of the core: 10,000 findings fit in. */
  coreAnswerBytesMax: 64 * 1024 * KIB,
  /**
   * Interval of keepalive pings on a connection with calls. Together with their timeout it is below the time of a
   * read, so that a read whose core has vanished is sent to another one in time.
   */
  channelKeepaliveMs: 4_000,
  /** Timeout of a keepalive ping. */
  channelKeepaliveMsMax: 8_000,

  /** Time for the header lines of a request. */
  headersMsMax: 15_000,
  /** Time for a whole request; longer than the limits of an upload, which give better errors. */
  requestMsMax: CONTRACT_LIMITS.uploadMsMax + 15_000,
  /** Lifetime of an idle connection: longer than the 60 s of common load balancers, which must close it first. */
  keepAliveMsMax: 65_000,
  /** Time for running requests to finish when the gateway stops. */
  drainMsMax: INFRA_LIMITS.stopGraceMsMax - INFRA_LIMITS.stopMarginMs - 500,
  /** Interval at which connections are checked against these times. */
  connectionCheckMs: 1_000,
  /** Entries of an exported list. */
  exportRowsMax: 100_000,
  /** Entries of it that one call of the core reads. */
  exportPageRows: FIELD_LIMITS['ListValidationsRequest.pageSize'].max,
  /** Bytes that are reserved for an export on its way. */
  exportBytesHeld: 4 * 1024 * KIB,
  /** Smallest size of an answer that is compressed; below it, the time is worth more than the bytes. */
  compressedBytesMin: 8 * KIB,
  /** Size of the pieces of a large answer. */
  answerPieceBytes: 64 * KIB,
  /**
   * Longest time without progress of a waiting answer; then its connection is destroyed. It is long because a kernel
   * buffers megabytes and accepts more only after a third of them has been sent.
   */
  answerStallMsMax: 120_000,
  /** Bytes of answers that wait for their readers. */
  unreadBytesMax: 256 * 1024 * KIB,
  /** Bytes of answers that wait, per organisation. */
  unreadOrganisationBytesMax: 32 * 1024 * KIB,
  /** Bytes of answers to anonymous callers that wait, per address. */
  unreadAddressBytesMax: 16 * 1024 * KIB,
  /** Concurrent connections. For a further one an idle one is closed, or the new one if all are in use. */
  connectionsMax: 10_000,
  /**
   * Concurrent connections per IPv4 address or /64 of IPv6: a tenth of all, so that a few cannot shut out the others.
   * Trusted proxies have none.
   */
  connectionsAddressMax: 1_000,
  /** Seconds until a caller may poll for a result again. */
  resultRetrySeconds: 1,
  /** Seconds until a retry, if nothing better is known. */
  retryAfterSecondsDefault: 1,
} as const satisfies Readonly<Record<string, number>>;
