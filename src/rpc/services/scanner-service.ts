/** `flowarden.v1.ScannerService`: free scans for anonymous visitors. */

import { type PlatformNaming, platformName } from '../../analysis/model/platform.ts';
import type { Complete } from '../../contract/complete.ts';
import { CONTRACT_LIMITS } from '../../contract/limits.ts';
import { AppError } from '../../errors.ts';
import {
  type CreateLeadRequest,
  ScanFileRequest,
  ScannerServiceService,
  type ScanReport,
} from '../../gen/flowarden/v1/scanner.ts';
import { OwnedBytes } from '../../infra/memory/owned-bytes.ts';
import { createLead, type LeadInput } from '../../service/free-scans/create-lead.ts';
import type { ScanDeps } from '../../service/free-scans/free-scan-deps.ts';
import type { HumanVerification } from '../../service/free-scans/proof-of-work.ts';
import { deleteSharedScan, readScan, readScanOutline } from '../../service/free-scans/read-scan.ts';
import { readScanDetails } from '../../service/free-scans/scan-details.ts';
import { type SharedScan, scanFile } from '../../service/free-scans/scan-file.ts';
import { toOutline } from '../convert/convert-outline.ts';
import { emailField, fileField, filenameField, textField } from '../convert/fields.ts';
import { decodeWithFile } from '../convert/validate-codec.ts';
import { defineOpenService, type Service } from '../server/service.ts';

/** Generated definition with a decoder that does not copy files. */
const DEFINITION = {
  ...ScannerServiceService,
  scanFile: {
    ...ScannerServiceService.scanFile,
    requestDeserialize: (bytes: Buffer) => decodeWithFile(ScanFileRequest, bytes),
  },
};

/** Creates the service. */
export function scannerService(
  deps: ScanDeps,
  verification: HumanVerification,
  naming: PlatformNaming = 'neutral',
): Service {
  return defineOpenService(DEFINITION, {
    scanFile: {
      async handle(request, { signal }) {
        const submission = {
          file: OwnedBytes.inMessage(fileField(request.file, CONTRACT_LIMITS.scanFileBytesMax)),
          filename: filenameField(request.filename),
        };
        return { scan: toScanReport(await scanFile(deps, submission, signal), naming) };
      },
    },
    getScan: {
      async handle({ shareToken }) {
        return { scan: toScanReport(await readScan(deps, shareToken), naming) };
      },
    },
    getScanOutline: {
      async handle({ shareToken, workflow }) {
        return { outline: toOutline(await readScanOutline(deps, shareToken, workflow), naming) };
      },
    },
    getScanDetails: {
      async handle({ shareToken }) {
        const { fixes, ...details } = await readScanDetails(deps, shareToken);
        return { ...details, fixes: [...fixes] };
      },
    },
    deleteScan: {
      async handle({ shareToken }) {
        await deleteSharedScan(deps, shareToken);
        return {};
      },
    },
    getLeadChallenge: {
      async handle() {
        return { challenge: verification.makeChallenge?.(), captcha: verification.widget ?? undefined };
      },
    },
    createLead: {
      async handle(request, { signal }) {
        const input = leadInput(request);
        const { id, email, createdAt } = await createLead(deps, verification.check, input, signal);
        return { lead: { id, email, scanToken: input.shareToken ?? undefined, createdAt } };
      },
    },
  });
}

function leadInput({ email, scanToken, source, captchaResponse }: CreateLeadRequest): LeadInput {
  const address = emailField(email);
  if (address === null) {
    const message = 'email is missing. Send the address at which you want to be contacted.';
    throw new AppError('missing_field', message, { field: 'email' });
  }
  return {
    email: address,
    shareToken: scanToken === '' ? null : scanToken,
    source: textField(source),
    captchaResponse: textField(captchaResponse),
  };
}

function toScanReport({ shareToken, scan }: SharedScan, naming: PlatformNaming): Complete<ScanReport> {
  const { platform, filename, score, summary, findings, validatedAt } = scan;
  return {
    shareToken,
    score,
    passed: summary.critical + summary.high === 0,
    platform: platformName(platform, naming),
    fileName: filename,
    enforcementMode: 'advisory',
    validatedAt,
    summary,
    // Their fingerprints stay here.
    findings: findings.map(({ prints: _, ...finding }) => finding),
  };
}
