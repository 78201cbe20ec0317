/** The settings of the human verification before leads, which belong together. */

import { StartError } from '../process/start-error.ts';
import { name, type Setting, secureAddress, type ValuesOf } from './setting-values.ts';

/** Whom the core asks whether a visitor is a human, and what it is known by there. */
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
      'address that says whether who leaves an address with the free scanner is a human (`siteverify` of the provider of the captcha); without it nobody is asked',
  },
  FLOWARDEN_CAPTCHA_SECRET: {
    ...name,
    isSecret: true,
    readers: ['core'],
    byDefault: null,
    meaning: 'secret that the provider of the captcha has given you',
  },
} as const satisfies Record<string, Setting<unknown>>;

/** One without the other would verify nobody. */
export function captchaConfig(values: ValuesOf<typeof CAPTCHA_SETTINGS>): CaptchaConfig | null {
  const verifyUrl = values.FLOWARDEN_CAPTCHA_VERIFY_URL;
  const secret = values.FLOWARDEN_CAPTCHA_SECRET;
  if (verifyUrl && secret) return { verifyUrl, secret };
  if (!verifyUrl && !secret) return null;
  throw new StartError('FLOWARDEN_CAPTCHA_VERIFY_URL and FLOWARDEN_CAPTCHA_SECRET must be set together.', 2);
}
