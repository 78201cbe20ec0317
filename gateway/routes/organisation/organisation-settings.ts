/** /api/v1/organisation/settings: defaults of an organisation for all its validations. */
import { z } from 'zod';
import { ENFORCEMENT_MODES } from '../../../src/analysis/model/report.ts';
import { CONTRACT_LIMITS } from '../../../src/contract/limits.ts';
import { SCORE_ALERT_KINDS, WILDCARD_SEVERITIES } from '../../../src/contract/organisation-settings.ts';
import { WIRE_CASES } from '../../../src/contract/wire-case.ts';
import { OrganisationServiceService } from '../../../src/gen/flowarden/v1/organisation.ts';
import { READ_TIME } from '../../core/client.ts';
import { ETAG, etagHeaders, etagOf, IF_MATCH } from '../../endpoint/etag.ts';
import { choiceField, textField } from '../../endpoint/fields.ts';
import { updateMask } from '../../endpoint/merge-patch.ts';
import { defineRoute, NOTHING } from '../../endpoint/route.ts';
import { OrganisationSettingsResponse } from './organisation-schema.ts';

const PATH = '/api/v1/organisation/settings';

const example = {
  orgId: '3f0f7c1e-52c4-4b0e-9d0a-6b1f2a3c4d5e',
  enforcementMode: 'blocking',
  ruleset: 'default',
  scoreAlertThreshold: 70,
  scoreAlertKind: 'crossing',
  exceptionWarningDays: 7,
  exceptionWildcardSeverity: 'medium',
  wireCase: 'camel',
  retentionDays: 400,
  defaultBranches: ['main', 'master'],
  includeVendor: false,
  blockUnanalysed: false,
  exceptionsNeedProof: false,
  exceptionGrantDays: 30,
  keepOutlines: true,
  updatedAt: '2026-03-02T09:41:07.120Z',
  updatedBy: 'Ada Example',
};

const days = (most: number, description: string) =>
  z.int().min(1).max(most).meta({ description }).nullable().optional();
const choice = (values: readonly string[], description: string) =>
  choiceField(values, description).nullable().optional();

const Changes = z.strictObject({
  enforcementMode: choice(ENFORCEMENT_MODES, 'The mode of runs that name none. Default: `warning`.'),
  ruleset: textField(
    CONTRACT_LIMITS.rulesetCharactersMax,
    'The ruleset of runs that name none. Default: `default`.',
  )
    .nullable()
    .optional(),
  scoreAlertThreshold: z
    .int()
    .min(2)
    .max(100)
    .meta({ description: 'A score under it is an alert; null: no alerts.' })
    .nullable()
    .optional(),
  scoreAlertKind: choice(
    SCORE_ALERT_KINDS,
    '`level`: every run under the threshold; `crossing`: the one that falls under it. Default: `level`.',
  ),
  exceptionWarningDays: days(
    CONTRACT_LIMITS.exceptionWarningDaysMax,
    'Days before the end of an approved exception at which it is announced. Default: 7.',
  ),
  exceptionWildcardSeverity: choice(
    WILDCARD_SEVERITIES,
    'The worst severity that an exception for any file or any place may have. Default: `medium`.',
  ),
  wireCase: choice(WIRE_CASES, 'Spelling of names in answers if neither the request nor its key sets one.'),
  retentionDays: days(
    CONTRACT_LIMITS.validationDaysMax,
    `Days for which results are stored; the delivery log holds their deliveries for ${CONTRACT_LIMITS.deliveryDaysMax}. Default: 400.`,
  ),
  defaultBranches: z
    .array(
      textField(
        CONTRACT_LIMITS.branchCharactersMax,
        'Name of a branch; `refs/heads/` before it does not matter.',
        1,
      ),
    )
    .min(1)
    .max(CONTRACT_LIMITS.defaultBranchesMax)
    .meta({
      description:
        'The branches that a run is compared with when its own branch has no earlier run. Default: `main`, `master`.',
    })
    .nullable()
    .optional(),
  includeVendor: z
    .boolean()
    .meta({
      description:
        "Judge unchanged objects of the vendor like the organisation's own; otherwise only secrets in them are reported. Counts for runs submitted from now on. Default: false.",
    })
    .nullable()
    .optional(),
  blockUnanalysed: z
    .boolean()
    .meta({
      description:
        'Report known files that were not analysed (XPL-ENG-011) as high findings, so that they block in the mode `blocking`; otherwise they are low. Counts for runs submitted from now on. Default: false.',
    })
    .nullable()
    .optional(),
  exceptionsNeedProof: z
    .boolean()
    .meta({
      description:
        'An exception for a repository holds only for runs whose identity token proves the repository, as a trust policy accepts it; otherwise the repository is the word of the caller. Counts for runs submitted from now on. Default: false.',
    })
    .nullable()
    .optional(),
  exceptionGrantDays: z
    .int()
    .min(0)
    .max(CONTRACT_LIMITS.exceptionGrantDaysMax)
    .meta({
      description:
        'Days for which a member cannot approve requests of the person who invited them or gave them their role, directly or through others. 0: no such limit. Default: 30.',
    })
    .nullable()
    .optional(),
  keepOutlines: z
    .boolean()
    .meta({
      description:
        'Keep the names and the structure of workflows, without any value, so that results have a picture. With `false` those that are kept are deleted within a day. Default: true.',
    })
    .nullable()
    .optional(),
});

