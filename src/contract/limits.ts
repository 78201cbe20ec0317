/**
 * Limits of requests and results that hold for callers, each with its unit in its name. Those of fields stand in the
 * proto files.
 */
import { MIB } from '../units.ts';

export const CONTRACT_LIMITS = {
  /** Largest file of a synchronous validation. */
  fileBytesSyncMax: 10 * MIB,
  /** Largest file of an asynchronous validation. */
  fileBytesAsyncMax: 25 * MIB,
  /** Largest `metadata` field, in bytes of UTF-8. */
  metadataBytesMax: 4_096,
  /** Names of members of the metadata that were ignored, as answers list them. */
  metadataIgnoredNamesMax: 10,
  /** Longer names of ignored members are cut here. */
  metadataIgnoredCharactersMax: 64,
  /** Environments of one organisation. */
  environmentsMax: 100,
  /** Teams of an organisation. */
  teamsMax: 200,
  /** One CODEOWNERS file; GitHub's own limit. */
  codeOwnersBytesMax: 3 * MIB,
  /** Patterns of one CODEOWNERS file. */
  codeOwnersPatternsMax: 10_000,
  /** CODEOWNERS files of an organisation in force, and as many that are proposed. */
  codeOwnersFilesMax: 200,
  /** Bytes of all CODEOWNERS files of an organisation in force, and as many of proposed ones. */
  codeOwnersTotalBytesMax: 12 * MIB,
  /** Patterns of all CODEOWNERS files of an organisation in force, and as many of proposed ones. */
  codeOwnersTotalPatternsMax: 50_000,
  /** Saved views of one person, key or team. */
  viewsMax: 50,
  /** Patterns of what teams own, of all teams of an organisation. */
  teamPatternsMax: 10_000,
  /** Of these, patterns with `*` in the repository. */
  teamRepositoryGlobsMax: 200,
  /** Trust policies of an organisation. */
  trustPoliciesMax: 100,
  /** Versions of policy packs of an organisation. */
  policyVersionsMax: 1_000,
  /** Keys that may sign policy packs of an organisation. */
  policyKeysMax: 50,
  /** Size of a built policy pack. */
  policyBundleBytesMax: 4 * MIB,
  /** Longest life of an exception for a critical finding. */
  exceptionDaysCriticalMax: 30,
  /** For a high one. */
  exceptionDaysHighMax: 90,
  /** For all others. */
  exceptionDaysMax: 365,
  /** Longest path of a file that is stored; longer ones are cut at the front. */
  filenameCharactersMax: 255,
  /** Characters at the end of a longer path that are read. */
  filenameReadCharactersMax: 4_096,
  /** Longest `X-Request-Id` that is accepted. */
  requestIdCharactersMax: 64,
  /** Findings that are stored with one validation; the summary holds the true totals. */
  findingsStoredMax: 10_000,
  /** Workflows in the call graph of a project. */
  callGraphWorkflowsMax: 1_000,
  /** Calls in it; those of one workflow to one target count once. */
  callGraphCallsMax: 5_000,
  /** Largest file of a free scan. */
  scanFileBytesMax: 2 * MIB,
  /** Time of a free scan in all, its upload and its wait for a thread included. */
  scanMsMax: 20_000,
  /** Time to verify the answer to a captcha. */
  captchaMsMax: 5_000,
  /** Time that the engine has for one synchronous validation. */
  engineRunMsMax: 30_000,
  /** Largest piece of a file that is uploaded in several gRPC messages. */
  uploadPieceBytesMax: MIB,
  /**
   * Calls at once in one gRPC connection: a gateway sends those of all its callers over a few connections, so what
   * may last long (`runWaitersMax`, `openedCallsMax` of the gateway) takes half, and an eighth for one organisation.
   */
  rpcStreamsMax: 4_000,
  /** Largest archive of a project. What is in it is limited by `ZIP_LIMITS`. */
  projectBytesMax: 250 * MIB,
  /** Time for a whole upload. */
  uploadMsMax: 120_000,
  /** Time that the old secret still signs after a rotation, unless the caller sets one. */
  webhookRotationHoursDefault: 24,
  /** Retention of the delivery log. */
  deliveryDaysMax: 30,
  /**
   * Deliveries that go into or out of the queue at once. They move, oldest first, when their webhook is recovered,
   * disabled or deleted: many more would take longer than a statement may.
   */
  deliveriesMovedMax: 10_000,
  /** Entries of one page of a list, unless the caller sets a size. */
  pageSizeDefault: 50,
  /** Time that the answer to a call with an Idempotency-Key is stored. */
  idempotencyHoursMax: 24,
  /** Longest Idempotency-Key. */
  idempotencyKeyCharactersMax: 255,
  /** Life of an API key, unless its creator sets one. */
  apiKeyDaysDefault: 365,
  /** Longest life of an API key. */
  apiKeyDaysMax: 1_095,
  /** Shortest password. */
  passwordCharactersMin: 15,
  /** Longest password. */
  passwordCharactersMax: 128,
} as const satisfies Readonly<Record<string, number>>;
