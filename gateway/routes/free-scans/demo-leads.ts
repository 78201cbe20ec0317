/** POST /api/v1/demo/leads: leaves the e-mail address of a visitor of the free scanner. */
import { z } from 'zod';
import { CONTRACT_LIMITS } from '../../../src/contract/limits.ts';
import { EMAIL_FORM, isEmail } from '../../../src/contract/member.ts';
import { FIELD_LIMITS } from '../../../src/gen/contract/field-limits.ts';
import { ScannerServiceService } from '../../../src/gen/flowarden/v1/scanner.ts';
import { type CallTime, READ_TIME } from '../../core/client.ts';
import { textField } from '../../endpoint/fields.ts';
import { defineRoute, forAnybody } from '../../endpoint/route.ts';
import { GATEWAY_LIMITS } from '../../limits.ts';

const optional = (charactersMax: number, description: string) =>
  textField(charactersMax, description).nullable().optional();

/** Time of the call, which includes the captcha provider's. */
const TIME: CallTime = {
  ...READ_TIME,
  callMsMax: GATEWAY_LIMITS.readCallMsMax + CONTRACT_LIMITS.captchaMsMax,
};

export const demoLeads = defineRoute({
  method: 'POST',
  path: '/api/v1/demo/leads',
  operationId: 'createDemoLead',
  tag: 'Free scanner',
  summary: 'Leave an address',
  description:
    'Stores the e-mail address of a visitor who wants to hear more, with the scan that it came from. The same address and token within 24 hours return the same lead. Some installations require `captcha-response`, which may also be called `captchaResponse`.',
  access: forAnybody(ScannerServiceService.createLead),
  body: {
    kind: 'json',
    spelling: 'camel',
    schemaName: 'CreateDemoLeadRequest',
    schema: z.strictObject({
      email: textField(
        FIELD_LIMITS['AddMemberRequest.email'].maxLength,
        'The e-mail address. Without one the answer is 400.',
      )
        .refine((text) => text === '' || isEmail(text.trim()), {
          error: `must be ${EMAIL_FORM}`,
        })
        .nullable()
        .optional(),
      scanToken: optional(100, 'The `shareToken` of the scan that it is about.'),
      source: optional(FIELD_LIMITS['ValidateRequest.source'].maxLength, 'Origin of the visitor.'),
      'captcha-response': optional(
        FIELD_LIMITS['CreateLeadRequest.captchaResponse'].maxLength,
        "Response of the captcha in the visitor's browser.",
      ),
    }),
    example: { email: 'ada@example.com', scanToken: '4eY0bTnq2LzXo8VhRk1dGm', source: 'landing-page' },
    aliases: { captchaResponse: 'captcha-response', captcha_response: 'captcha-response' },
    codes: { email: 'invalid_email', scanToken: 'invalid_share_token' },
  },
  answers: {
    200: {
      description: 'The lead.',
      message: 'flowarden.v1.Lead',
    },
  },
  errors: [
    'invalid_email',
    'invalid_share_token',
    'captcha_failed',
    'scan_not_found',
    'daily_limit_reached',
    'verification_unavailable',
  ],
  async handle({ body, context }, { core }) {
    const { email, scanToken, source, 'captcha-response': captchaResponse } = body;
    const request = {
      email: email ?? '',
      scanToken: scanToken ?? '',
      source: source ?? '',
      captchaResponse: captchaResponse ?? '',
    };
    const { lead } = await core.call(ScannerServiceService.createLead, request, context, TIME);
    return { status: 200, body: lead };
  },
});
