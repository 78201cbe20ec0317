/** Checks with the captcha provider that the sender of a form is a human (the siteverify protocol). */

import { CONTRACT_LIMITS } from '../../contract/limits.ts';
import { AppError } from '../../errors.ts';
import { limitedText } from '../../infra/network/limited-text.ts';
import { KIB } from '../../units.ts';

/** Largest response to that verification. */
const CAPTCHA_ANSWER_BYTES_MAX = 64 * KIB;

/** Address of the captcha provider, and our secret there. */
export interface CaptchaOptions {
  readonly verifyUrl: string;
  readonly secret: string;
}

/**
 * Resolves for a human. Null is an answer that the form did not have.
 * @throws AppError `captcha_failed`, `verification_unavailable`
 */
export type CheckHuman = (response: string | null, signal: AbortSignal) => Promise<void>;

/** Creates the check. `onFailure` receives the reason why the provider could not be reached, or rejected our secret. */
export function createCaptchaCheck(options: CaptchaOptions, onFailure: (error: unknown) => void): CheckHuman {
  return async (response, signal) => {
    if (response === null) {
      const message = 'The answer of the human verification is missing. Send it as captcha-response.';
      throw new AppError('captcha_failed', message, { field: 'captcha_response' });
    }
    const isHuman = await queryProvider(options, response, signal).catch((cause: unknown) => {
      if (signal.aborted) throw cause;
      onFailure(cause);
      const message = 'The human verification does not answer. Send the form again shortly.';
      throw new AppError('verification_unavailable', message, {}, { cause });
    });
    if (isHuman) return;
    const message = 'The human verification failed or is too old. Do it once more and send the form again.';
    throw new AppError('captcha_failed', message, { field: 'captcha_response' });
  };
}

/** Codes of the provider for a wrong secret of ours: no visitor could pass. */
const OUR_FAULT = ['missing-input-secret', 'invalid-input-secret'];

async function queryProvider({ verifyUrl, secret }: CaptchaOptions, response: string, signal: AbortSignal) {
  const answer = await fetch(verifyUrl, {
    method: 'POST',
    body: new URLSearchParams({ secret, response }),
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(CONTRACT_LIMITS.captchaMsMax)]),
  });
  if (answer.status !== 200) {
    await answer.body?.cancel();
    throw new Error(`The human verification answered with status ${answer.status}`);
  }
  const verdict: unknown = JSON.parse(await limitedText(answer, CAPTCHA_ANSWER_BYTES_MAX));
  const { success, 'error-codes': codes } = (verdict ?? {}) as Record<string, unknown>;
  if (typeof success !== 'boolean') throw new Error('The human verification answered without a verdict');
  const fault = Array.isArray(codes) ? codes.find((code) => OUR_FAULT.includes(code)) : undefined;
  if (!success && fault !== undefined) throw new Error(`The human verification says ${fault}`);
  return success;
}
