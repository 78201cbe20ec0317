/** The limits of one upload. */
import { LIMITS } from '../src/limits.ts';
import { GATEWAY_LIMITS } from './limits.ts';

export interface UploadLimits {
  readonly fileBytesMax: number;
  /** Bytes of the whole body. */
  readonly bodyBytesMax: number;
  /** Time for the whole body. */
  readonly uploadMsMax: number;
  /** Longest silence. */
  readonly idleMsMax: number;
}

/** The limits of a synchronous validation, as the contract states them. */
export const UPLOAD_LIMITS: UploadLimits = {
  fileBytesMax: LIMITS.fileBytesSyncMax,
  bodyBytesMax: LIMITS.fileBytesSyncMax + GATEWAY_LIMITS.formOverheadBytesMax,
  uploadMsMax: LIMITS.uploadMsMax,
  idleMsMax: LIMITS.uploadIdleMsMax,
};
