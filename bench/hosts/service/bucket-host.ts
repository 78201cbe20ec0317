/**
 * Program of a host with the protocol of S3, whose bucket is a folder.
 *
 * Usage: bucket-host.ts <port> <bucket> <folder>
 */
import S3rver from 's3rver';

const [port = '0', bucket = '', directory = ''] = process.argv.slice(2);
await new S3rver({
  port: Number(port),
  address: '0.0.0.0',
  silent: true,
  directory,
  configureBuckets: [{ name: bucket }],
}).run();
process.send!('up');
