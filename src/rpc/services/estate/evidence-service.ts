/** `flowarden.v1.EvidenceService`: evidence for auditors by control. */

import { type PlatformNaming, platformName } from '../../../analysis/model/platform.ts';
import type { Rule } from '../../../analysis/model/rule.ts';
import type { Complete } from '../../../contract/complete.ts';
import { FRAMEWORKS } from '../../../contract/lists/estate.ts';
import {
  type ControlEvidence as ControlMessage,
  EvidenceServiceService,
  type EvidenceException as ExceptionMessage,
  type SignEvidenceRequest,
  type EvidenceSource as SourceEvidence,
} from '../../../gen/flowarden/v1/evidence.ts';
import type { Sql } from '../../../infra/database/connections.ts';
import {
  type ControlEvidence,
  type EvidenceQuery,
  readEvidence,
} from '../../../service/results/evidence/evidence.ts';
import type { ControlException } from '../../../service/results/evidence/evidence-store.ts';
import { readSignOffs, type SignOff, signEvidence } from '../../../service/results/evidence/sign-evidence.ts';
import { readEvidenceSources } from '../../../service/sources/source-evidence.ts';
import type { EvidenceSource } from '../../../service/sources/source-evidence-store.ts';
import { pagingOf } from '../../convert/estate-filters.ts';
import { requiredChoice, requiredText, requiredTime } from '../../convert/fields.ts';
import { defineService, type Service } from '../../server/service.ts';
import { changeOf } from '../change.ts';

/** Parts that the service is made of. */
export interface EvidenceServiceDeps {
  readonly sql: Sql;
  readonly loadRules: () => Promise<readonly Rule[]>;
  readonly platformNames: PlatformNaming | undefined;
}

/** Creates the service. */
export function evidenceService({ sql, loadRules, platformNames }: EvidenceServiceDeps): Service {
  const deps = async () => ({ sql, rules: await loadRules() });
  return defineService(EvidenceServiceService, {
    listEvidence: {
      async handle(request, { caller }) {
        const query = queryOf(request);
        const page = await readEvidence(await deps(), caller.orgId, query, pagingOf(request));
        // Sign-offs and sources are about the whole organisation, which narrowed callers do not read.
        const isNarrowed = (caller.teams ?? null) !== null;
        const signOffs = isNarrowed ? [] : await readSignOffs(sql, caller.orgId, query);
        const sources = isNarrowed ? [] : await readEvidenceSources(sql, caller.orgId);
        return {
          runs: page.runs.map((group) => ({
            ...group,
            platform: platformName(group.platform, platformNames),
            policyPack: group.policyPack ?? undefined,
          })),
          items: page.items.map((item) => toControl(item, platformNames)),
          nextCursor: page.nextCursor ?? '',
          signOffs: [...signOffs],
          coverage: sources.map(toSource),
        };
      },
    },
    signEvidence: {
      async handle(request, context) {
        const signed = { note: requiredText('note', request.note), ...queryOf(request) };
        const answer = (signOff: SignOff) => ({ signOff });
        const effect = context.storingAnswer(sql, answer);
        return answer(await signEvidence(effect, await deps(), changeOf(context), signed));
      },
    },
  });
}

function queryOf({
  framework,
  from,
  to,
}: Pick<SignEvidenceRequest, 'framework' | 'from' | 'to'>): EvidenceQuery {
  return {
    framework: requiredChoice('framework', framework, FRAMEWORKS),
    from: requiredTime('from', from),
    to: requiredTime('to', to),
  };
}

function toControl(item: ControlEvidence, naming: PlatformNaming | undefined): Complete<ControlMessage> {
  return {
    ...item,
    answers: [...item.answers],
    rules: item.rules.map(({ rule, rulesets }) => ({
      ruleId: rule.id,
      title: rule.title,
      version: rule.version,
      severity: rule.severity,
      category: rule.category,
      platforms: rule.platforms.map((name) => platformName(name, naming)),
      rulesets: [...rulesets],
    })),
    exceptions: item.exceptions.map(toException),
  };
}

function toSource({ coverage, ...source }: EvidenceSource): Complete<SourceEvidence> {
  return {
    ...source,
    coverage: { ...coverage, reasons: coverage.reasons.map((one) => ({ ...one })) },
    unseenParts: source.unseenParts.map((part) => ({ ...part })),
    listedSince: source.listedSince ?? undefined,
    lastCompleteAt: source.lastCompleteAt ?? undefined,
  };
}

function toException({
  id,
  control: _control,
  total: _total,
  ...exception
}: ControlException): Complete<ExceptionMessage> {
  return {
    ...exception,
    exceptionId: id,
    repository: exception.repository ?? undefined,
    decidedAt: exception.decidedAt ?? undefined,
    decidedBy: exception.decidedBy ?? undefined,
    decisionNote: exception.decisionNote ?? undefined,
    revokedAt: exception.revokedAt ?? undefined,
    revokedBy: exception.revokedBy ?? undefined,
  };
}
