/** Composition of a core: its services over shared dependencies, and the gRPC server in front of them. */
import type { PlatformNaming } from '../analysis/model/platform.ts';
import type { Rule } from '../analysis/model/rule.ts';
import { CONTRACT_LIMITS } from '../contract/limits.ts';
import { createSemaphore } from '../infra/async/semaphore.ts';
import type { BlobStore } from '../infra/blobs/blob-store.ts';
import { createPeerCheck } from '../infra/core/peer-token.ts';
import type { Sql } from '../infra/database/connections.ts';
import { createLoadShedding } from '../infra/database/load-shedding.ts';
import { createSeal } from '../infra/sealing/seal.ts';
import type { TokenIssuer } from '../infra/settings/issuer-setting.ts';
import type { AnalysisPool } from '../pool/pool.ts';
import { type RpcServer, type RpcServerOptions, startRpcServer } from '../rpc/server/server.ts';
import type { Service } from '../rpc/server/service.ts';
import { apiKeyService } from '../rpc/services/access/api-key-service.ts';
import type { GroupMappingDeps } from '../rpc/services/access/group-mapping-service.ts';
import { sessionService } from '../rpc/services/access/session-service.ts';
import { type ProviderSignIn, signInService } from '../rpc/services/access/sign-in-service.ts';
import { teamService } from '../rpc/services/access/team-service.ts';
import { trustPolicyService } from '../rpc/services/access/trust-policy-service.ts';
import { auditService } from '../rpc/services/audit/audit-service.ts';
import { environmentService } from '../rpc/services/environment-service.ts';
import { driftService } from '../rpc/services/estate/drift-service.ts';
import { estateService } from '../rpc/services/estate/estate-service.ts';
import { evidenceService } from '../rpc/services/estate/evidence-service.ts';
import { inventoryService } from '../rpc/services/estate/inventory-service.ts';
import { viewService } from '../rpc/services/estate/view-service.ts';
import { exceptionService } from '../rpc/services/exception-service.ts';
import { changeService } from '../rpc/services/feed/change-service.ts';
import { feedService } from '../rpc/services/feed/feed-service.ts';
import { findingService } from '../rpc/services/finding-service.ts';
import { inboxService, mailService } from '../rpc/services/inbox-service.ts';
import { organisationService } from '../rpc/services/organisation-service.ts';
import { outlineService } from '../rpc/services/outline-service.ts';
import { policyService } from '../rpc/services/policy-service.ts';
import { projectRunService } from '../rpc/services/project-run-service.ts';
import { projectService } from '../rpc/services/project-service.ts';
import { createRuleErrorLog } from '../rpc/services/rule-errors.ts';
import { ruleService } from '../rpc/services/rule-service.ts';
import { runService } from '../rpc/services/run-service.ts';
import { scannerService } from '../rpc/services/scanner-service.ts';
import { usageService } from '../rpc/services/usage-service.ts';
import { validationService } from '../rpc/services/validation-service.ts';
import { createPasswords, type Passwords } from '../service/access/accounts/password-hash.ts';
import { type Authenticate, createAuthenticate } from '../service/access/authenticate.ts';
import { requireAdmitted } from '../service/access/grant.ts';
import type { MemberDeps } from '../service/access/members.ts';
import { createSessionRefresh } from '../service/access/oidc/refresh-session.ts';
import { createIdentifyPerson } from '../service/access/sessions/identify-person.ts';
import { createSessionCheck } from '../service/access/sessions/session-check.ts';
import { createMembership } from '../service/access/tokens/membership.ts';
import type { CheckToken } from '../service/access/tokens/token.ts';
import { createWorkloadIssuers } from '../service/access/trust/issuers.ts';
import { createWorkloadCheck, type WorkloadDeps } from '../service/access/trust/workload-caller.ts';
import { createRejectionTally } from '../service/audit/events/rejection-tally.ts';
import { type ScanPool, scanDeps } from '../service/free-scans/free-scan-deps.ts';
import type { HumanVerification } from '../service/free-scans/proof-of-work.ts';
import { createIdempotency, type Idempotency } from '../service/idempotency/idempotency.ts';
import { createPlanGate } from '../service/plans/plan-cache.ts';
import { createPackOpener } from '../service/policy/packs/open-packs.ts';
import { createPolicyCache } from '../service/policy/policy-cache.ts';
import { createContentSeal } from '../service/projects/files/content-seal.ts';
import { findFinding } from '../service/projects/find-finding.ts';
import { type ProjectDeps, projectDeps } from '../service/projects/project-deps.ts';
import { listProjectStatuses } from '../service/projects/store/projects.ts';
import { createFeedWatch } from '../service/results/feed/feed-watch.ts';
import { createStoredOutlines } from '../service/results/outlines/outlines-store.ts';
import { VALIDATION_LIMITS } from '../service/validations/limits.ts';
import { createPoisonGuard } from '../service/validations/poison-files.ts';
import { createRunWaiters, type RunWaiters } from '../service/validations/run-waiters.ts';
import { listRunStatuses } from '../service/validations/validation-runs-store.ts';
import { type CallingDeps, callingServices } from './calling-services.ts';
import type { CoreCounts } from './core-counts.ts';
import { memberServices } from './member-services.ts';

