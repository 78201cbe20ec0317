/** Limits and waiting times that only the gateway has, each with its unit in its name; the shared ones are in `src/limits.ts`. */
import { LIMITS } from '../src/limits.ts';

const KIB = 1024;

export const GATEWAY_LIMITS = {
  /**
   * Bytes of a multipart body beside the file: the other fields, boundaries and part headers. More than waits between
   * the count of a body and its parser, so that it is the parser who says that a file is too large.
   */
  formOverheadBytesMax: 512 * KIB,
  /** Largest JSON body. */
  jsonBodyBytesMax: 256 * KIB,
  /** Deepest nesting of a JSON body; deeper values only cost memory and stacks. */
  jsonDepthMax: 64,
  /** Text fields of one form; more than the published ones have names, so that the message can say which is wrong. */
  formFieldsMax: 40,
  /** Longest name of a form field. */
  fieldNameBytesMax: 100,
  /** Longest text of a form field that is read at all; each field's own limit is lower. */
  fieldBytesMax: 16 * KIB,
  /** Header lines of one part. */
  partHeaderPairsMax: 20,
  /** Memory of the bodies that are gathered in memory: all files but archives. */
  uploadBytesMax: 512 * 1024 * KIB,
  /** Of this, how much one organisation may take: five files of the largest size. */
  uploadOrganisationBytesMax: 128 * 1024 * KIB,
  /** With so many bytes of a body that nobody has taken yet, no more is read of it. */
  bodyWaitingBytes: 16 * KIB,
  /** After so many bytes of one body it is the turn of the others. */
  bodyTurnBytes: 128 * KIB,
  /** By how much the heap, buffers included, may grow before all of it is searched for garbage. */
  heapGrowthPercent: 300,
  /** A body of at most this size that is not wanted is skipped, so that the connection can stay open. */
  skippedBodyBytesMax: 64 * KIB,
  /** How long a connection stays half open after a refused body, so that the sender can read the answer. */
  lingerMsMax: 1_000,

  /** Time that the core has for one synchronous validation, waiting for a thread included. */
  validateCallMsMax: LIMITS.engineRunMsMax + 15_000,
  /** Time that the core has to take in a file that is validated later. */
  submitCallMsMax: 30_000,
  /** Time that the core has to look at an archive that has arrived. */
  submitProjectMsMax: 30_000,
  /** Calls that wait for their upload at once: half of what a connection to the core carries. */
  openedCallsMax: LIMITS.rpcStreamsMax / 2,
  /** Of these, how many may be those of one organisation. Anonymous callers share as many. */
  openedCallsOrgMax: LIMITS.rpcStreamsMax / 8,
  /** Time of a call that is opened before its upload: a net below the limits of both. */
  openedCallMsMax: LIMITS.uploadMsMax + LIMITS.engineRunMsMax + 60_000,
  /** Time that the core has for a read. */
  readCallMsMax: 15_000,
  /** Time that the core has to say how it is. */
  healthCallMsMax: 2_000,
  /** Time without an answer to that after which another core is asked, at most twice. */
  healthAgainMs: 300,
  /** For how long a refusal that holds for everybody is said again without asking the core. */
  sharedRejectionMs: 100,
  /** For how long what it said of itself is believed. */
  readinessCacheMs: 1_000,
  /** How often a starting gateway looks whether the core is there and knows its token. */
  tokenLookMs: 1_000,
  /** How long a validation waits for a core that is being restarted: its upload is worth more than a quick answer. */
  coreReturnValidateMsMax: 10_000,
  /** How long a read waits for it. */
  coreReturnReadMsMax: 3_000,
  /** Pause before a call is repeated at a core that said it was stopping. */
  coreStoppingPauseMs: 200,
  /** Flow-control window of a channel to the core. */
  channelWindowBytes: 1024 * KIB,
  /** Largest answer of the core: 10,000 findings fit in. */
  coreAnswerBytesMax: 64 * 1024 * KIB,
  /**
   * How often a core that has calls is asked whether it lives. With the time to answer it is less than that of a read,
   * so that a read whose core has vanished is sent to another one in time.
   */
  channelKeepaliveMs: 4_000,
  /** Time that it has to answer. */
  channelKeepaliveMsMax: 8_000,
  /** Longest pause between two attempts to connect to the core: callers wait for one that restarts. */
  channelReconnectMsMax: 200,

  /** Time for the header lines of a request. */
  headersMsMax: 15_000,
  /** Time for a whole request: a net below the limits of an upload, which answer better. */
  requestMsMax: LIMITS.uploadMsMax + 15_000,
  /** Life of an idle connection: longer than the 60 s of common load balancers, which must be the ones to close. */
  keepAliveMsMax: 65_000,
  /** Time for running requests to finish when the gateway stops. */
  drainMsMax: LIMITS.stopGraceMsMax - LIMITS.stopMarginMs - 500,
  /** How often connections are held against these times. */
  connectionCheckMs: 1_000,
  /** An answer of the core with so many bytes is decoded and written in pieces. */
  largeAnswerBytesMin: 256 * KIB,
  /** Size of the pieces that a large answer leaves in. */
  answerPieceBytes: 64 * KIB,
  /**
   * Longest time in which nothing of a waiting answer leaves; then its connection is destroyed. Long, as a kernel takes in
   * megabytes and asks for more when a third of them has left.
   */
  answerStallMsMax: 120_000,
  /** Bytes of answers that wait for their readers. */
  unreadBytesMax: 256 * 1024 * KIB,
  /** Of these, how many may be for one organisation … */
  unreadOrganisationBytesMax: 32 * 1024 * KIB,
  /** … and, of answers to anonymous callers, for one address. */
  unreadAddressBytesMax: 16 * 1024 * KIB,
  /** Connections at once; further ones are closed at once. */
  connectionsMax: 10_000,
  /** Of these, how many one address may have. Half: a proxy that nobody has named is one address, too. */
  connectionsAddressMax: 5_000,
  /** How long browsers come back over https alone, where that is how we are reached. */
  httpsSeconds: 31_536_000,
  /** How often idle connections are closed while it stops. */
  drainSweepMs: 100,
  /** Seconds after which a caller may ask again for a result. */
  resultRetrySeconds: 1,
  /** Seconds after which a caller may try again when nothing better is known. */
  retryAfterSecondsDefault: 1,
  /** Seconds that browsers keep the files of the API reference. */
  docsAgeSecondsMax: 3_600,
} as const satisfies Readonly<Record<string, number>>;
