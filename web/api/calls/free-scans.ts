/** Calls of the free scanner, which know no person. */
import type { z } from 'zod';
import type {
  DemoLeadChallengeResponse,
  DemoLeadResponse,
  DemoScanDetailsResponse,
  DemoScanResponse,
} from '../../../gateway/routes/free-scans/demo-schema.ts';
import { defineCall } from '../define-call.ts';

export type ScanReport = z.output<typeof DemoScanResponse>;
export type ScanDetails = z.output<typeof DemoScanDetailsResponse>;

type OfScan = { readonly params: { readonly token: string } };

export const scanFile = defineCall<ScanReport, { readonly body: FormData }>('POST', '/api/v1/demo/validate');
export const getScan = defineCall<ScanReport, OfScan>('GET', '/api/v1/demo/scan/{token}');
export const getScanDetails = defineCall<ScanDetails, OfScan>('GET', '/api/v1/demo/scan/{token}/details');
export const deleteScan = defineCall<null, OfScan>('DELETE', '/api/v1/demo/scan/{token}');
export const getLeadChallenge = defineCall<z.output<typeof DemoLeadChallengeResponse>>(
  'GET',
  '/api/v1/demo/lead-challenge',
);
export const leaveLead = defineCall<
  z.output<typeof DemoLeadResponse>,
  { body: { email: string; scanToken: string; source: string; 'captcha-response': string } }
>('POST', '/api/v1/demo/leads');
