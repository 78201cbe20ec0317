/** `flowarden.v1.PolicyService`: policy packs, the keys that sign them, and where they hold. */

import type { PlatformNaming } from '../../analysis/model/platform.ts';
import { SEVERITIES } from '../../analysis/model/rule.ts';
import type { Complete } from '../../contract/complete.ts';
import { CONTRACT_LIMITS } from '../../contract/limits.ts';
import { AppError } from '../../errors.ts';
import {
  type GetEffectivePolicyRequest,
  type GetEffectivePolicyResponse,
  type PolicyAssignment,
  type PolicyKey,
  type PolicyPackVersion,
  type PolicyRule,
  PolicyServiceService,
} from '../../gen/flowarden/v1/policy.ts';
import { requireScope } from '../../service/access/require-scope.ts';
import { readDryRun, type ShownDryRun, startDryRun } from '../../service/policy/dry-runs/dry-runs.ts';
import { assignPack, readAssignments } from '../../service/policy/packs/assign-pack.ts';
import type { AssignmentRecord } from '../../service/policy/packs/assignments-store.ts';
import {
  explainPolicyRule,
  readEffectivePolicy,
  type ShownPolicy,
  type ShownRule,
} from '../../service/policy/packs/effective-policy.ts';
import { addPolicyKey, readPolicyKeys, removePolicyKey } from '../../service/policy/packs/policy-keys.ts';
import type { PolicyKeyRecord } from '../../service/policy/packs/policy-keys-store.ts';
import {
  checkBundle,
  type PackDeps,
  type PublishedPack,
  publishPack,
  readPackBundle,
  readPackVersions,
} from '../../service/policy/packs/publish-pack.ts';
import type { PolicyCache } from '../../service/policy/policy-cache.ts';
import { readSelection, toDryRun } from '../convert/convert-dry-run.ts';
import { choiceField, requiredText } from '../convert/fields.ts';
import { defineService, type Service } from '../server/service.ts';
import { changeOf } from './change.ts';

/** Creates the service; changes invalidate the policies that `policies` caches. */
export function policyService(
  deps: PackDeps,
  policies: Pick<PolicyCache, 'invalidate'>,
  platformNames: PlatformNaming,
): Service {
  const { sql } = deps;
  return defineService(PolicyServiceService, {
    listPolicyPacks: {
      async handle(_request, { caller }) {
        return { versions: (await readPackVersions(sql, caller.orgId, null)).map(toVersion) };
      },
    },
    getPolicyPack: {
      async handle({ slug }, { caller }) {
        const name = requiredText('slug', slug);
        return { versions: (await readPackVersions(sql, caller.orgId, name)).map(toVersion) };
      },
    },
    publishPolicyPack: {
      async handle({ bundle, dryRun, allowRollback }, context) {
        // An older pack may hold less.
        if (allowRollback) requireScope(context.caller, 'policies:assign');
        const answer = (record: PublishedPack) => ({ version: toVersion(record) });
        const once = dryRun ? deps : { ...deps, sql: context.storingAnswer(sql, answer) };
        const file = bundleField(bundle);
        const checked = await checkBundle(deps, context.caller.orgId, file);
        const publication = { bundle: file, isDryRun: dryRun, allowsRollback: allowRollback, checked };
        return answer(await publishPack(once, changeOf(context), publication));
      },
    },
    getPolicyBundle: {
      async handle({ slug, version }, { caller }) {
        const name = {
          slug: requiredText('slug', slug),
          version: requiredText('version', version),
        };
        const { bundle, digest } = await readPackBundle(sql, caller.orgId, name);
        return { bundle, digest };
      },
    },
    getEffectivePolicy: {
      async handle(request, { caller }) {
        return toEffective(
          request.environment,
          await readEffectivePolicy(deps, caller.orgId, versionOf(request)),
        );
      },
    },
    explainPolicyRule: {
      async handle(request, { caller }) {
        const ruleId = requiredText('rule', request.ruleId).toUpperCase();
        const path = request.path === '' ? null : requiredText('path', request.path);
        const wanted = { ...versionOf(request), ruleId, path };
        return { rule: toPolicyRule(await explainPolicyRule(deps, caller.orgId, wanted)) };
      },
    },
    startPolicyDryRun: {
      async handle(request, context) {
        // The result shows what earlier runs have found.
        requireScope(context.caller, 'analysis:read');
        const { slug, version } = versionOf(request);
        const answer = (record: ShownDryRun) => ({ dryRun: toDryRun(record, platformNames) });
        const once = { ...deps, sql: context.storingAnswer(sql, answer) };
        return answer(
          await startDryRun(once, changeOf(context), { slug, version, selection: readSelection(request) }),
        );
      },
    },
    getPolicyDryRun: {
      async handle({ id }, { caller }) {
        requireScope(caller, 'analysis:read');
        return { dryRun: toDryRun(await readDryRun(sql, caller.orgId, id), platformNames) };
      },
    },
    listPolicyKeys: {
      async handle(_request, { caller }) {
        return { keys: (await readPolicyKeys(sql, caller.orgId)).map(toKey) };
      },
    },
    createPolicyKey: {
      async handle({ key }, context) {
        const answer = (record: PolicyKeyRecord) => ({ key: toKey(record) });
        const once = { ...deps, sql: context.storingAnswer(sql, answer) };
        const added = await addPolicyKey(once, changeOf(context), readKey(key));
        policies.invalidate(context.caller.orgId);
        return answer(added);
      },
    },
    deletePolicyKey: {
      async handle({ id }, context) {
        await removePolicyKey(deps, changeOf(context), requiredText('id', id));
        policies.invalidate(context.caller.orgId);
        return {};
      },
    },
    listPolicyAssignments: {
      async handle(_request, { caller }) {
        return { assignments: (await readAssignments(sql, caller.orgId)).map(toAssignment) };
      },
    },
    assignPolicyPack: {
      async handle({ assignment }, context) {
        const { environment = '', policyPack = '', choice = '' } = assignment ?? {};
        const after = await assignPack(deps, changeOf(context), {
          environment: environment === '' ? null : environment,
          policyPack: policyPack === '' ? null : requiredText('policyPack', policyPack),
          choice: choiceField(choice),
        });
        policies.invalidate(context.caller.orgId);
        return { assignment: toAssignment(after) };
      },
    },
  });
}

