/** Settings of the bucket. */

import { StartError } from '../process/start-error.ts';
import { httpAddress, type KeyedOf, name, type Setting, wholeNumber } from './setting-values.ts';

/** Bucket of S3 or of a compatible server. */
export interface S3Config {
  readonly bucket: string;
  readonly region: string;
  /** Address of a server other than Amazon's. */
  readonly endpoint: string | null;
  /** Null: those that the SDK finds itself, such as the role of the machine. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | null;
}

export const S3_SETTINGS = {
  FLOWARDEN_S3_BUCKET: {
    ...name,
    readers: ['core', 'jobs'],
    byDefault: 'none: the database',
    meaning:
      'bucket for files that outlive their request and for the details of old results; give it a lifecycle rule that aborts incomplete uploads, and none that deletes objects',
  },
  FLOWARDEN_RESULT_INLINE_DAYS: {
    read: (text) => wholeNumber(text, 1, 400),
    allowed: 'a whole number from 1 to 400',
    defaultValue: 30,
    readers: ['jobs'],
    meaning:
      'days after which findings, changes and outlines of results move from the database to the bucket ([what that saves](operations.md#old-results-in-the-bucket)); 400 moves nothing. Without a bucket all stays in the database',
  },
  FLOWARDEN_S3_REGION: {
    ...name,
    readers: ['core', 'jobs'],
    defaultValue: 'us-east-1',
    meaning: 'region of the bucket',
  },
  FLOWARDEN_S3_ENDPOINT: {
    ...httpAddress,
    readers: ['core', 'jobs'],
    byDefault: "Amazon's",
    meaning: 'address of another server with the S3 protocol, such as MinIO',
  },
  FLOWARDEN_S3_ACCESS_KEY_ID: {
    ...name,
    readers: ['core', 'jobs'],
    byDefault: "the machine's role",
    meaning: 'key for the bucket',
  },
  FLOWARDEN_S3_SECRET_ACCESS_KEY: {
    ...name,
    isSecret: true,
    readers: ['core', 'jobs'],
    byDefault: "the machine's role",
    meaning: 'secret of that key',
  },
} as const satisfies Record<string, Setting<unknown>>;

/**
 * Builds the settings of the bucket. A key without its secret would fail at the first file, and a server without a
 * bucket would be ignored.
 */
export function s3Config(values: KeyedOf<typeof S3_SETTINGS>): S3Config | null {
  const { s3Bucket: bucket, s3Region: region, s3Endpoint: endpoint } = values;
  const { s3AccessKeyId: accessKeyId, s3SecretAccessKey: secretAccessKey } = values;
  if (!accessKeyId !== !secretAccessKey || (!bucket && (accessKeyId || endpoint))) {
    throw new StartError(
      'FLOWARDEN_S3_ENDPOINT, FLOWARDEN_S3_ACCESS_KEY_ID and FLOWARDEN_S3_SECRET_ACCESS_KEY need FLOWARDEN_S3_BUCKET, and the key needs its secret.',
      2,
    );
  }
  if (!bucket) return null;
  return {
    bucket,
    region,
    endpoint,
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : null,
  };
}
