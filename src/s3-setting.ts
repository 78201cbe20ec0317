/** The settings of the bucket, which belong together. */
import { StartError } from './start-error.ts';

/** A bucket of S3 or of anything that speaks its protocol. */
export interface S3Config {
  readonly bucket: string;
  readonly region: string;
  /** Address of a server that is not Amazon's. */
  readonly endpoint: string | null;
  /** Null: what the SDK finds by itself, as the role of the machine. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | null;
}

type S3Values = Readonly<
  Partial<
    Record<
      | 'FLOWARDEN_S3_BUCKET'
      | 'FLOWARDEN_S3_REGION'
      | 'FLOWARDEN_S3_ENDPOINT'
      | 'FLOWARDEN_S3_ACCESS_KEY_ID'
      | 'FLOWARDEN_S3_SECRET_ACCESS_KEY',
      string
    >
  >
>;

/** A key without its secret would fail at the first file, and a server without a bucket would be ignored. */
export function s3Config(values: S3Values): S3Config | null {
  const bucket = values.FLOWARDEN_S3_BUCKET;
  const accessKeyId = values.FLOWARDEN_S3_ACCESS_KEY_ID;
  const secretAccessKey = values.FLOWARDEN_S3_SECRET_ACCESS_KEY;
  if (!accessKeyId !== !secretAccessKey || (!bucket && (accessKeyId || values.FLOWARDEN_S3_ENDPOINT))) {
    throw new StartError(
      'FLOWARDEN_S3_ENDPOINT, FLOWARDEN_S3_ACCESS_KEY_ID and FLOWARDEN_S3_SECRET_ACCESS_KEY need FLOWARDEN_S3_BUCKET, and the key needs its secret.',
      2,
    );
  }
  if (!bucket) return null;
  return {
    bucket,
    region: values.FLOWARDEN_S3_REGION ?? 'us-east-1',
    endpoint: values.FLOWARDEN_S3_ENDPOINT ?? null,
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : null,
  };
}
