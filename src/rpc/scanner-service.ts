/** `flowarden.v1.ScannerService`: scans for whoever comes. */
import { ScanFileRequest, ScannerServiceService, type ScanReport } from '../gen/flowarden/v1/scanner.ts';
import { LIMITS } from '../limits.ts';
import { PLATFORMS } from '../model/platform.ts';
import { readScan } from '../scanner/read-scan.ts';
import { type SharedScan, scanFile } from '../scanner/scan-file.ts';
import type { ScanTools } from '../scanner/tools.ts';
import { fileField, filenameField } from './fields.ts';
import { defineOpenService, type Service } from './service.ts';
import { decodeWithFile, isBufferFree } from './validate-codec.ts';

/** The generated definition, with the reader that does not copy files. */
const DEFINITION = {
  ...ScannerServiceService,
  scanFile: {
    ...ScannerServiceService.scanFile,
    requestDeserialize: (bytes: Buffer) => decodeWithFile(ScanFileRequest, bytes),
  },
};

/** Makes the service. */
export function scannerService(tools: ScanTools): Service {
  return defineOpenService(DEFINITION, {
    scanFile: {
      budget: 'scan',
      async handle(request, { signal }) {
        const submission = {
          file: fileField(request.file, LIMITS.scanFileBytesMax),
          isFileBufferFree: isBufferFree(request),
          filename: filenameField(request.filename),
        };
        return { scan: toScanReport(await scanFile(tools, submission, signal)) };
      },
    },
    getScan: {
      budget: 'scan-read',
      async handle({ shareToken }) {
        return { scan: toScanReport(await readScan(tools, shareToken)) };
      },
    },
  });
}

function toScanReport({ shareToken, scan }: SharedScan): ScanReport {
  const { platform, filename, score, summary, findings, validatedAt } = scan;
  return {
    shareToken,
    score,
    passed: summary.critical + summary.high === 0,
    platform: PLATFORMS[platform].wire,
    fileName: filename,
    enforcementMode: 'advisory',
    validatedAt,
    summary,
    findings: [...findings],
  };
}