function bundleField(bundle: Uint8Array): Buffer {
  if (bundle.byteLength === 0) {
    const message = 'bundle is missing. Send the file that `flowarden policy build` writes.';
    throw new AppError('missing_field', message, { field: 'bundle' });
  }
  if (bundle.byteLength > CONTRACT_LIMITS.policyBundleBytesMax)
    throw new AppError('policy_pack_invalid', 'bundle is larger than a built pack may be.', {
      field: 'bundle',
    });
  return Buffer.from(bundle);
}

function readKey(key: PolicyKey | undefined) {
  const packs = key?.packs ?? [];
  if (packs.length === 0)
    throw new AppError('invalid_field', 'The field packs is empty. Name packs, or *.', { field: 'packs' });
  return {
    // PEM has lines. The use case reads it and stores its own writing of the key.
    publicKey: key?.publicKey ?? '',
    packs: packs.map((pattern) => requiredText('packs', pattern)),
    notAfter: key?.notAfter ?? null,
  };
}

function versionOf(request: Pick<GetEffectivePolicyRequest, 'slug' | 'version' | 'environment'>) {
  const { environment } = request;
  return {
    slug: requiredText('slug', request.slug),
    version: requiredText('version', request.version),
    environment: environment === '' ? null : requiredText('environment', environment),
  };
}

function toEffective(
  environment: string,
  { record, environment: { mode, choice, policy }, rules }: ShownPolicy,
): Complete<GetEffectivePolicyResponse> {
  const { failOn, scoreMin, newMax, notEvaluatedMax, required } = policy.judgement.gate;
  return {
    version: toVersion(record),
    environment,
    mode: mode ?? '',
    choice: choice ?? '',
    gate: {
      block: SEVERITIES.slice(0, SEVERITIES.indexOf(failOn) + 1),
      scoreMin: scoreMin ?? 0,
      newMax: { ...newMax },
      notEvaluatedMax: notEvaluatedMax ?? -1,
      required: [...required],
    },
    rules: rules.map(toPolicyRule),
  };
}

function toPolicyRule({ rule, isOn, severity, decisions }: ShownRule): Complete<PolicyRule> {
  return {
    ruleId: rule.id,
    title: rule.title,
    on: isOn,
    severity,
    decisions: decisions.map(({ about, value, origin }) => ({ about, value, origin: origin ?? '' })),
  };
}

function toVersion({ publishedByName, createdAt, ...record }: PublishedPack): Complete<PolicyPackVersion> {
  const { id, slug, version, revision, digest } = record;
  return {
    id,
    slug,
    version,
    revision,
    digest,
    publishedBy: publishedByName,
    publishedAt: createdAt ?? undefined,
  };
}

function toKey({
  id,
  publicKey,
  packs,
  notAfter,
  createdByName,
  createdAt,
}: PolicyKeyRecord): Complete<PolicyKey> {
  return {
    id,
    publicKey,
    packs: [...packs],
    notAfter: notAfter ?? undefined,
    createdBy: createdByName,
    createdAt,
  };
}

function toAssignment(record: AssignmentRecord): Complete<PolicyAssignment> {
  return {
    environment: record.environment ?? '',
    policyPackId: record.versionId ?? '',
    policyPack: record.slug === null ? '' : `${record.slug}@${record.version}`,
    choice: record.choice ?? '',
    assignedBy: record.assignedByName,
    assignedAt: record.updatedAt,
  };
}
