/** Free scanner in REST. */
import { z } from 'zod';
import { instant, int32, platform, text, uuid } from '../../endpoint/answer-members.ts';

export const DemoFindingSummary = z
  .strictObject({ critical: int32(), high: int32(), medium: int32(), low: int32(), total: int32() })
  .meta({ description: 'Findings counted by severity.' });

export const DemoFindingPayload = z
  .strictObject({
    severity: text('`critical`, `high`, `medium` or `low`.'),
    category: text('Subject of the rule, such as `security`.'),
    rule: text("The rule's title."),
    location: text('The way to the element, in the names that the author sees.'),
    description: text('What is wrong and why it matters.'),
  })
  .meta({ description: 'One defect at one place.' });

export const DemoScanResponse = z
  .strictObject({
    shareToken: text('For fetching the report later; who has it can read the report.'),
    score: int32().meta({ description: 'Health score from 1 to 100; 100 is clean.' }),
    passed: z.boolean().meta({ description: 'True if no finding is critical or high.' }),
    platform: platform(),
    fileName: text(),
    enforcementMode: text('Always `advisory`: a free scan never blocks.'),
    validatedAt: instant(),
    summary: DemoFindingSummary,
    findings: z
      .array(DemoFindingPayload)
      .nullable()
      .meta({ description: 'The most severe first, at most 1,000; `summary` has the true totals.' }),
  })
  .meta({ description: 'The report of a free scan.' });

export const DemoLeadResponse = z
  .strictObject({
    id: uuid(),
    email: text('The address, in small letters.'),
    scanToken: text('The share token of the scan that it is about.'),
    createdAt: instant().meta({ description: 'Time of its first submission.' }),
  })
  .meta({ description: 'The e-mail address of a visitor.' });

export const DemoScanFix = z
  .strictObject({
    ruleId: z.string().meta({ description: 'Its id; its page is `/docs/rules/{ruleId}`.' }),
    rule: z.string().meta({ description: "The rule's title, as in the findings." }),
    why: z.string().meta({ description: 'Why it matters.' }),
    fix: z.string().meta({ description: 'What to do.' }),
  })
  .meta({ description: 'What a rule says about its findings.' });

export const DemoScanDetailsResponse = z
  .strictObject({
    platformTitle: z.string().meta({ description: 'The platform as people call it, such as `UiPath`.' }),
    expiresAt: instant().meta({ description: 'Time at which the report is deleted.' }),
    fixes: z.array(DemoScanFix).meta({
      description: 'One for each rule that the report names, unless the catalogue has it no longer.',
    }),
  })
  .meta({ description: 'Details of the report of a free scan.' });

export const DemoCaptcha = z
  .strictObject({
    scriptUrl: z.string().meta({ description: 'Address of its script.' }),
    siteKey: z.string().meta({ description: 'Public key of the installation at the provider.' }),
  })
  .meta({ description: 'Widget of a captcha provider.' });

export const DemoLeadChallengeResponse = z
  .strictObject({
    challenge: text('The text to solve; null where a captcha provider verifies visitors.'),
    bits: int32().nullable().meta({ description: 'How many bits must be zero.' }),
    expiresAt: instant().nullable().meta({ description: 'Until when the proof can be sent.' }),
    captcha: DemoCaptcha.nullable().meta({
      description: 'The widget that gives `captcha-response` in place of a proof; null when there is none.',
    }),
  })
  .meta({ description: 'A proof of work to do.' });
