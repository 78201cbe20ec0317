/** Rules of our OpenAPI document besides the standard: Spectral's own, and a few of ours. */
import core from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';

const { createRulesetFunction } = core;

type Failure = {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, { readonly schema?: { readonly $ref?: string } }>>;
};

const everyFailureIsOurs = createRulesetFunction(
  { input: null, options: null },
  ({ $ref = '', content = {} }: Failure) =>
    $ref.startsWith('#/components/responses/') ||
    (Object.keys(content).length > 0 &&
      Object.values(content).every(({ schema }) =>
        /\/(?:ErrorResponse|NotReadyResponse$)/.test(schema?.$ref ?? ''),
      ))
      ? []
      : [{ message: 'An error must have the body ErrorResponse, and at /readyz the state of every part.' }],
);

const hasHeader = createRulesetFunction(
  { input: null, options: null },
  (response: { readonly headers?: object }) =>
    Object.hasOwn(response.headers ?? {}, 'X-Request-Id')
      ? []
      : [{ message: 'Every answer must document X-Request-Id.' }],
);

export const SPECTRAL_RULESET = {
  extends: [[rulesets.oas, 'all'] as [typeof rulesets.oas, 'all']],
  rules: {
    // There is no contact but the operator of the installation.
    'info-contact': 'off',
    // The licence is named by its SPDX identifier, which excludes an address.
    'license-url': 'off',
    // The order is that of the reference.
    'openapi-tags-alphabetical': 'off',
    'error-body': {
      given: [
        '$.paths[*][*].responses[?(@property.match(/^[45]/) && @property !== "422")]',
        '$.components.responses[*]',
      ],
      severity: 'error',
      resolved: false,
      // biome-ignore lint/suspicious/noThenProperty: the name is Spectral's
      then: { function: everyFailureIsOurs },
    },
    'request-id': {
      given: '$.paths[*][*].responses[*]',
      severity: 'error',
      // biome-ignore lint/suspicious/noThenProperty: the name is Spectral's
      then: { function: hasHeader },
    },
  },
};
