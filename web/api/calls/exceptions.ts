/** Calls of exceptions and the inbox. */
import type {
  ExceptionDecision,
  ExceptionDecisionsResponse,
  ExceptionListResponse,
  ExceptionPreviewResponse,
  ExceptionResponse,
  InboxMailResponse,
  InboxReadResponse,
  InboxResponse,
} from '../../../src/gen/contract/answers.ts';
import type { QueryValues } from '../../routing/paths.ts';
import { defineCall } from '../define-call.ts';

export type Exception = ExceptionResponse;
export type ExceptionPreview = ExceptionPreviewResponse;
export type DecisionResult = ExceptionDecision;
export type InboxEntry = InboxResponse['entries'][number];

/** Coverage of a request: one finding, or a rule with patterns. */
export type ExceptionSubject = Readonly<
  Partial<Record<'validationId' | 'findingId' | 'ruleId' | 'fileName' | 'location' | 'repository', string>>
>;

type OfException = { readonly params: { readonly id: string } };
type WithNote = OfException & { readonly body: { readonly note?: string } };

const PATH = '/api/v1/exceptions';

export const listExceptions = defineCall<ExceptionListResponse, { readonly query: QueryValues }>('GET', PATH);
export const getException = defineCall<Exception, OfException>('GET', `${PATH}/{id}`);
export const requestException = defineCall<
  Exception,
  { body: ExceptionSubject & { readonly reason: string; readonly expiresAt: string } }
>('POST', PATH);
export const approveException = defineCall<Exception, WithNote>('POST', `${PATH}/{id}/approve`);
export const rejectException = defineCall<Exception, WithNote>('POST', `${PATH}/{id}/reject`);
export const revokeException = defineCall<Exception, WithNote>('POST', `${PATH}/{id}/revoke`);
export const decideExceptions = defineCall<
  ExceptionDecisionsResponse,
  { body: { readonly ids: readonly string[]; readonly decision: string; readonly note?: string } }
>('POST', `${PATH}/decisions`);
export const previewException = defineCall<ExceptionPreview, { readonly body: ExceptionSubject }>(
  'POST',
  `${PATH}/preview`,
);

const INBOX = '/api/v1/inbox';

export const listInbox = defineCall<InboxResponse>('GET', INBOX);
export const markInboxRead = defineCall<InboxReadResponse, { body: { readonly ids: readonly string[] } }>(
  'POST',
  `${INBOX}/read`,
);

const MAIL = `${INBOX}/mail`;

export const getInboxMail = defineCall<InboxMailResponse>('GET', MAIL);
export const changeInboxMail = defineCall<
  InboxMailResponse,
  { body: { readonly pace?: string; readonly kinds?: readonly string[] } }
>('PATCH', MAIL);
