/** Settings of the captcha for leads. */

import { StartError } from '../process/start-error.ts';
import { name, type Setting, secureAddress, type ValuesOf } from './setting-values.ts';

/** Captcha provider's endpoint, and our secret there. */
export interface CaptchaConfig {
  readonly verifyUrl: string;
  readonly secret: string;
}

export const CAPTCHA_SETTINGS = {
  FLOWARDEN_CAPTCHA_VERIFY_URL: {
    ...secureAddress,
    readers: ['core'],
    byDefault: null,
    meaning:
      "URL of the captcha provider's `siteverify` endpoint for leads of the free scanner; without it there is no captcha",
  },
  FLOWARDEN_CAPTCHA_SECRET: {
    ...name,
    isSecret: true,
    readers: ['core'],
    byDefault: null,
    meaning: 'secret of your account at the captcha provider',
  },
} as const satisfies Record<string, Setting<unknown>>;

/** Builds the settings of the captcha. Only one of the two would verify no visitor. */
export function captchaConfig(values: ValuesOf<typeof CAPTCHA_SETTINGS>): CaptchaConfig | null {
  const verifyUrl = values.FLOWARDEN_CAPTCHA_VERIFY_URL;
  const secret = values.FLOWARDEN_CAPTCHA_SECRET;
  if (verifyUrl && secret) return { verifyUrl, secret };
  if (!verifyUrl && !secret) return null;
  throw new StartError('FLOWARDEN_CAPTCHA_VERIFY_URL and FLOWARDEN_CAPTCHA_SECRET must be set together.', 2);
}
