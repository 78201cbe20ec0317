/** Settings of an organisation and its environments in REST. */
import { z } from 'zod';
import { instant, int32, text, uuid } from '../../endpoint/answer-members.ts';

export const OrganisationSettingsResponse = z
  .strictObject({
    orgId: uuid(),
    enforcementMode: z.string().meta({
      description: 'The mode of runs for which neither the request nor the environment says one.',
    }),
    ruleset: z.string().meta({ description: 'The ruleset of such runs.' }),
    scoreAlertThreshold: int32()
      .nullable()
      .meta({ description: 'A score under it is an alert; null: there are none.' }),
    scoreAlertKind: z.string().meta({
      description:
        '`level`: every run under the threshold is an alert; `crossing`: the one that falls under it.',
    }),
    exceptionWarningDays: int32().meta({
      description: 'Days before the end of an approved exception at which it is announced.',
    }),
    exceptionWildcardSeverity: z.string().meta({
      description: 'The worst severity that an exception for any file or any place may have, or `none`.',
    }),
    wireCase: z.string().meta({ description: 'Spelling of names in answers: `camel` or `snake`.' }),
    retentionDays: int32().meta({
      description: 'Days for which results and their deliveries are stored.',
    }),
    defaultBranches: z.array(z.string()).meta({
      description: 'The branches that a run is compared with when its own branch has no earlier run.',
    }),
    includeVendor: z.boolean().meta({
      description: "Judge unchanged objects of the vendor like the organisation's own.",
    }),
    blockUnanalysed: z.boolean().meta({
      description: 'Report known files that were not analysed (XPL-ENG-011) as high findings, which block.',
    }),
    exceptionsNeedProof: z.boolean().meta({
      description: 'An exception for a repository holds only for runs whose identity token proves it.',
    }),
    exceptionGrantDays: int32().meta({
      description:
        'Days for which a member cannot approve requests of the person who invited them or gave them their role; 0: no such limit.',
    }),
    keepOutlines: z.boolean().meta({
      description: 'Keep names and structure of workflows, which their pictures are drawn from.',
    }),
    updatedAt: instant().nullable().meta({ description: 'Null: never changed.' }),
    updatedBy: text('Name of the latest editor.'),
  })
  .meta({ description: 'The settings of an organisation.' });

export const EnvironmentResponse = z
  .strictObject({
    name: z.string(),
    description: text(),
    enforcementMode: text('Null: that of the organisation.'),
    ruleset: text('Null: that of the organisation.'),
    createdAt: instant(),
    updatedAt: instant(),
  })
  .meta({ description: 'An environment: where workflows are going to run.' });

export const EnvironmentListResponse = z
  .strictObject({
    environments: z.array(EnvironmentResponse).meta({ description: 'In the order of their names.' }),
  })
  .meta({ description: 'The environments of the organisation.' });
