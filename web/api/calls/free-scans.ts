/** Calls of the free scanner, which know no person. */
import type {
  DemoLeadChallengeResponse,
  DemoLeadResponse,
  DemoScanDetailsResponse,
  DemoScanResponse,
} from '../../../src/gen/contract/answers.ts';
import { defineCall } from '../define-call.ts';

export type ScanReport = DemoScanResponse;
export type ScanDetails = DemoScanDetailsResponse;

type OfScan = { readonly params: { readonly token: string } };

export const scanFile = defineCall<ScanReport, { readonly body: FormData }>('POST', '/api/v1/demo/validate');
export const getScan = defineCall<ScanReport, OfScan>('GET', '/api/v1/demo/scan/{token}');
export const getScanDetails = defineCall<ScanDetails, OfScan>('GET', '/api/v1/demo/scan/{token}/details');
export const deleteScan = defineCall<null, OfScan>('DELETE', '/api/v1/demo/scan/{token}');
export const getLeadChallenge = defineCall<DemoLeadChallengeResponse>('GET', '/api/v1/demo/lead-challenge');
export const leaveLead = defineCall<
  DemoLeadResponse,
  { body: { email: string; scanToken: string; source: string; 'captcha-response': string } }
>('POST', '/api/v1/demo/leads');