export const getOrganisationSettings = defineRoute({
  method: 'GET',
  path: PATH,
  operationId: 'getOrganisationSettings',
  tag: 'Organisation',
  summary: 'Read the settings',
  description:
    'The settings, with the defaults where nothing was decided. Scope `analysis:read` or `org:admin`.',
  access: OrganisationServiceService.getSettings,
  params: NOTHING,
  query: NOTHING,
  body: null,
  answers: {
    200: { description: 'The settings.', schema: OrganisationSettingsResponse, example, headers: ETAG },
  },
  errors: [],
  async handle({ context }, { core }) {
    const { settings } = await core.call(OrganisationServiceService.getSettings, {}, context, READ_TIME);
    return { status: 200, body: settings, headers: etagHeaders(settings) };
  },
});

export const updateOrganisationSettings = defineRoute({
  method: 'PATCH',
  path: PATH,
  operationId: 'updateOrganisationSettings',
  tag: 'Organisation',
  summary: 'Change the settings',
  description:
    'Changes the members that are sent; null goes back to the default. A change counts within five seconds everywhere. Scope `org:admin`.',
  access: OrganisationServiceService.updateSettings,
  params: NOTHING,
  query: NOTHING,
  headers: IF_MATCH,
  body: {
    kind: 'json',
    spelling: 'camel',
    schema: Changes,
    example: { enforcementMode: 'blocking', scoreAlertThreshold: 70 },
    codes: { enforcementMode: 'invalid_enforcement_mode' },
  },
  answers: {
    200: { description: 'All settings.', schema: OrganisationSettingsResponse, example, headers: ETAG },
  },
  errors: ['invalid_enforcement_mode', 'unknown_ruleset', 'etag_mismatch', 'reauthentication_required'],
  async handle({ body, header, context }, { core }) {
    const request = {
      settings: {
        orgId: '',
        enforcementMode: body.enforcementMode ?? '',
        ruleset: body.ruleset ?? '',
        scoreAlertThreshold: body.scoreAlertThreshold ?? undefined,
        scoreAlertKind: body.scoreAlertKind ?? '',
        exceptionWarningDays: body.exceptionWarningDays ?? 0,
        exceptionWildcardSeverity: body.exceptionWildcardSeverity ?? '',
        wireCase: body.wireCase ?? '',
        retentionDays: body.retentionDays ?? 0,
        defaultBranches: body.defaultBranches ?? [],
        includeVendor: body.includeVendor ?? false,
        blockUnanalysed: body.blockUnanalysed ?? false,
        exceptionsNeedProof: body.exceptionsNeedProof ?? false,
        exceptionGrantDays: body.exceptionGrantDays ?? undefined,
        keepOutlines: body.keepOutlines ?? false,
        etag: '',
        updatedAt: undefined,
        updatedBy: undefined,
      },
      updateMask: updateMask(body),
      etag: etagOf(header('If-Match')),
    };
    const { settings } = await core.call(
      OrganisationServiceService.updateSettings,
      request,
      context,
      READ_TIME,
    );
    return { status: 200, body: settings, headers: etagHeaders(settings) };
  },
});
