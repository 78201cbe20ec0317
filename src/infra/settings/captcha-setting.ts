/** Settings of the captcha for leads. */

import { StartError } from '../process/start-error.ts';
import { type KeyedOf, name, oneOf, type Setting, secureAddress } from './setting-values.ts';

/** Captcha provider's endpoint, and our secret there. */
export interface CaptchaConfig {
  readonly verifyUrl: string;
  readonly secret: string;
}

/** Captcha provider's widget on the pages of the free scanner. */
export interface CaptchaWidget {
  readonly scriptUrl: string;
  readonly siteKey: string;
}

export const CAPTCHA_SETTINGS = {
  FLOWARDEN_CAPTCHA_VERIFY_URL: {
    ...secureAddress,
    readers: ['core'],
    meaning:
      "URL of the captcha provider's `siteverify` endpoint for leads of the free scanner; without it the form sends a proof of work of the service's own",
  },
  FLOWARDEN_CAPTCHA_SECRET: {
    ...name,
    isSecret: true,
    readers: ['core'],
    meaning: 'secret of your account at the captcha provider',
  },
  FLOWARDEN_CAPTCHA_SCRIPT_URL: {
    ...secureAddress,
    readers: ['core', 'gateway'],
    meaning:
      "URL of the captcha provider's script, for the form of `/scan`; only those pages may load anything from its origin",
  },
  FLOWARDEN_CAPTCHA_SITE_KEY: {
    ...name,
    readers: ['core', 'gateway'],
    meaning: "public key of your site at the captcha provider, for that script's widget",
  },
  FLOWARDEN_LEAD_PROOF: {
    ...oneOf(['optional', 'required']),
    defaultValue: 'optional',
    readers: ['core'],
    meaning:
      'where no captcha provider is set: `required` rejects leads without a proof of work, which the page `/scan` sends and programs may not',
  },
} as const satisfies Record<string, Setting<unknown>>;

/** Builds the settings of the captcha. Only one of the two would verify no visitor. */
export function captchaConfig({
  captchaVerifyUrl: verifyUrl,
  captchaSecret: secret,
}: Pick<KeyedOf<typeof CAPTCHA_SETTINGS>, 'captchaVerifyUrl' | 'captchaSecret'>): CaptchaConfig | null {
  if (verifyUrl && secret) return { verifyUrl, secret };
  if (!verifyUrl && !secret) return null;
  throw new StartError('FLOWARDEN_CAPTCHA_VERIFY_URL and FLOWARDEN_CAPTCHA_SECRET must be set together.', 2);
}

/** Builds the settings of the widget. Only one of the two would show none. */
export function captchaWidget({
  captchaScriptUrl: scriptUrl,
  captchaSiteKey: siteKey,
}: Pick<KeyedOf<typeof CAPTCHA_SETTINGS>, 'captchaScriptUrl' | 'captchaSiteKey'>): CaptchaWidget | null {
  if (scriptUrl && siteKey) return { scriptUrl, siteKey };
  if (!scriptUrl && !siteKey) return null;
  throw new StartError(
    'FLOWARDEN_CAPTCHA_SCRIPT_URL and FLOWARDEN_CAPTCHA_SITE_KEY must be set together.',
    2,
  );
}