/** Calls of one organisation that may wait for runs. */
export const RUN_WAITERS_ORG_MAX = 500;

/** Parts of a core that a process opens and closes, and its settings. */
export interface CoreDeps
  extends Pick<
      RpcServerOptions,
      'host' | 'port' | 'baseUrl' | 'limiter' | 'gatewayToken' | 'onGateway' | 'log'
    >,
    Required<Pick<RpcServerOptions, 'tls' | 'tracer'>>,
    CallingDeps,
    Pick<MemberDeps, 'issuer' | 'orgClaim'>,
    Pick<GroupMappingDeps, 'groupsClaim'> {
  readonly sql: Sql;
  readonly blobs: BlobStore;
  readonly pool: AnalysisPool;
  /** Checks uploaded packs, in a process of its own. */
  readonly sandbox: Pick<AnalysisPool, 'checkPack'>;
  /** Free scanner; undefined: it is off. */
  readonly scanner: { readonly pool: ScanPool; readonly verification: HumanVerification } | undefined;
  readonly engineVersion: string;
  readonly platformNames: PlatformNaming;
  /** Keep the outlines that pictures are drawn from; default: yes. */
  readonly keepsOutlines?: boolean;
  /** Pepper of the hashes of API keys. */
  readonly pepper: string;
  readonly secretsKey: string;
  /** Check of the tokens of users; undefined: they are not accepted. */
  readonly checkToken: CheckToken | undefined;
  /** Sign-in at the identity provider; undefined: people do not sign in there. */
  readonly atProvider: Pick<ProviderSignIn, 'provider' | 'tokens' | 'seal' | 'checkLogout'> | undefined;
  /** True if people may sign in by password. */
  readonly allowsPasswords: boolean;
  /** Issuer and audience of the tokens of users; null: there are none. */
  readonly userTokens: WorkloadDeps['users'];
  /** Issuers of CI identity tokens that trust policies may name. */
  readonly tokenIssuers: readonly TokenIssuer[];
  loadRules(): Promise<readonly Rule[]>;
  readonly counts: Pick<CoreCounts, 'observe' | 'observeRejection' | 'observeRun'>;
  /** Time for which rejected calls are counted together, in milliseconds; default: a minute. */
  readonly rejectionWindowMs?: number;
  /** Time for a call without a deadline, in milliseconds; default: that of the limits. */
  readonly callMsDefault?: number;
  /** Clock of the cache of plans, in milliseconds. */
  readonly planClockMs?: () => number;
  /** Replaces the hashing of passwords. */
  readonly passwords?: Passwords;
  /** Replaces the services. */
  readonly services?: readonly Service[];
  /** Replaces limits of projects. */
  readonly projectLimits?: Partial<Pick<ProjectDeps, 'archiveBytesMax'>>;
}

/** Core that serves. */
export interface Core {
  readonly server: RpcServer;
  readonly authenticate: Authenticate;
  readonly idempotency: Idempotency;
  readonly waiters: RunWaiters;
  /** Ends the calls that wait for a run, then the others as `RpcServer.drain` does. */
  drain(graceMs: number): Promise<void>;
}

