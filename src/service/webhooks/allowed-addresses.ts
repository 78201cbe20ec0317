/** Addresses that a webhook may lead to. */
import { AppError } from '../../errors.ts';
import { FIELD_LIMITS } from '../../gen/contract/field-limits.ts';
import { type AddressGuard, allowsHost } from '../../infra/network/address-guard.ts';
import { formatNumber } from '../../text/format.ts';

/**
 * The address of a webhook as it will be called, or the AppError that says why not. A name is not looked up here: its
 * addresses are checked when it is.
 */
export function readWebhookUrl(text: string, guard: AddressGuard, field = 'url'): URL {
  const bad = (code: 'invalid_webhook_url' | 'webhook_url_not_allowed', what: string) =>
    new AppError(code, `${field} ${what}.`, { field });
  if (text.length > FIELD_LIMITS['CreateWebhookRequest.url'].maxLength) {
    const limit = formatNumber(FIELD_LIMITS['CreateWebhookRequest.url'].maxLength);
    throw bad('invalid_webhook_url', `has ${formatNumber(text.length)} characters; the limit is ${limit}`);
  }
  const url = URL.parse(text);
  if (url === null || url.hostname === '') {
    throw bad('invalid_webhook_url', 'is not a URL such as https://hooks.example.com/flowarden');
  }
  if (url.protocol !== 'https:' && !(guard.allowsHttp && url.protocol === 'http:')) {
    throw bad('webhook_url_not_allowed', `begins with ${url.protocol}//; it must begin with https://`);
  }
  if (url.username !== '' || url.password !== '') {
    throw bad(
      'webhook_url_not_allowed',
      'holds a user name or password; deliveries are authenticated by their signature',
    );
  }
  if (!allowsHost(url, guard)) {
    throw bad('webhook_url_not_allowed', `leads to ${url.hostname}, which is not a public address`);
  }
  url.hash = '';
  return url;
}
