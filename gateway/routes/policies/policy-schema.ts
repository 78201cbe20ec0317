/** Policy packs, their keys and assignments in REST. */
import { z } from 'zod';
import { instant, int32, text, uuid } from '../../endpoint/answer-members.ts';

export const PolicyPackVersionResponse = z
  .strictObject({
    id: uuid().meta({ description: 'Answers show it as `policyPackId`.' }),
    slug: z.string().meta({ description: 'Name of the pack.' }),
    version: z.string(),
    revision: int32().meta({ description: 'Rises with every publication.' }),
    digest: z.string().meta({ description: 'SHA-256 of the built file, hexadecimal.' }),
    publishedBy: text('Name of the member or key that published it.'),
    publishedAt: instant().nullable().meta({ description: 'Null: it was checked only.' }),
  })
  .meta({ description: 'A published version of a policy pack.' });

export const PolicyPackListResponse = z
  .strictObject({
    versions: z
      .array(PolicyPackVersionResponse)
      .meta({ description: 'By slug, the highest revision of each first.' }),
  })
  .meta({ description: 'Policy packs with their versions.' });

export const PolicyBundleResponse = z
  .strictObject({
    payloadType: z.string(),
    payload: z.string().meta({ description: 'The pack as canonical JSON, base64.' }),
    signatures: z.array(z.strictObject({ keyid: z.string(), sig: z.string() })),
  })
  .meta({ description: 'A built policy pack: a DSSE envelope.' });

export const PolicyRuleResponse = z
  .strictObject({
    ruleId: z.string(),
    title: z.string(),
    on: z.boolean(),
    severity: z.string(),
    decisions: z.array(
      z.strictObject({
        about: z
          .string()
          .meta({ description: '`on`, `severity`, `params.NAME`, `tags`, `override` or `locked`.' }),
        value: z.string().meta({ description: 'The value as JSON.' }),
        origin: text(
          'File and line, preset or pack that decided; for an override its platform and path. Null: the rule itself.',
        ),
      }),
    ),
  })
  .meta({ description: 'A rule as a policy pack has it, with the place of each decision.' });

export const EffectivePolicyResponse = z
  .strictObject({
    version: PolicyPackVersionResponse,
    environment: text('Null: runs without an environment.'),
    mode: text('Mode that the pack sets; null: that of the environment or the organisation.'),
    choice: text('What a run may choose instead; null: `stricter`.'),
    gate: z.strictObject({
      block: z.array(z.string()).meta({ description: 'Severities that block.' }),
      scoreMin: int32().nullable().meta({ description: 'Minimum score.' }),
      newMax: z
        .record(z.string(), int32())
        .meta({ description: 'Maximum number of new findings, by severity.' }),
      notEvaluatedMax: int32()
        .nullable()
        .meta({ description: 'Maximum number of required rules that were not evaluated.' }),
      required: z.array(z.string()).meta({ description: 'Required rules.' }),
    }),
    rules: z.array(PolicyRuleResponse).meta({ description: 'Rules that are on, by id.' }),
  })
  .meta({ description: 'What a policy pack decides for an environment.' });

export const PolicyKeyResponse = z
  .strictObject({
    id: z.string().meta({ description: 'Follows from the key alone.' }),
    publicKey: z.string().meta({ description: 'Ed25519, SPKI in PEM.' }),
    packs: z.array(z.string()).meta({ description: 'Names of the packs that it may sign, with `*`.' }),
    notAfter: instant().nullable().meta({ description: 'Null: it does not expire.' }),
    createdBy: text('Name of the member or key that added it.'),
    createdAt: instant(),
  })
  .meta({ description: 'A key that may sign policy packs.' });

export const PolicyKeyListResponse = z
  .strictObject({ keys: z.array(PolicyKeyResponse).meta({ description: 'The oldest first.' }) })
  .meta({ description: 'The keys that may sign policy packs.' });

export const PolicyAssignmentResponse = z
  .strictObject({
    environment: text('Null: every run whose environment has no assignment of its own.'),
    policyPackId: uuid()
      .nullable()
      .meta({ description: 'Version in force; null: the rulesets of environment and organisation hold.' }),
    policyPack: text('As `slug@1.0.0`.'),
    choice: text('What a run may choose instead: `any`, `stricter` or `fixed`; null: as the pack says.'),
    assignedBy: text('Name of the member or key that assigned it.'),
    assignedAt: instant(),
  })
  .meta({ description: 'Where a policy pack holds.' });

export const PolicyAssignmentListResponse = z
  .strictObject({
    assignments: z
      .array(PolicyAssignmentResponse)
      .meta({ description: 'That of the organisation first, then by environment.' }),
  })
  .meta({ description: 'Where policy packs hold.' });
