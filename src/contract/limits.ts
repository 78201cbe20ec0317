/** Limits of requests and results that hold for callers. Each has its unit in its name. */
import { MIB } from '../units.ts';

export const CONTRACT_LIMITS = {
  /** Largest file of a synchronous validation. */
  fileBytesSyncMax: 10 * MIB,
  /** Largest file of an asynchronous validation. */
  fileBytesAsyncMax: 25 * MIB,
  /** Largest `metadata` field, in bytes of UTF-8. */
  metadataBytesMax: 4_096,
  /** Strings inside the metadata are cut here. */
  metadataTextCharactersMax: 512,
  /** Names of members of the metadata that were ignored, as answers list them. */
  metadataIgnoredNamesMax: 10,
  /** Longer names of ignored members are cut here. */
  metadataIgnoredCharactersMax: 64,
  /** Longest `label`. */
  labelCharactersMax: 200,
  /** Longest `source`. */
  sourceCharactersMax: 64,
  /** Longest `ruleset`. */
  rulesetCharactersMax: 128,
  /** Longest `policy_pack`. */
  policyPackCharactersMax: 128,
  /** Longest `environment`. */
  environmentCharactersMax: 128,
  /** Longest identifier that is looked up. */
  idCharactersMax: 64,
  /** Environments of one organisation. */
  environmentsMax: 100,
  /** Trust policies of an organisation. */
  trustPoliciesMax: 100,
  /** Versions of policy packs of an organisation. */
  policyVersionsMax: 1_000,
  /** Keys that may sign policy packs of an organisation. */
  policyKeysMax: 50,
  /** Size of a built policy pack. */
  policyBundleBytesMax: 4 * MIB,
  /** Longest name of a trust policy. */
  trustPolicyNameCharactersMax: 128,
  /** Longest value of a pin or a condition. */
  trustClaimCharactersMax: 500,
  /** Longest description of an environment. */
  environmentDescriptionCharactersMax: 500,
  /** Longest time before its end that an exception is announced. */
  exceptionWarningDaysMax: 90,
  /** Longest time for which a member cannot approve requests of who gave them access, in days. */
  exceptionGrantDaysMax: 365,
  /** Longest grace period of new rules, in days. */
  newRuleGraceDaysMax: 90,
  /** Longest life of an exception for a critical finding. */
  exceptionDaysCriticalMax: 30,
  /** For a high one. */
  exceptionDaysHighMax: 90,
  /** For all others. */
  exceptionDaysMax: 365,
  /** Longest reason of an exception, and longest note of a decision. */
  exceptionTextCharactersMax: 1_000,
  /** Longest pattern of a file name or a location. */
  exceptionPatternCharactersMax: 500,
  /** Default branches of an organisation. */
  defaultBranchesMax: 10,
  /** Longest name of one. */
  branchCharactersMax: 200,
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
  /** Longest answer of a human verification that a form may have. */
  captchaCharactersMax: 8_192,
  /** Time to verify one. */
  captchaMsMax: 5_000,
  /** Time that the engine has for one synchronous validation. */
  engineRunMsMax: 30_000,
  /** The longest wait that a caller may request. */
  runWaitSecondsMax: 30,
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
  /** Longest address of a webhook. */
  webhookUrlCharactersMax: 2_048,
  /** Longest description of a webhook. */
  webhookDescriptionCharactersMax: 200,
  /** Time that the old secret still signs after a rotation, unless the caller sets one. */
  webhookRotationHoursDefault: 24,
  /** Longest time that the old secret may sign. */
  webhookRotationHoursMax: 168,
  /** Retention of the delivery log. */
  deliveryDaysMax: 30,
  /**
   * Deliveries that go into or out of the queue at once. They move, oldest first, when their webhook is recovered,
   * disabled or deleted: many more would take longer than a statement may.
   */
  deliveriesMovedMax: 10_000,
  /** Entries of one page of a list, unless the caller sets a size. */
  pageSizeDefault: 50,
  /** Most entries of one page of a list. */
  pageSizeMax: 200,
  /** Most entries of one page over gRPC, of the lists that can be exported. */
  exportPageRowsMax: 1_000,
  /** Time that the answer to a call with an Idempotency-Key is stored. */
  idempotencyHoursMax: 24,
  /** Longest Idempotency-Key. */
  idempotencyKeyCharactersMax: 255,
  /** Life of an API key, unless its creator sets one. */
  apiKeyDaysDefault: 365,
  /** Longest life of an API key. */
  apiKeyDaysMax: 1_095,
  /** Longest name of an API key. */
  apiKeyNameCharactersMax: 100,
  /** Longest time that the old secret of a rotated key stays valid. */
  apiKeyOverlapSecondsMax: 604_800,
  /** Longest subject of a token; longer names and addresses are cut here. */
  subjectCharactersMax: 255,
  /** Longest name of a person. */
  personNameCharactersMax: 100,
  /** Shortest password. */
  passwordCharactersMin: 15,
  /** Longest password. */
  passwordCharactersMax: 128,
  /** Longest e-mail address. */
  emailCharactersMax: 254,
  /** Longest retention of results. */
  validationDaysMax: 400,
} as const satisfies Readonly<Record<string, number>>;