/** Creates the services of a core and starts its server. */
export async function createCore(deps: CoreDeps): Promise<Core> {
  const { sql, log, pool, blobs, engineVersion, baseUrl, platformNames, counts } = deps;
  const { keepsOutlines = true } = deps;
  const poison = createPoisonGuard(sql, engineVersion, (error) =>
    log.warn({ err: error }, 'a running analysis could not be recorded'),
  );
  const onWaitError = (error: unknown) =>
    log.warn({ err: error }, 'the validations that callers wait for could not be checked');
  const waitPermits = createSemaphore({
    total: VALIDATION_LIMITS.runWaitersMax,
    perKey: RUN_WAITERS_ORG_MAX,
  });
  const waiters = createRunWaiters(sql, listRunStatuses, waitPermits, onWaitError);
  const projectWaiters = createRunWaiters(sql, listProjectStatuses, waitPermits, onWaitError);
  const streams = createFeedWatch(sql, (error) =>
    log.warn({ err: error }, 'the changes of the feed could not be read'),
  );
  const opener = createPackOpener({ engineVersion, rules: deps.loadRules, now });
  const policies = createPolicyCache({ sql, now, opener, rules: deps.loadRules });
  const validations = {
    sql,
    pool,
    poison,
    policies,
    engineVersion,
    baseUrl,
    platformNames,
    keepsOutlines,
    storedOutlines: createStoredOutlines(),
    blobs,
    waiters,
    callbacks: { sql, seal: deps.webhookSeal, guard: deps.guard, resolve: deps.resolve, now },
  };
  const contentSeal = createContentSeal(deps.secretsKey);
  const projects = {
    ...projectDeps(validations, { blobs, waiters: projectWaiters, contentSeal }),
    ...deps.projectLimits,
  };
  const findRule = async (id: string) => (await deps.loadRules()).find((rule) => rule.id === id);
  const { scanner } = deps;
  const workloads = createWorkloadCheck({
    sql,
    issuers: createWorkloadIssuers(deps.tokenIssuers, (issuer, error) =>
      log.warn({ err: error, issuer }, 'the keys of the CI system could not be fetched'),
    ),
    users: deps.userTokens,
    baseUrl,
    now,
    onRejection: (facts) => log.info(facts, 'the identity token of a CI job was rejected'),
  });
  const refreshSession =
    deps.atProvider === undefined
      ? undefined
      : createSessionRefresh({ ...deps.atProvider, sql, now, groupsLog: log });
  const sessions = createSessionCheck(sql, deps.pepper, now, refreshSession);
  const signIn = {
    sql,
    pepper: deps.pepper,
    now,
    sessions,
    passwords: deps.passwords ?? createPasswords(deps.pepper),
    limiter: deps.limiter,
    allowsPasswords: deps.allowsPasswords,
  };
  const atProvider = deps.atProvider && {
    ...signIn,
    ...deps.atProvider,
    findMembership: createMembership(sql, now),
    groupsLog: log,
  };
  const logRuleErrors = createRuleErrorLog(log);
  const services = (): readonly Service[] => [
    validationService(validations, logRuleErrors),
    runService(
      validations,
      {
        dryRuns: { sql, opener, rules: deps.loadRules, engineVersion },
        runRules: { sql, policies, rules: deps.loadRules },
      },
      { log, logRuleErrors },
      counts.observeRun,
    ),
    ruleService(deps.loadRules, platformNames),
    apiKeyService({ sql, pepper: deps.pepper, now }),
    ...memberServices({
      ...{ sql, issuer: deps.issuer, orgClaim: deps.orgClaim, groupsClaim: deps.groupsClaim },
      ...{ pepper: deps.pepper, baseUrl, secretsKey: deps.secretsKey, now },
    }),
    signInService(signIn, atProvider, deps.log),
    sessionService(signIn, atProvider?.provider),
    auditService(sql),
    organisationService(sql, policies),
    environmentService(sql, policies),
    policyService(
      { sql, opener, rules: deps.loadRules, sandbox: deps.sandbox, engineVersion, admit: requireAdmitted },
      policies,
      platformNames,
    ),
    teamService(sql),
    trustPolicyService({ sql, issuers: deps.tokenIssuers, now }, workloads),
    usageService(sql),
    outlineService(sql, platformNames, engineVersion),
    findingService({ sql, now }),
    changeService({ sql, baseUrl, platformNames }),
    feedService({ sql, now, baseUrl, platformNames, streams }),
    inboxService({ sql, now }),
    mailService({ sql, secretsKey: deps.secretsKey }),
    inventoryService(sql, platformNames),
    estateService({ sql, loadRules: deps.loadRules, platformNames }),
    viewService(sql),
    driftService(sql),
    evidenceService({ sql, loadRules: deps.loadRules, platformNames }),
    exceptionService({ sql, now, baseUrl, findRule, findFinding }),
    ...callingServices(deps, { sql, blobs }, now),
    projectService(projects),
    projectRunService(projects, log),
    ...(scanner === undefined
      ? []
      : [
          scannerService(
            scanDeps({ sql, pool: scanner.pool, poison, keepsOutlines, loadRules: deps.loadRules }),
            scanner.verification,
            platformNames,
          ),
        ]),
  ];
  const checks = { users: deps.checkToken, workloads, sessions };
  const authenticate = createAuthenticate(sql, deps.pepper, now, checks);
  const idempotency = createIdempotency(sql, createSeal(deps.secretsKey));
  const rejections = createRejectionTally({ sql, now, log, windowMs: deps.rejectionWindowMs });
  const server = await startRpcServer({
    ...deps,
    ...counts,
    rejections,
    authenticate,
    identifyPerson: createIdentifyPerson(sessions),
    idempotency,
    isPeer: createPeerCheck(deps.secretsKey),
    plans: createPlanGate(sql, deps.planClockMs),
    requireRoom: createLoadShedding(sql),
    services: deps.services ?? services(),
    callMsDefault: deps.callMsDefault ?? CONTRACT_LIMITS.engineRunMsMax,
  });
  return {
    server,
    authenticate,
    idempotency,
    waiters,
    async drain(graceMs) {
      // Calls that wait for the end of a run would only delay the others.
      waiters.close();
      projectWaiters.close();
      streams.close();
      await server.drain(graceMs);
      await rejections.close();
    },
  };
}

const now = () => new Date();
